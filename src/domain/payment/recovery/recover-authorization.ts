import { isWithinReturnGrace, RETURN_GRACE_MS } from "../../session/session.ts";
import { assert } from "../../../kernel/assert.ts";
import { instant, later, type Instant } from "../../../kernel/clock.ts";
import type {
  Acquirer,
  Approved,
  Declined,
  InquiryOutcome,
  UndoOutcome,
  Unknown,
} from "../acquirer.ts";
import { otherAmount } from "../outcome/amount-check.ts";
import { applyDecided } from "../outcome/apply-decided.ts";
import { applyOutcome } from "../outcome/apply-outcome.ts";
import type { CompleteChallengeDeps } from "../charge/complete-challenge.ts";
import { confirmRedirect } from "../charge/confirm-redirect.ts";
import { endLeftBehind } from "./end-left-behind.ts";
import { endTransfer, type EndTransferDeps } from "../charge/end-transfer.ts";
import { authorizationInquiry } from "../outcome/inquiry.ts";
import { NEVER_ARRIVED, OutcomeNotStored } from "../modification/modification.ts";
import { watchAttempt } from "../outcome/attempt-watch.ts";
import { believeNotFound, type NotFoundVerdict } from "../outcome/not-found.ts";
import { openSession, type SessionContext } from "../open-session.ts";
import type { Attempt, Payment } from "../payment.ts";
import { challengeDeadline, isRedirect } from "../outcome/redirect-deadline.ts";
import { hasEndedUnpaid, isDecided } from "../states.ts";
import {
  arrivesWithinMs,
  isUntold,
  nextInquiryAt,
  redirectInquiryDelayMs,
  UNTOLD_MS,
} from "../timing.ts";
import { undoAlone, undoNoteOf, type UndoResult } from "../outcome/undo-alone.ts";
import { leaveUnasked } from "../outcome/unasked-charge.ts";
import { leaveUntold } from "../outcome/unsettled.ts";

type OpenAttempt = SessionContext & {
  /** True if the payment's data were restored and may lack a charge that the bank made for us. */
  readonly isBehind: boolean;
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly acquirer: Acquirer;
};

export type AuthorizationDeps = CompleteChallengeDeps & EndTransferDeps;

/** Recovers an attempt to charge or to preauthorise. */
export async function recoverAuthorization(
  deps: AuthorizationDeps,
  attempt: Attempt,
): Promise<void> {
  const payment = await deps.payments.findPayment(attempt.orderId);
  assert(payment !== undefined, "an attempt's payment exists");
  if (isDecided(payment.state)) return endLeftBehind(deps, payment, attempt);
  const context = await openSession(deps, payment.sessionId);
  assert(context.ok, "a payment's session exists");
  if (payment.paymentType === "bank_transfer") {
    await endTransfer(deps, { ...context.value, payment, attempt });
    return;
  }
  const acquirer = await deps.acquirers.byName(payment.acquirer);
  const isBehind = deps.restored.isBehind(payment.updatedAt);
  const known: OpenAttempt = { ...context.value, payment, attempt, acquirer, isBehind };
  if (isRedirect(payment.paymentType)) {
    // The customer may have approved without coming back, so only the inquiry decides.
    await confirmRedirect(deps, { ...known, hasPassed: false });
    return;
  }
  return recoverCard(deps, known);
}

async function recoverCard(deps: CompleteChallengeDeps, known: OpenAttempt): Promise<void> {
  const { payment, attempt, acquirer } = known;
  const inquiry = await authorizationInquiry(deps, attempt);
  const found = await acquirer.inquire(inquiry);
  const now = deps.clocks.now(payment);
  const isUnasked = isUncharged(known) && !isWithinReturnGrace(known.session, now);
  if (found.kind === "approved" && isUnasked) return leaveUnasked(deps, known, found);
  let undone: UndoResult | undefined;
  const note = undoNoteOf(deps, payment);
  const undo = async (): Promise<UndoOutcome | undefined> =>
    (undone = await undoAlone(deps, { attempt, acquirer, inquiry, note }))?.outcome;
  const believed = await believableOutcome(known, found, { now, undo });
  if (believed.kind === "elsewhere") return;
  if (believed.kind === "wait") {
    const { notFoundAt, at } = believed;
    const leased = undone?.attempt ?? attempt;
    await deps.payments.postpone(leased, at ?? nextInquiry(known, now), { notFoundAt });
    return;
  }
  if (believed.kind === "undecidable") return leaveUntold(deps, attempt, { acquirer, now });
  if (believed.kind === "declined" && found.kind !== "declined") {
    await watchAttempt(deps, attempt, acquirer);
  }
  const after = await applyBelieved(deps, known, believed);
  if (otherAmount(believed, payment.chargedAmount) !== undefined) return;
  if (!isDecided(after.state)) throw new OutcomeNotStored();
  const isClosedLater = believed === TIMED_OUT && isUncharged(known);
  if (isClosedLater && hasEndedUnpaid(after.state)) await acquirer.undo(inquiry);
  deps.report("payment recovered", { order_id: payment.orderId, state: after.state });
}

async function applyBelieved(
  deps: CompleteChallengeDeps,
  known: OpenAttempt,
  outcome: Approved | Declined,
): Promise<Payment> {
  // A charge that restored data lack was approved in time, however late it is found.
  const mayBeLate = known.attempt.chargesInside && !known.isBehind;
  if (mayBeLate) return applyDecided(deps, known, outcome);
  return (await applyOutcome(deps, known, outcome)).payment;
}

/**
 * Returns the time of the next inquiry; while the customer may come back from the bank, this is at
 * the latest the moment until which the session lets a payment finish.
 */
