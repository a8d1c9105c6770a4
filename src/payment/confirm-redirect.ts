import { isWithinReturnGrace, type Session } from "../checkout/session.ts";
import { instant, later, type Instant } from "../kernel/clock.ts";
import { abandon } from "./abandon.ts";
import type { Acquirer, Approved, Declined } from "./acquirer.ts";
import { planMove } from "./change.ts";
import type { PayDeps } from "./pay.ts";
import type { Attempt, Payment } from "./payment.ts";
import { decisionDeadline, redirectDeadline } from "./redirect-deadline.ts";
import { applyOutcome } from "./apply-outcome.ts";
import {
  decisionInquiryDelayMs,
  inquiryDelayMs,
  NOT_FOUND_BELIEVED_MS,
  redirectInquiryDelayMs,
} from "./timing.ts";

/** A customer who was sent to a wallet, a lender or Papel, and who may have come back. */
export type RedirectPayment = {
  readonly payment: Payment;
  readonly session: Session;
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
  /** The customer has come back with the bank's word of having approved. */
  readonly hasPassed: boolean;
};

const TIMED_OUT: Declined = {
  kind: "declined",
  reason: "payment_timeout",
  bankCode: "",
  bankMessage: "Nobody approved in time, or nobody decided.",
};

const NEVER_OPENED: Declined = {
  kind: "declined",
  reason: "bank_unreachable",
  bankCode: "",
  bankMessage: "The page at the bank was never opened.",
};

/**
 * Asks the bank, server to server, what became of a customer's visit, and moves the payment by its
 * word; what the browser said is never enough. Returns the payment as it now stands. Where nothing
 * is known yet the next inquiry is put on the calendar; whatever comes after its time is taken
 * back.
 */
export async function confirmRedirect(deps: PayDeps, redirect: RedirectPayment): Promise<Payment> {
  const { acquirer, attempt } = redirect;
  const word = await acquirer.inquire(attempt);
  const now = deps.clocks.now(redirect.payment);
  switch (word.kind) {
    case "approved":
      return takeApproval(deps, redirect, word);
    case "declined":
      return word.reason === "cancelled_by_customer" && redirect.payment.state === "challenged"
        ? abandon(deps, redirect)
        : end(deps, redirect, word);
    case "reversed":
      return end(deps, redirect, TIMED_OUT);
    case "challenge_open":
    case "not_found":
      return isStillOpen(redirect, now)
        ? wait(deps, redirect, nextLook(redirect, now))
        : takeBack(
            deps,
            redirect,
            redirect.payment.state === "challenged" ? TIMED_OUT : NEVER_OPENED,
          );
    case "unknown":
      return undecided(deps, redirect, now);
  }
}

/**
 * An approval is taken while the session lets a payment be finished; later, the money goes back.
 */
function takeApproval(
  deps: PayDeps,
  redirect: RedirectPayment,
  approval: Approved,
): Promise<Payment> {
  const { payment, session } = redirect;
  const now = deps.clocks.now(payment);
  const isLate = payment.state === "challenged" && !isWithinReturnGrace(session, now);
  return isLate ? takeBack(deps, redirect, TIMED_OUT) : end(deps, redirect, approval);
}

async function end(
  deps: PayDeps,
  redirect: RedirectPayment,
  word: Approved | Declined,
): Promise<Payment> {
  const open = { ...redirect, attemptId: redirect.attempt.attemptId };
  return (await applyOutcome(deps, open, word)).payment;
}

/** Makes sure that no money stands before the payment is declared failed. */
async function takeBack(
  deps: PayDeps,
  redirect: RedirectPayment,
  word: Declined,
): Promise<Payment> {
  const undone = await redirect.acquirer.reverse(redirect.attempt);
  if (undone.kind === "reversed") return end(deps, redirect, word);
  const now = deps.clocks.now(redirect.payment);
  return wait(deps, redirect, later(now, inquiryDelayMs(redirect.attempt.inquiries)));
}

/** The lender has not decided, or the bank did not answer: the two need not be told apart. */
async function undecided(deps: PayDeps, redirect: RedirectPayment, now: Instant): Promise<Payment> {
  const { payment, session, attempt, hasPassed } = redirect;
  if (now >= decisionDeadline(payment, session)) return takeBack(deps, redirect, TIMED_OUT);
  const dueAt = later(now, decisionInquiryDelayMs(hasPassed ? 0 : attempt.inquiries));
  if (payment.state !== "challenged" || !hasPassed) return wait(deps, redirect, dueAt);
  const passed = planMove(
    { payment, session, random: deps.random },
    { event: "challenge_passed", at: now, attempt: { ...attempt, dueAt } },
  );
  const result = await deps.payments.applyChange(passed.change);
  if (result.kind === "applied") return passed.payment;
  return (await deps.payments.findPayment(payment.orderId)) ?? payment;
}

async function wait(deps: PayDeps, redirect: RedirectPayment, dueAt: Instant): Promise<Payment> {
  await deps.payments.postpone(redirect.attempt, dueAt);
  return redirect.payment;
}

function isStillOpen({ payment, session }: RedirectPayment, now: Instant): boolean {
  if (payment.state === "challenged") return now < redirectDeadline(payment, session);
  return now < later(payment.updatedAt, NOT_FOUND_BELIEVED_MS);
}

/** While the customer may be at the bank, rarely; but at the end of the visit without delay. */
function nextLook({ payment, session, attempt }: RedirectPayment, now: Instant): Instant {
  const inquiries = attempt.inquiries + 1;
  if (payment.state !== "challenged") return later(now, inquiryDelayMs(inquiries));
  const look = later(now, redirectInquiryDelayMs(inquiries));
  return instant(Math.min(look, redirectDeadline(payment, session)));
}
