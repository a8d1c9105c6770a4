import { instant, later, MINUTE, SECOND, type Instant } from "../kernel/clock.ts";

/** The longest that one call to a bank may take. */
export const BANK_TIMEOUT_MS = 20 * SECOND;
/**
 * When recovery first looks at an attempt whose process never came back: as soon as any call that
 * it had under way has been answered or given up. What was not approved by then is asked about
 * again.
 */
export const CALL_ABANDONED_MS = BANK_TIMEOUT_MS + 2 * SECOND;
/** How long a request may be on its way after its sender has given it up. */
export const ARRIVES_WITHIN_MS = 10 * SECOND;
/** How long "never heard of it" is not believed of a request that may have been sent by now. */
export const NOT_FOUND_BELIEVED_MS = BANK_TIMEOUT_MS + ARRIVES_WITHIN_MS;
/**
 * How long a customer may stay at the bank for 3-D Secure; longer where the session's hour ends
 * within it (contract C3). EMV 3-D Secure gives a customer ten minutes at least.
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
const INQUIRY_GROWTH = 1.25;

/**
 * Pause before the inquiry after `inquiries` earlier ones: 2 s, then a quarter longer each time,
 * 10 min at most. So a pause is about a fifth of the time that the outcome has been unknown, and a
 * bank that can tell again is not left unasked for as long as it was silent.
 */
export function inquiryDelayMs(inquiries: number): number {
  const grown = FIRST_INQUIRY_MS * INQUIRY_GROWTH ** Math.min(inquiries, 100);
  return Math.min(Math.round(grown), LAST_INQUIRY_MS);
}

/** When to ask again: after the pause, but as soon as "never heard of it" is believed. */
export function nextInquiryAt(
  now: Instant,
  { inquiries, believedAt }: { readonly inquiries: number; readonly believedAt: Instant },
): Instant {
  const look = later(now, inquiryDelayMs(inquiries));
  return now < believedAt ? instant(Math.min(look, believedAt)) : look;
}

const FIRST_VISIT_INQUIRY_MS = 30 * SECOND;
const LAST_VISIT_INQUIRY_MS = 5 * MINUTE;

/**
 * Pause before asking about a customer who is at a wallet, a lender or Papel: an approval there
 * counts even if the browser never comes back. 30 s, doubled each time, 5 min at most.
 */
export function redirectInquiryDelayMs(inquiries: number): number {
  return Math.min(FIRST_VISIT_INQUIRY_MS * 2 ** Math.min(inquiries, 20), LAST_VISIT_INQUIRY_MS);
}

/**
 * Pause before asking a lender again that is deciding: as after a lost answer, but 1 min at most.
 */
export function decisionInquiryDelayMs(inquiries: number): number {
  return Math.min(inquiryDelayMs(inquiries), MINUTE);
}
