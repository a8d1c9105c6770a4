import { DAY, instant, later, MINUTE, SECOND, type Instant } from "../../kernel/clock.ts";
import type { Capabilities } from "./capabilities.ts";

/** The time, in ms, after its timeout in which a call has certainly ended in its process. */
const AFTER_TIMEOUT_MS = 2 * SECOND;
/**
 * The time, in ms, after the start of an attempt without an acquirer, such as a bank transfer, at
 * which recovery first looks at it if no outcome was written.
 */
const WITHOUT_ACQUIRER_MS = 22 * SECOND;

type Timed = Pick<Capabilities, "timeouts">;

/**
 * Returns how long after the start of a call to the bank recovery first asks about its attempt, if
 * no outcome was written: the timeout of the call and 2 s more. If the bank has no final result at
 * that time, recovery asks again later.
 */
export function callAbandonedMs(capabilities: Timed | undefined): number {
  if (capabilities === undefined) return WITHOUT_ACQUIRER_MS;
  return capabilities.timeouts.chargeMs + AFTER_TIMEOUT_MS;
}

/**
 * Returns how long, in ms, a process keeps an attempt for itself while the bank undoes it: an
 * inquiry, a void, and where the bank refuses the void, a refund.
 */
export function undoAbandonedMs({ timeouts }: Timed): number {
  return timeouts.inquiryMs + 2 * timeouts.chargeMs + AFTER_TIMEOUT_MS;
}

/**
 * Returns the longest time, in ms, in which a request can still reach the bank after its sender has
 * given it up.
 */
export function arrivesWithinMs({ timeouts }: Timed): number {
  return Math.max(timeouts.settledMs - timeouts.chargeMs, 0);
}

/**
 * The pause in ms between the two inquiries whose answer `not_found` is believed, at a bank that
 * may still carry out a request after its undo.
 */
export const SECOND_NOT_FOUND_MS = 2 * MINUTE;
/**
 * The time, in ms, for which a bank that never tells that it has booked nothing is asked, before a
 * person must ask it. A failure of the bank ends within this time.
 */
export const UNTOLD_MS = DAY;
/**
 * The time, in ms, after which a person must clear a modification that the bank still refuses as
 * too early: a bank settles within days.
 */
export const LONGEST_DAY_END_MS = 7 * DAY;
/**
 * After so many inquiries without a result, and after `UNTOLD_MS`, a person must ask the bank. A
 * day has some 160 inquiries; a process that stood still has made fewer.
 */
const UNTOLD_INQUIRIES = 100;

/** True if a bank has been asked in vain for so long that a person must ask it. */
export function isUntold(
  { inquiries }: { readonly inquiries: number },
  { since, now }: { readonly since: Instant; readonly now: Instant },
): boolean {
  return inquiries >= UNTOLD_INQUIRIES && now >= later(since, UNTOLD_MS);
}
/**
 * The time, in ms from the payment's creation, for which a customer may stay at the bank for 3-D
 * Secure. If the session's hour ends within this time, the customer may stay until RETURN_GRACE_MS
 * after that hour (contract C3). EMV 3-D Secure gives a customer ten minutes at least.
 */
export const CHALLENGE_LIFETIME_MS = 20 * MINUTE;
/**
 * The time, in ms, for which a customer may stay at a wallet, a lender or Papel. A lender's link to
 * a credit application is valid for half an hour.
 */
export const REDIRECT_LIFETIME_MS = {
  wallet: 15 * MINUTE,
  shopping_credit: 30 * MINUTE,
  papel: 15 * MINUTE,
} as const;
/**
 * The time, in ms, in which a lender may decide after the customer's deadline for the approval. A
 * lender takes longest if the customer must first open an account there.
 */
export const CREDIT_DECISION_MS = 65 * MINUTE;
/**
 * The lease of a recovery worker on an attempt. If both the payment's process and the first worker
 * die, the next worker asks the bank after `callAbandonedMs` and this lease: at the sandbox less
 * than one minute, and late enough that `not_found` is believed.
 */
export const RECOVERY_LEASE_MS = 25 * SECOND;

/**
 * The longest time, in ms, for which a rule puts off an inquiry (contract C4.1). An inquiry further
 * ahead was planned by a clock that was wrong: transfers, requests that wait for a day end, and
 * customers at the bank for 3-D Secure have deadlines of their own.
 */
export const LONGEST_PAUSE_MS = 15 * MINUTE;
/** The longest time, in ms, for which an inquiry waits for a customer at the bank. */
export const LONGEST_CHALLENGE_MS = CHALLENGE_LIFETIME_MS + 15 * MINUTE;

const FIRST_INQUIRY_MS = 2 * SECOND;
const LAST_INQUIRY_MS = 10 * MINUTE;
const INQUIRY_GROWTH = 1.25;

/**
 * Returns the pause in ms before the inquiry after `inquiries` earlier ones: 2 s, then a quarter
 * longer each time, 10 min at most. A pause is about a quarter of the time for which the outcome
 * has been unknown. So a bank that answers again after a failure is asked after at most a quarter
 * of the failure's length.
 */
export function inquiryDelayMs(inquiries: number): number {
  const grown = FIRST_INQUIRY_MS * INQUIRY_GROWTH ** Math.min(inquiries, 100);
  return Math.min(Math.round(grown), LAST_INQUIRY_MS);
}

/**
 * Returns the time of the next inquiry: after the usual pause or at `believedAt`, whichever comes
 * first. From `believedAt` on, the bank's answer `not_found` is believed.
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
 * Returns the pause in ms before an inquiry about a customer at a wallet, a lender or Papel: 30 s,
 * doubled each time, 5 min at most. The inquiries are needed because an approval there counts even
 * if the browser never comes back.
 */
export function redirectInquiryDelayMs(inquiries: number): number {
  return Math.min(
    FIRST_REDIRECT_INQUIRY_MS * 2 ** Math.min(inquiries, 20),
    LAST_REDIRECT_INQUIRY_MS,
  );
}

/**
 * Returns the pause in ms before a lender that is deciding is asked again: that of
 * `inquiryDelayMs`, but 1 min at most.
 */
export function decisionInquiryDelayMs(inquiries: number): number {
  return Math.min(inquiryDelayMs(inquiries), MINUTE);
}
