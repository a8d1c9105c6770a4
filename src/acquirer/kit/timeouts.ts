import { SECOND } from "../../kernel/clock.ts";

/** The timeouts of a bank that has no reason for others. */
export const TIMEOUTS = {
  chargeMs: 60 * SECOND,
  inquiryMs: 30 * SECOND,
  settledMs: 90 * SECOND,
} as const;
