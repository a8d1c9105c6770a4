import type { Session } from "../session/session.ts";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import type { Approved, ModificationOutcome, Pending, Unknown } from "../payment/acquirer.ts";
import type { Posting } from "../ledger/posting.ts";
import { askIfDuplicate } from "../payment/outcome/duplicate-reference.ts";
import { alarmAboutAmount, otherAmount } from "../payment/outcome/amount-check.ts";
import { decidedAttempt, type ModificationDeps } from "../payment/modification/modification.ts";
import { reopen, reportLateAnswer } from "../payment/outcome/late-answer.ts";
import { nextStepOf, type NextStep } from "../payment/outcome/postpone-modification.ts";
import type { WatchDeps } from "../payment/outcome/attempt-watch.ts";
import { watchForSecond } from "../payment/outcome/second-refund.ts";
import { sealOutcome } from "../payment/sealed-outcome.ts";
import type { Attempt } from "../payment/payment.ts";
import type { AttemptChange } from "../payment/attempt-change.ts";
import type { ApplyOutcomeDeps } from "../payment/outcome/apply-outcome.ts";
import { planRefundMove } from "./plan-refund-move.ts";
import type { RefundStore } from "./ports.ts";
import { refundable, type Refund } from "./refund.ts";
import { isReserved, type RefundEvent } from "./states.ts";

export type ApplyRefundDeps = ApplyOutcomeDeps &
  WatchDeps &
  Pick<ModificationDeps, "acquirers" | "modifications"> & { readonly refunds: RefundStore };

export type OpenRefund = {
  readonly refund: Refund;
  readonly session: Session;
  readonly attempt: Attempt;
};

const EVENTS = {
  approved: "approved",
  declined: "declined",
  pending: "deferred",
  unknown: "outcome_lost",
} as const satisfies Record<ModificationOutcome["kind"], RefundEvent>;

/** Returns the event that the bank's answer means for a refund. */
function eventFor(refund: Refund, attempt: Attempt, { kind }: ModificationOutcome): RefundEvent {
  if (kind === "approved" && refund.state === "failed") return "booked_late";
  const isTakenBack = attempt.personReason === "taken_back" && refund.state === "succeeded";
  return kind === "declined" && isTakenBack ? "taken_back" : EVENTS[kind];
}

/** A refund as the database has it, and what may still be refunded if this outcome changed it. */
export type AppliedRefund = { readonly refund: Refund; readonly left?: Money };

/**
 * Applies the bank's outcome of a refund. Returns the refund as the database has it, also if
 * another process was faster.
 */
export async function applyRefundOutcome(
  deps: ApplyRefundDeps,
  open: OpenRefund,
  answered: ModificationOutcome,
): Promise<AppliedRefund> {
  const { refund, attempt } = open;
  const outcome = askIfDuplicate(answered);
  const at = deps.clocks.now(refund);
  try {
    const other = otherAmount(outcome, attempt.amount);
    if (other !== undefined) {
      return { refund: await leaveToPerson(deps, { ...open, at }, other) };
    }
    if (outcome.kind === "approved") await expectOnce(deps, open);
    const after = await attemptAfter(deps, open, { outcome, at });
    const posted = isReserved(refund.state) ? [] : await deps.payments.postingsOf(attempt);
    const voided = await voidedSale(deps, refund, outcome);
    const change = await deps.refunds.applyOutcome(refund.refundId, (read, current) =>
      planRefundMove(read, current, {
        at,
        event: eventFor(current, attempt, outcome),
        attempt: after,
        posted,
        voided,
        declineReason: outcome.kind === "declined" ? outcome.reason : undefined,
        session: open.session,
        random: deps.random,
      }),
    );
    if (change !== undefined) {
      return { refund: change.refund, left: refundable(change.payment, change.reservedMinor) };
    }
    return { refund: await leaveAsItStands(deps, { ...open, outcome, at }) };
  } catch (error) {
    // An outcome `unknown` or `pending` may be answered only once it is committed. For a refund
    // that is still in `calling`, recovery assumes a caller without an answer: it undoes the refund
    // and does not send it again (recover-refund.ts).
    if (outcome.kind === "unknown" || outcome.kind === "pending") throw error;
    // The attempt is committed and recovery will ask the bank, so the caller gets `refund_pending`.
    deps.report("outcome of a refund not stored; recovery will ask the bank", {
      refund_id: refund.refundId,
      error: errorMessage(error),
    });
    return { refund };
  }
}

