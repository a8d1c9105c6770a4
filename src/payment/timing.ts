import { MINUTE, SECOND } from "../kernel/clock.ts";

/** The longest that one call to a bank may take. */
export const BANK_TIMEOUT_MS = 20 * SECOND;
/**
 * When recovery looks at an attempt whose process never came back: later than any call that it had
 * under way can still be answered.
 */
export const CALL_ABANDONED_MS = BANK_TIMEOUT_MS + 15 * SECOND;
/** How long "never heard of it" is not believed: a request may still be on its way. */
export const NOT_FOUND_SETTLES_MS = BANK_TIMEOUT_MS + 10 * SECOND;
/** How long a customer may stay at the bank (EMV 3-D Secure: 10 minutes for a challenge). */
export const CHALLENGE_LIFETIME_MS = 10 * MINUTE;
/** How long one recovery worker keeps an attempt to itself. */
export const RECOVERY_LEASE_MS = 30 * SECOND;

const FIRST_INQUIRY_MS = 2 * SECOND;
const LAST_INQUIRY_MS = 10 * MINUTE;

/** Pause before the inquiry after `inquiries` earlier ones: 2 s, doubled each time, 10 min at most. */
export function inquiryDelayMs(inquiries: number): number {
  return Math.min(FIRST_INQUIRY_MS * 2 ** Math.min(inquiries, 20), LAST_INQUIRY_MS);
}
