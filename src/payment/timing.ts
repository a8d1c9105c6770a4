import { instant, later, MINUTE, SECOND, type Instant } from "../kernel/clock.ts";

/** The longest time of one call to a bank. */
export const BANK_TIMEOUT_MS = 20 * SECOND;
/**
 * When recovery first asks about an attempt whose process did not come back: as soon as each of its
 * calls has been answered or has timed out. An attempt without an approval by then is asked about
 * again.
 */
export const CALL_ABANDONED_MS = BANK_TIMEOUT_MS + 2 * SECOND;
/** How long a request may be on its way after its sender has given it up. */
export const ARRIVES_WITHIN_MS = 10 * SECOND;
/** How long `not_found` is not believed of a request that may have been sent by now. */
export const NOT_FOUND_BELIEVED_MS = BANK_TIMEOUT_MS + ARRIVES_WITHIN_MS;
/**
 * How long a customer may stay at the bank for 3-D Secure; longer if the session's hour ends within
 * it (contract C3). EMV 3-D Secure gives a customer ten minutes at least.
 */
export const CHALLENGE_LIFETIME_MS = 20 * MINUTE;
/**
 * How long a customer may stay at a wallet, a lender or Papel. A link to an application for credit
 * is valid for half an hour.
 */
export const REDIRECT_LIFETIME_MS = {
  wallet: 15 * MINUTE,
  shopping_credit: 30 * MINUTE,
  papel: 15 * MINUTE,
} as const;
/**
 * How long a lender may take to decide. It takes longest if the customer must first become a
 * customer of the lender.
 */
export const CREDIT_DECISION_MS = 65 * MINUTE;
/**
 * The lease of a recovery worker on an attempt. If both the payment's process and the first worker
 * die, the next worker asks the bank after CALL_ABANDONED_MS and this lease: less than one minute,
 * and late enough that `not_found` is believed.
 */
export const RECOVERY_LEASE_MS = 25 * SECOND;

const FIRST_INQUIRY_MS = 2 * SECOND;
const LAST_INQUIRY_MS = 10 * MINUTE;
const INQUIRY_GROWTH = 1.25;

/**
 * Returns the pause in ms before the inquiry after `inquiries` earlier ones: 2 s, then a quarter
 * longer each time, 10 min at most. A pause is about a fifth of the time that the outcome has been
 * unknown, so a bank that is back after a failure is asked long before the length of the failure
 * has passed again.
 */
export function inquiryDelayMs(inquiries: number): number {
  const grown = FIRST_INQUIRY_MS * INQUIRY_GROWTH ** Math.min(inquiries, 100);
  return Math.min(Math.round(grown), LAST_INQUIRY_MS);
}

/**
 * Returns the time of the next inquiry: after the pause, or earlier if `not_found` is believed
 * before.
 */
export function nextInquiryAt(
  now: Instant,
  { inquiries, believedAt }: { readonly inquiries: number; readonly believedAt: Instant },
): Instant {
  const afterPause = later(now, inquiryDelayMs(inquiries));
  return now < believedAt ? instant(Math.min(afterPause, believedAt)) : afterPause;
}

const FIRST_REDIRECT_INQUIRY_MS = 30 * SECOND;
const LAST_REDIRECT_INQUIRY_MS = 5 * MINUTE;

/**
 * Returns the pause in ms before an inquiry about a customer at a wallet, a lender or Papel: an
 * approval there counts even if the browser never comes back. 30 s, doubled each time, 5 min at
 * most.
 */
export function redirectInquiryDelayMs(inquiries: number): number {
  return Math.min(
    FIRST_REDIRECT_INQUIRY_MS * 2 ** Math.min(inquiries, 20),
    LAST_REDIRECT_INQUIRY_MS,
  );
}

/**
 * Returns the pause in ms before a lender that is deciding is asked again: as after a lost answer,
 * but 1 min at most.
 */
export function decisionInquiryDelayMs(inquiries: number): number {
  return Math.min(inquiryDelayMs(inquiries), MINUTE);
}
