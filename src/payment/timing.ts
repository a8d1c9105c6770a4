import { MINUTE, SECOND } from "../kernel/clock.ts";

/** The longest that one call to a bank may take. */
export const BANK_TIMEOUT_MS = 20 * SECOND;
/**
 * When recovery first looks at an attempt whose process never came back: as soon as any call that
 * it had under way has been answered or given up. What was not approved by then is asked about
 * again.
 */
export const CALL_ABANDONED_MS = BANK_TIMEOUT_MS + 2 * SECOND;
/** How long "never heard of it" is not believed: a request may still be on its way. */
export const NOT_FOUND_SETTLES_MS = BANK_TIMEOUT_MS + 10 * SECOND;
/**
 * How long a customer may stay at the bank for 3-D Secure; longer where the session's hour ends
 * within it (contract 3). EMV 3-D Secure gives a customer ten minutes at least.
 */
export const CHALLENGE_LIFETIME_MS = 20 * MINUTE;
/**
 * How long a customer may stay at a wallet, a lender or Papel. A link to an application for credit
 * is good for half an hour.
 */
export const REDIRECT_LIFETIME_MS = {
  wallet: 15 * MINUTE,
  shopping_credit: 30 * MINUTE,
  papel: 15 * MINUTE,
} as const;
/** How long a lender may take to decide; longer where the customer must first become its own. */
export const CREDIT_DECISION_MS = 65 * MINUTE;
/**
 * How long one recovery worker keeps an attempt to itself. With the time before the first look, and
 * that until "never heard of it" is believed, it stays below a minute: so long a payment may be
 * open whose process, and the one that recovers it, died.
 */
export const RECOVERY_LEASE_MS = 25 * SECOND;

const FIRST_INQUIRY_MS = 2 * SECOND;
const LAST_INQUIRY_MS = 10 * MINUTE;

/**
 * Pause before the inquiry after `inquiries` earlier ones: 2 s, doubled each time, 10 min at most.
 */
export function inquiryDelayMs(inquiries: number): number {
  return Math.min(FIRST_INQUIRY_MS * 2 ** Math.min(inquiries, 20), LAST_INQUIRY_MS);
}

const FIRST_VISIT_INQUIRY_MS = 30 * SECOND;
const LAST_VISIT_INQUIRY_MS = 5 * MINUTE;

/**
 * Pause before asking about a customer who is at a wallet, a lender or Papel: an approval there
 * counts even if the browser never comes back. 30 s, doubled each time, 5 min at most.
 */
export function visitInquiryDelayMs(inquiries: number): number {
  return Math.min(FIRST_VISIT_INQUIRY_MS * 2 ** Math.min(inquiries, 20), LAST_VISIT_INQUIRY_MS);
}

/**
 * Pause before asking a lender again that is deciding: as after a lost answer, but 1 min at most.
 */
export function decisionInquiryDelayMs(inquiries: number): number {
  return Math.min(inquiryDelayMs(inquiries), MINUTE);
}
