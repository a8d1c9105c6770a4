import { type ProtocolCapabilities, TIMEOUTS } from "../kit/capabilities.ts";

export const CAPABILITIES: ProtocolCapabilities = {
  models: { "3D": {}, "3D_PAY": { challenge: "charge_inside" } },
  withoutChallenge: true,
  challenge: "auth_then_charge",
  preauth: true,
  // It is not known how the bank treats the rest of a hold.
  leastCapturePercent: 100,
  voidHold: true,
  refund: { partial: true, beforeDayEnd: "any" },
  repeatedAuthorize: "refused",
  repeatedModification: "executed",
  inquiry: { seesRefunds: "all", notFound: "never_arrived" },
  undo: { byReference: true, blocksLate: false },
  timeouts: TIMEOUTS,
  dayEnd: undefined,
};
