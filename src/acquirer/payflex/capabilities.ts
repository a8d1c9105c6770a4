import { type ProtocolCapabilities, TIMEOUTS } from "../kit/capabilities.ts";

/** No bank publishes the hour of its day end; the last minute of the day is assumed. */
export const DAY_END = "23:59";

export const CAPABILITIES: ProtocolCapabilities = {
  // With the second one, the contract also allows charges without 3-D Secure.
  models: { "3d": {}, "3d_or_plain": { withoutChallenge: true } },
  // VakıfBank documents refunds before day end.
  banks: { vakifbank: { timeouts: TIMEOUTS, refund: { partial: true, beforeDayEnd: "any" } } },
  withoutChallenge: false,
  challenge: "auth_then_charge",
  preauth: true,
  leastCapturePercent: 0,
  voidHold: true,
  // Nothing is known about the refunds of Ziraat, so a partial one waits for the day end.
  refund: { partial: true, beforeDayEnd: "full_as_void" },
  repeatedAuthorize: "refused",
  repeatedModification: "refused",
  inquiry: { seesRefunds: "all", notFound: "not_paid" },
  // The bank documents a reversal while the outcome is unknown, and not that it refuses a charge
  // that arrives after it.
  undo: { byReference: true, blocksLate: false },
  // Ziraat's test system was measured to answer after 46 to 62 s. A request can reach the bank's
  // card system 30 s after the longest wait.
  timeouts: { chargeMs: 90_000, inquiryMs: TIMEOUTS.inquiryMs, settledMs: 120_000 },
  dayEnd: DAY_END,
};
