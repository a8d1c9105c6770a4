import type { Session } from "../checkout/session.ts";
import { assert } from "../kernel/assert.ts";
import type { Instant } from "../kernel/clock.ts";
import { newEventId } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import { postingsOf, type Posting } from "../ledger/posting.ts";
import type { MoveOutcome } from "../payment/acquirer.ts";
import { inquireAgainAt, decidedAttempt } from "../payment/modification.ts";
import type { Attempt } from "../payment/payment.ts";
import type { AttemptChange } from "../payment/ports.ts";
import type { ApplyOutcomeDeps } from "../payment/apply-outcome.ts";
import { next } from "../payment/states.ts";
import type { RefundChange, RefundStore, RefundedPayment } from "./ports.ts";
import { refundEventData } from "./record.ts";
import { isPaidBackByHand, refundable, type Refund } from "./refund.ts";
import { nextRefundState, type RefundEvent, type RefundState } from "./states.ts";

export type ApplyRefundDeps = ApplyOutcomeDeps & { readonly refunds: RefundStore };

export type OpenRefund = {
  readonly refund: Refund;
  readonly session: Session;
  readonly attempt: Attempt;
};

const EVENTS = {
  approved: "approved",
  declined: "declined",
  unknown: "outcome_lost",
} as const satisfies Record<MoveOutcome["kind"], RefundEvent>;

/**
 * Applies the bank's outcome of a refund. Returns the refund as the database has it, also if
 * another process was faster.
 */
export async function applyRefundOutcome(
  deps: ApplyRefundDeps,
  open: OpenRefund,
  outcome: MoveOutcome,
): Promise<Refund> {
  const { refund, attempt } = open;
  const at = deps.clocks.now(refund);
  try {
    const change = await deps.refunds.applyOutcome(refund.refundId, (read, current) =>
      planRefundMove(read, current, {
        at,
        event: EVENTS[outcome.kind],
        attempt: attemptAfter(attempt, outcome, at),
        declineReason: outcome.kind === "declined" ? outcome.reason : undefined,
        session: open.session,
        random: deps.random,
      }),
    );
    if (change !== undefined) return change.refund;
    return await leaveAsItStands(deps, { ...open, outcome, at });
  } catch (error) {
    // An outcome `unknown` may be answered as pending only once it is committed. For a refund that
    // is still in `calling`, recovery assumes a caller without an answer: it reverses the refund
    // and does not send it again (recover-refund.ts).
    if (outcome.kind === "unknown") throw error;
    // The attempt is committed and recovery will ask the bank, so the caller gets `refund_pending`.
    deps.report("outcome of a refund not stored; recovery will ask the bank", {
      refund_id: refund.refundId,
      error: error instanceof Error ? error.message : String(error),
    });
    return refund;
  }
}

/**
 * Handles an event for which the table has no move: another process was faster, or the state is
 * already `unknown` and an inquiry got no result either.
 */
async function leaveAsItStands(
  deps: ApplyRefundDeps,
  late: OpenRefund & { readonly outcome: MoveOutcome; readonly at: Instant },
): Promise<Refund> {
  const { refund, attempt, outcome } = late;
  const current = (await deps.refunds.find(refund.refundId)) ?? refund;
  if (outcome.kind === "unknown") {
    await deps.payments.postpone(attempt, inquireAgainAt(attempt, late.at));
  }
  if (outcome.kind === "approved" && current.state === "failed") {
    deps.report("bank approved a refund that had failed; clear it with the bank by hand", {
      refund_id: refund.refundId,
    });
  }
  return current;
}

function attemptAfter(attempt: Attempt, outcome: MoveOutcome, at: Instant): AttemptChange {
  if (outcome.kind !== "unknown") return decidedAttempt(attempt, outcome);
  const dueAt = inquireAgainAt(attempt, at);
  return { ...attempt, bankMessage: outcome.cause, dueAt };
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
  const isReserved = moved.value === "unknown";
  const reservedMinor = read.reservedMinor - (isReserved ? 0n : before.amount.minor);
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
    event: {
      eventId: newEventId(before.merchantId, { now: at, random: facts.random }),
      type: EVENT_TYPES[moved.value],
      data: refundEventData(refund, { payment, session }),
    },
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
