import { isWithinReturnGrace, type Session } from "../../session/session.ts";
import { instant, later, type Instant } from "../../../kernel/clock.ts";
import { abandon } from "./abandon.ts";
import type { Acquirer, Approved, Declined } from "../acquirer.ts";
import { planMove } from "../change.ts";
import type { PayDeps } from "./pay.ts";
import type { Attempt, Payment } from "../payment.ts";
import { decisionDeadline, redirectDeadline } from "../outcome/redirect-deadline.ts";
import { applyOutcome } from "../outcome/apply-outcome.ts";
import { watchAttempt } from "../outcome/attempt-watch.ts";
import { authorizationInquiry } from "../outcome/inquiry.ts";
import { takeBack as takeBackLater } from "../outcome/undo.ts";
import { undoAlone, undoNoteOf } from "../outcome/undo-alone.ts";
import { decisionInquiryDelayMs, inquiryDelayMs, redirectInquiryDelayMs } from "../timing.ts";

/** A redirect payment whose customer was sent to the provider's page and may have come back. */
export type RedirectPayment = {
  readonly payment: Payment;
  readonly session: Session;
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
  /**
   * True if the customer came back with the provider's signed confirmation of an approval. False
   * for every inquiry that is made without a return: by recovery, or when the customer gives up.
   */
  readonly hasPassed: boolean;
};

const TIMED_OUT: Declined = {
  kind: "declined",
  reason: "payment_timeout",
  bankCode: "",
  bankMessage: "There was no approval or no decision in time.",
};

const NEVER_OPENED: Declined = {
  kind: "declined",
  reason: "bank_unreachable",
  bankCode: "",
  bankMessage: "The page at the bank was never opened.",
};

/**
 * Asks the bank, from server to server, for the result of a redirect payment and moves the payment
 * accordingly; the fields in the browser are never enough. Returns the payment as it then is. If
 * there is no result yet, the next inquiry is scheduled; an approval that comes after the deadline
 * is undone.
 */
export async function confirmRedirect(deps: PayDeps, redirect: RedirectPayment): Promise<Payment> {
  const { acquirer, attempt } = redirect;
  const found = await acquirer.inquire(await authorizationInquiry(deps, attempt));
  const now = deps.clocks.now(redirect.payment);
  switch (found.kind) {
    case "approved":
      return takeApproval(deps, redirect, found);
    case "declined":
      return found.reason === "cancelled_by_customer" && redirect.payment.state === "challenged"
        ? abandon(deps, redirect)
        : end(deps, redirect, found);
    case "undone":
      return end(deps, redirect, TIMED_OUT);
    case "challenge_open":
    case "challenge_passed":
    case "not_found":
      return isStillOpen(redirect, now)
        ? wait(deps, redirect, nextInquiryAt(redirect, now))
        : takeBack(
            deps,
            redirect,
            redirect.payment.state === "challenged" ? TIMED_OUT : NEVER_OPENED,
          );
    case "pending":
    case "unknown":
      return undecided(deps, redirect, now);
  }
}

/**
 * Accepts an approval while the session still lets a payment finish; undoes a later one, and one
 * whose undo was sent before without an answer.
 */
function takeApproval(
  deps: PayDeps,
  redirect: RedirectPayment,
  approval: Approved,
): Promise<Payment> {
  return isLate(deps, redirect) || redirect.payment.undoSentAt !== undefined
    ? takeBack(deps, redirect, TIMED_OUT)
    : end(deps, redirect, approval);
}

/** Restored data may lack an approval that came in time. */
function isLate({ clocks, restored }: PayDeps, { payment, session }: RedirectPayment): boolean {
  if (restored.isBehind(payment.updatedAt)) return false;
  return payment.state === "challenged" && !isWithinReturnGrace(session, clocks.now(payment));
}

async function end(
  deps: PayDeps,
  redirect: RedirectPayment,
  outcome: Approved | Declined,
): Promise<Payment> {
  return (await applyOutcome(deps, redirect, outcome)).payment;
}

/** Undoes the attempt at the bank before the payment is declared failed. */
async function takeBack(
  deps: PayDeps,
  redirect: RedirectPayment,
  outcome: Declined,
): Promise<Payment> {
  const inquiry = await authorizationInquiry(deps, redirect.attempt);
  const note = undoNoteOf(deps, redirect.payment);
  const undone = await undoAlone(deps, { ...redirect, inquiry, note });
  if (undone === undefined) return redirect.payment;
  const leased = { ...redirect, attempt: undone.attempt };
  switch (undone.outcome.kind) {
    case "undone":
    case "nothing_there":
      await watchAttempt(deps, leased.attempt, redirect.acquirer);
      return end(deps, leased, outcome);
    case "stands":
      if (!isLate(deps, redirect)) return end(deps, leased, undone.outcome.approved);
      await takeBackLater(deps, leased, undone.outcome.approved);
      return end(deps, leased, outcome);
    case "unknown": {
      const now = deps.clocks.now(redirect.payment);
      return wait(deps, leased, later(now, inquiryDelayMs(leased.attempt.inquiries)));
    }
  }
}

/**
 * Handles `unknown`: the lender has not decided, or the bank did not answer. Both mean a later
 * inquiry, so they are treated alike.
 */
async function undecided(deps: PayDeps, redirect: RedirectPayment, now: Instant): Promise<Payment> {
  const { payment, session, attempt, hasPassed } = redirect;
  // A bank that does not answer may have approved a payment whose approval restored data lack.
  const isBehind = deps.restored.isBehind(payment.updatedAt);
  if (now >= decisionDeadline(payment, session) && !isBehind) {
    return takeBack(deps, redirect, TIMED_OUT);
  }
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

function isStillOpen({ payment, session, acquirer }: RedirectPayment, now: Instant): boolean {
  if (payment.state === "challenged") return now < redirectDeadline(payment, session);
  return now < later(payment.updatedAt, acquirer.capabilities.timeouts.settledMs);
}

/**
 * Returns the time of the next inquiry. While the customer may be at the provider's page, the
 * pauses are long, but no inquiry comes later than the customer's deadline; after that, the pauses
 * are the ordinary ones.
 */
function nextInquiryAt({ payment, session, attempt }: RedirectPayment, now: Instant): Instant {
  const inquiries = attempt.inquiries + 1;
  if (payment.state !== "challenged") return later(now, inquiryDelayMs(inquiries));
  const afterPause = later(now, redirectInquiryDelayMs(inquiries));
  return instant(Math.min(afterPause, redirectDeadline(payment, session)));
}