function nextInquiry(known: OpenAttempt, now: Instant): Instant {
  const { payment, session, attempt } = known;
  const inquiries = attempt.inquiries + 1;
  if (payment.state === "challenged" && attempt.chargesInside) {
    return later(now, redirectInquiryDelayMs(inquiries));
  }
  const usual = nextInquiryAt(now, { inquiries, believedAt: settledAt(known) });
  if (payment.state !== "challenged" || !isWithinReturnGrace(session, now)) return usual;
  return instant(Math.min(usual, later(session.expiresAt, RETURN_GRACE_MS)));
}

const TIMED_OUT: Declined = {
  kind: "declined",
  reason: "three_d_secure_timeout",
  bankCode: "",
  bankMessage: "The customer did not come back from the bank.",
};

/** Returns the moment from which no request of this attempt can be on its way any more. */
function settledAt({ payment, attempt, acquirer }: OpenAttempt): Instant {
  const { capabilities } = acquirer;
  // In `unknown`, the call has ended and only its request may still arrive. In other states, the
  // call may have begun after the last commit and may still be running.
  const hasEnded = payment.state === "unknown";
  const { settledMs } = capabilities.timeouts;
  if (hasEnded) return later(payment.updatedAt, arrivesWithinMs(capabilities));
  // The attempt at a second acquirer begins after the payment's last move.
  return later(instant(Math.max(payment.updatedAt, attempt.createdAt)), settledMs);
}

/**
 * True if the bank was not asked to charge yet. Once such a payment has failed, no return of its
 * customer can cause a charge, so the bank is told only afterwards: a customer who returns at this
 * moment is either charged or refused, and the undo of a charge never meets its approval.
 */
function isUncharged({ payment, attempt, isBehind }: OpenAttempt): boolean {
  return payment.state === "challenged" && !attempt.chargesInside && !isBehind;
}

type InquiryContext = {
  readonly now: Instant;
  /** Returns undefined if another process works on the attempt. */
  readonly undo: () => Promise<UndoOutcome | undefined>;
};
type FinalOutcome =
  | Approved
  | Declined
  | Extract<NotFoundVerdict, { readonly kind: "wait" }>
  /** The answers of this bank never decide the attempt; a person must ask the bank. */
  | { readonly kind: "undecidable" }
  | { readonly kind: "elsewhere" };

const ASK_AGAIN = { kind: "wait", notFoundAt: undefined } as const;

/** Turns the bank's answer into an outcome that can be applied, or says when to ask again. */
async function believableOutcome(
  known: OpenAttempt,
  found: InquiryOutcome,
  asked: InquiryContext,
): Promise<FinalOutcome> {
  const { attempt, acquirer } = known;
  switch (found.kind) {
    case "approved":
      // Even if no answer came: an undo that is late would take back what was completed.
      if (known.payment.undoSentAt !== undefined) return endUndone(known, asked);
      // A bank that was not asked to charge is asked again while its customer may return.
      return isUncharged(known) ? ASK_AGAIN : found;
    case "declined":
      return found;
    case "unknown":
      return withoutAnswer(known, found, asked.now);
    case "pending":
      return { ...ASK_AGAIN, ...(found.askAt === undefined ? {} : { at: found.askAt }) };
    case "undone":
      return endUndone(known, asked);
    case "challenge_open":
    case "challenge_passed":
    case "not_found": {
      if (mayReturn(known, found, asked.now)) return ASK_AGAIN;
      const { capabilities } = acquirer;
      const moment = { settledAt: settledAt(known), now: asked.now };
      const belief = believeNotFound({ attempt, capabilities, ...moment });
      return belief.kind === "wait" ? belief : endUndone(known, asked);
    }
  }
}

/**
 * Ends the questions to a bank that never tells that it has booked nothing, or that has told
 * nothing for a day. While the customer was at its page, it was not asked to charge, so the payment
 * has failed; a charge is left to a person.
 */
function withoutAnswer(known: OpenAttempt, { isUnasked }: Unknown, now: Instant): FinalOutcome {
  const { payment, attempt, session, acquirer } = known;
  if (isUnasked === true) return ASK_AGAIN;
  if (acquirer.capabilities.inquiry.notFound !== "none") {
    if (!isUntold(attempt, { since: settledAt(known), now })) return ASK_AGAIN;
    return isUncharged(known) ? TIMED_OUT : { kind: "undecidable" };
  }
  if (payment.state === "challenged" && !attempt.chargesInside) {
    return isWithinReturnGrace(session, now) ? ASK_AGAIN : TIMED_OUT;
  }
  return now >= later(settledAt(known), UNTOLD_MS) ? { kind: "undecidable" } : ASK_AGAIN;
}

/**
 * True while the customer may have passed 3-D Secure and be on the way back. The payment is ended
 * once the session no longer lets a payment finish.
 */
function mayReturn(known: OpenAttempt, found: InquiryOutcome, now: Instant): boolean {
  const { payment, session, attempt } = known;
  if (payment.state !== "challenged") return false;
  if (found.kind !== "not_found") return isWithinReturnGrace(session, now);
  return attempt.chargesInside && now < challengeDeadline(payment, session);
}

/** Undoes the attempt at the bank before its payment is declared failed. */
async function endUndone(known: OpenAttempt, { undo, now }: InquiryContext): Promise<FinalOutcome> {
  const { payment } = known;
  if (isUncharged(known)) return TIMED_OUT;
  const undone = await undo();
  if (undone === undefined) return { kind: "elsewhere" };
  switch (undone.kind) {
    case "undone":
    case "nothing_there":
      return payment.state === "challenged" ? TIMED_OUT : NEVER_ARRIVED;
    case "stands":
      return undone.approved;
    case "unknown":
      return withoutAnswer(known, undone, now);
  }
}
