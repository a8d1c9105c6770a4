import { type ProtocolCapabilities, TIMEOUTS } from "../kit/capabilities.ts";

/** No bank publishes the hour of its day end; the last minute of the day is assumed. */
export const DAY_END = "23:59";

export const CAPABILITIES: ProtocolCapabilities = {
  models: { "3d": {} },
  withoutChallenge: false,
  challenge: "auth_then_charge",
  preauth: false,
  leastCapturePercent: 100,
  voidHold: false,
  // A part is taken before the day end too, the whole only as a cancellation.
  refund: { partial: true, beforeDayEnd: "any" },
  // Nothing is documented about a second message with the same reference.
  repeatedAuthorize: "executed",
  repeatedModification: "executed",
  inquiry: { seesRefunds: "whole", notFound: "not_paid" },
  undo: { byReference: false, blocksLate: false },
  timeouts: TIMEOUTS,
  dayEnd: DAY_END,
};