/** The watch is written first, so that a crash after the approval does not lose it. */
async function expectOnce(deps: ApplyRefundDeps, { attempt }: OpenRefund): Promise<void> {
  const payment = await deps.payments.findPayment(attempt.orderId);
  assert(payment !== undefined, "a refund's payment exists");
  const acquirer = await deps.acquirers.byName(payment.acquirer);
  await watchForSecond(deps, { attempt, payment }, acquirer);
}

/** Returns the postings of the sale that the bank has voided in place of a refund. */
async function voidedSale(
  deps: ApplyRefundDeps,
  { orderId }: Refund,
  outcome: ModificationOutcome,
): Promise<readonly Posting[] | undefined> {
  if (outcome.kind !== "approved" || outcome.isVoid !== true) return undefined;
  const charge = await deps.modifications.findCharge(orderId);
  return charge && deps.payments.postingsOf(charge);
}

/** Puts a refund of another amount before a person; its own amount stays reserved. */
async function leaveToPerson(
  deps: ApplyRefundDeps,
  open: OpenRefund & { readonly at: Instant },
  approval: Approved,
): Promise<Refund> {
  const lost: Unknown = { kind: "unknown", cause: "amount_differs" };
  const attempt = await attemptAfter(deps, open, { outcome: lost, at: open.at });
  const change = await deps.refunds.applyOutcome(open.refund.refundId, (read, current) =>
    planRefundMove(read, current, {
      at: open.at,
      event: EVENTS.unknown,
      attempt,
      session: open.session,
      random: deps.random,
    }),
  );
  await alarmAboutAmount(deps, open.attempt, approval);
  return change?.refund ?? (await deps.refunds.find(open.refund.refundId)) ?? open.refund;
}

/**
 * Handles an event for which the table has no move: another process was faster, or the state is
 * already that of the outcome, such as `unknown` after an inquiry without a result.
 */
async function leaveAsItStands(
  deps: ApplyRefundDeps,
  late: OpenRefund & { readonly outcome: ModificationOutcome; readonly at: Instant },
): Promise<Refund> {
  const { refund, attempt, outcome } = late;
  const current = (await deps.refunds.find(refund.refundId)) ?? refund;
  if (outcome.kind === "unknown" || outcome.kind === "pending") {
    const step = await stepOf(deps, late, { outcome, at: late.at });
    await deps.payments.postpone(attempt, step.dueAt, step);
  }
  if (outcome.kind === "approved" && current.state === "failed") {
    const reopened = await reopen(deps, attempt, outcome);
    if (reopened !== undefined) await reportLateAnswer(deps, reopened);
  }
  return current;
}

type DatedOutcome<Outcome> = { readonly outcome: Outcome; readonly at: Instant };

async function attemptAfter(
  deps: ApplyRefundDeps,
  open: OpenRefund,
  { outcome, at }: DatedOutcome<ModificationOutcome>,
): Promise<AttemptChange> {
  const { attempt } = open;
  const sealed = await sealOutcome(deps, attempt, outcome);
  if (outcome.kind === "approved" || outcome.kind === "declined") {
    return decidedAttempt(attempt, outcome, sealed);
  }
  const step = await stepOf(deps, open, { outcome, at });
  const bankMessage = outcome.kind === "unknown" ? outcome.cause : attempt.bankMessage;
  return { ...attempt, ...sealed, ...step, bankMessage };
}

async function stepOf(
  deps: ApplyRefundDeps,
  { refund, attempt }: OpenRefund,
  { outcome, at }: DatedOutcome<Pending | Unknown>,
): Promise<NextStep> {
  const payment = await deps.payments.findPayment(refund.orderId);
  assert(payment !== undefined, "a refund's payment exists");
  const { capabilities } = await deps.acquirers.byName(payment.acquirer);
  return nextStepOf(attempt, outcome, { capabilities, now: at });
}
