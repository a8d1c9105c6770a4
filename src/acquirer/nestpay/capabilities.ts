import type { ProtocolCapabilities } from "../kit/capabilities.ts";

export const DAY_END = "23:59";

/** The banks' samples wait 90 s for a charge; no bank publishes its own limit. */
export const TIMEOUTS = { chargeMs: 90_000, inquiryMs: 30_000, settledMs: 120_000 } as const;

export const CAPABILITIES: ProtocolCapabilities = {
  models: { "3d": {}, "3d_pay": { challenge: "charge_inside" }, "3d_host": {} },
  withoutChallenge: true,
  challenge: "auth_then_charge",
  preauth: true,
  leastCapturePercent: 0,
  voidHold: true,
  refund: { partial: true, beforeDayEnd: "full_as_void" },
  repeatedAuthorize: "refused",
  repeatedModification: "executed",
  inquiry: { seesRefunds: "all", notFound: "never_arrived" },
  undo: { byReference: true, blocksLate: false },
  timeouts: TIMEOUTS,
  dayEnd: DAY_END,
};
