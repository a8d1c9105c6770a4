import { type ProtocolCapabilities, TIMEOUTS } from "../kit/capabilities.ts";

/** The hour of the bank's day end is not public; this is the one of the test bank. */
export const DAY_END = "23:59";

export const CAPABILITIES: ProtocolCapabilities = {
  models: { "3DModel": {}, "3DPay": { challenge: "charge_inside" } },
  banks: { ziraat_katilim: { withoutChallenge: true } },
  // The test system of QNB was seen to refuse charges without 3-D Secure.
  withoutChallenge: false,
  challenge: "auth_then_charge",
  preauth: true,
  // A capture may differ from its hold by 15 %.
  leastCapturePercent: 85,
  voidHold: true,
  refund: { partial: true, beforeDayEnd: "full_as_void" },
  repeatedAuthorize: "refused",
  repeatedModification: "executed",
  inquiry: { seesRefunds: "all", notFound: "never_arrived" },
  undo: { byReference: true, blocksLate: false },
  timeouts: TIMEOUTS,
  dayEnd: DAY_END,
};
