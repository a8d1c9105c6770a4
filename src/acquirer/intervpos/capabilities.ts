import { type ProtocolCapabilities, TIMEOUTS } from "../kit/capabilities.ts";

/** The hour of the bank's day end is not public; this is the one of the test bank. */
export const DAY_END = "23:59";

/** Where nothing is known, the capability says the worst. */
export const CAPABILITIES: ProtocolCapabilities = {
  // `3DPay` is left out: its result would come from the inquiry, and no successful answer of an
  // inquiry has been seen.
  models: { "3DModel": {} },
  withoutChallenge: true,
  challenge: "auth_then_charge",
  preauth: true,
  leastCapturePercent: 100,
  voidHold: true,
  refund: { partial: true, beforeDayEnd: "full_as_void" },
  repeatedAuthorize: "executed",
  repeatedModification: "executed",
  inquiry: { seesRefunds: "whole", notFound: "none" },
  undo: { byReference: false, blocksLate: false },
  timeouts: TIMEOUTS,
  dayEnd: DAY_END,
};
