import type { Session } from "../checkout/session.ts";
import { assert } from "../kernel/assert.ts";
import type { Instant } from "../kernel/clock.ts";
import { newEventId } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import { postingsOf, type Posting } from "../ledger/posting.ts";
import type { Approved, ModificationOutcome, Pending, Unknown } from "../payment/acquirer.ts";
import { askIfDuplicate } from "../payment/duplicate-reference.ts";
import { alarmAboutAmount, otherAmount } from "../payment/amount-check.ts";
import { decidedAttempt, type ModificationDeps } from "../payment/modification.ts";
import { nextStepOf, type NextStep } from "../payment/postpone-modification.ts";
import { sealOutcome } from "../payment/sealed-outcome.ts";
import type { Attempt, Payment } from "../payment/payment.ts";
import type { AttemptChange } from "../payment/ports.ts";
import type { ApplyOutcomeDeps } from "../payment/apply-outcome.ts";
import { next } from "../payment/states.ts";
import type { RefundChange, RefundStore, RefundedPayment } from "./ports.ts";
import { refundEventData } from "./record.ts";
import { isPaidBackByHand, refundable, type Refund } from "./refund.ts";
import { isReserved, nextRefundState, type RefundEvent, type RefundState } from "./states.ts";

export type ApplyRefundDeps = ApplyOutcomeDeps &
  Pick<ModificationDeps, "acquirers"> & { readonly refunds: RefundStore };

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

/**
 * Applies the bank's outcome of a refund. Returns the refund as the database has it, also if
 * another process was faster.
 */
export async function applyRefundOutcome(
  deps: ApplyRefundDeps,
  open: OpenRefund,
  answered: ModificationOutcome,
): Promise<Refund> {
  const { refund, attempt } = open;
  const outcome = askIfDuplicate(answered);
  const at = deps.clocks.now(refund);
  try {
    const other = otherAmount(outcome, attempt.amount);
    if (other !== undefined) return await leaveToPerson(deps, { ...open, at }, other);
    const after = await attemptAfter(deps, open, { outcome, at });
    const change = await deps.refunds.applyOutcome(refund.refundId, (read, current) =>
      planRefundMove(read, current, {
        at,
        event: EVENTS[outcome.kind],
        attempt: after,
        declineReason: outcome.kind === "declined" ? outcome.reason : undefined,
        session: open.session,
        random: deps.random,
      }),
    );
    if (change !== undefined) return change.refund;
    return await leaveAsItStands(deps, { ...open, outcome, at });
  } catch (error) {
    // An outcome `unknown` or `pending` may be answered only once it is committed. For a refund
    // that is still in `calling`, recovery assumes a caller without an answer: it undoes the refund
    // and does not send it again (recover-refund.ts).
    if (outcome.kind === "unknown" || outcome.kind === "pending") throw error;
    // The attempt is committed and recovery will ask the bank, so the caller gets `refund_pending`.
    deps.report("outcome of a refund not stored; recovery will ask the bank", {
      refund_id: refund.refundId,
      error: error instanceof Error ? error.message : String(error),
    });
    return refund;
  }
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
    deps.report("bank approved a refund that had failed; clear it with the bank by hand", {
      refund_id: refund.refundId,
    });
  }
  return current;
}

type Answered<Outcome> = { readonly outcome: Outcome; readonly at: Instant };

async function attemptAfter(
  deps: ApplyRefundDeps,
  open: OpenRefund,
  { outcome, at }: Answered<ModificationOutcome>,
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
  { outcome, at }: Answered<Pending | Unknown>,
): Promise<NextStep> {
  const payment = await deps.payments.findPayment(refund.orderId);
  assert(payment !== undefined, "a refund's payment exists");
  const { capabilities } = await deps.acquirers.byName(payment.acquirer);
  return nextStepOf(attempt, outcome, { capabilities, now: at });
}

export type RefundFacts = {
  readonly event: RefundEvent;
  readonly at: Instant;
  readonly attempt: AttemptChange;
  readonly declineReason?: Refund["declineReason"];
  readonly session: Session;
  readonly random: Random;
};

/** The event for the merchant when a refund reaches a state. */
const EVENT_TYPES = {
  calling: "refund.pending",
  unknown: "refund.pending",
  pending: "refund.pending",
  awaiting_payout: "refund.pending",
  succeeded: "refund.succeeded",
  failed: "refund.failed",
} as const satisfies Record<RefundState, string>;

/**
 * Plans a refund's move with its payment, postings and event; undefined if the refund has already
 * moved on.
 */
export function planRefundMove(
  read: RefundedPayment,
  before: Refund,
  facts: RefundFacts,
): RefundChange | undefined {
  const moved = nextRefundState(before.state, facts.event);
  if (!moved.ok) return undefined;
  const { at, attempt, session, declineReason } = facts;
  const isDone = moved.value === "succeeded";
  const freedMinor = isReserved(moved.value) ? 0n : before.amount.minor;
  const reservedMinor = read.reservedMinor - freedMinor;
  const payment = isDone ? paidBack(read, before, at) : read.payment;
  const refund: Refund = {
    ...before,
    state: moved.value,
    completesPayment: isDone && payment.state === "refunded",
    declineReason,
    updatedAt: at,
  };
  return {
    refund,
    payment,
    reservedMinor,
    attempt,
    postings: isDone ? postingsOfRefund(read, before) : [],
    event: eventOf(before, refund, { ...facts, payment, session }),
  };
}

/** A refund that stays pending for another reason is no news to the merchant. */
function eventOf(
  before: Refund,
  refund: Refund,
  source: RefundFacts & { readonly payment: Payment },
): RefundChange["event"] {
  const type = EVENT_TYPES[refund.state];
  if (before.state !== "calling" && EVENT_TYPES[before.state] === type) return undefined;
  const { at, random, payment, session } = source;
  return {
    eventId: newEventId(before.merchantId, { now: at, random }),
    type,
    data: refundEventData(refund, { payment, session }),
  };
}

/** Adds a refund to its payment; the payment's state moves only if nothing is left to refund. */
function paidBack({ payment, reservedMinor }: RefundedPayment, refund: Refund, at: Instant) {
  const refundedMinor = payment.refundedMinor + refund.amount.minor;
  assert(refundedMinor <= payment.capturedMinor, "no more is refunded than was captured");
  assert(refund.amount.minor <= reservedMinor, "a refund under way is reserved");
  const after = { ...payment, refundedMinor, updatedAt: at };
  if (refundable(after, 0n).minor > 0n) return after;
  const move = next(payment.state, "refunded_in_full");
  assert(move.ok, `a payment that is ${payment.state} can't be refunded in full`);
  return { ...after, state: move.value };
}

/**
 * Returns the postings of a refund. Its money goes back the way it came: out of the acquirer's next
 * payout, or out of the merchant's bank account.
 */
function postingsOfRefund({ payment }: RefundedPayment, { amount }: Refund): Posting[] {
  const event = isPaidBackByHand(payment) ? "paid_back" : "refunded";
  return postingsOf(event, { moved: amount });
}
