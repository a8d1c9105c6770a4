import type { Session } from "../session/session.ts";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/clock.ts";
import { newEventId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { postingsOf, type Posting } from "../ledger/posting.ts";
import { reversalOf } from "../ledger/reversal.ts";
import type { Payment } from "../payment/payment.ts";
import type { AttemptChange } from "../payment/attempt-change.ts";
import { next } from "../payment/states.ts";
import type { RefundChange, RefundedPayment } from "./ports.ts";
import { refundEventData } from "./record.ts";
import { isPaidBackByHand, refundable, type Refund } from "./refund.ts";
import { isReserved, nextRefundState, type RefundEvent, type RefundState } from "./states.ts";

export type RefundFacts = {
  readonly event: RefundEvent;
  readonly at: Instant;
  readonly attempt: AttemptChange;
  readonly declineReason?: Refund["declineReason"];
  /** The postings that the attempt has already, if the bank changed its answer. */
  readonly posted?: readonly Posting[];
  /** The postings of the sale, if the bank has voided it in place of a refund. */
  readonly voided?: readonly Posting[] | undefined;
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
 * moved on, if its undo may still be carried out, or if it had failed and its amount was refunded
 * otherwise since.
 */
export function planRefundMove(
  read: RefundedPayment,
  before: Refund,
  facts: RefundFacts,
): RefundChange | undefined {
  const moved = nextRefundState(before.state, facts.event);
  if (!moved.ok) return undefined;
  // The undo may still be on its way, and would take back what was told to the merchant.
  if (before.undoSentAt !== undefined && facts.event === "approved") return undefined;
  const { at, attempt, declineReason, posted = [] } = facts;
  const isDone = moved.value === "succeeded";
  const isFreed = isReserved(before.state) && !isReserved(moved.value);
  const reservedMinor = read.reservedMinor - (isFreed ? before.amount.minor : 0n);
  assert(reservedMinor >= 0n, "a refund under way is reserved");
  if (facts.event === "booked_late" && !hasRoom(read, before)) return undefined;
  const payment = paymentAfter(read, before, facts);
  const voided = isDone && isWhole(read, before) ? facts.voided : undefined;
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
    attempt: { isVoid: voided === undefined ? undefined : true, ...attempt },
    postings: isDone ? postingsOfRefund(read, before, voided) : reversalOf(posted),
    firstLine: posted.length,
    event: eventOf(before, refund, { payment, ...facts }),
  };
}

/** Returns no event for a refund that stays pending, even if for another reason than before. */
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

/** True if enough of the payment is left for a refund whose amount is no longer reserved. */
function hasRoom({ payment, reservedMinor }: RefundedPayment, { amount }: Refund): boolean {
  return refundable(payment, reservedMinor).minor >= amount.minor;
}

function paymentAfter(read: RefundedPayment, refund: Refund, { event, at }: RefundFacts): Payment {
  if (event === "taken_back") return takenBack(read.payment, refund, at);
  const moved = nextRefundState(refund.state, event);
  return moved.ok && moved.value === "succeeded"
    ? paidBack(read.payment, refund, at)
    : read.payment;
}

/** Takes a refund out of its payment, so that its amount can be refunded again. */
function takenBack(payment: Payment, { amount }: Refund, at: Instant): Payment {
  const refundedMinor = payment.refundedMinor - amount.minor;
  const move = next(payment.state, "refund_failed");
  return { ...payment, refundedMinor, updatedAt: at, ...(move.ok ? { state: move.value } : {}) };
}

/** Adds a refund to its payment; the payment's state moves only if nothing is left to refund. */
function paidBack(payment: Payment, refund: Refund, at: Instant): Payment {
  const refundedMinor = payment.refundedMinor + refund.amount.minor;
  assert(refundedMinor <= payment.capturedMinor, "no more is refunded than was captured");
  const after = { ...payment, refundedMinor, updatedAt: at };
  if (refundable(after, 0n).minor > 0n) return after;
  const move = next(payment.state, "refunded_in_full");
  assert(move.ok, `a payment that is ${payment.state} can't be refunded in full`);
  return { ...after, state: move.value };
}

/** True if the refund gives back all that was taken, so that a void of the sale can replace it. */
function isWhole({ payment }: RefundedPayment, { amount }: Refund): boolean {
  return payment.refundedMinor === 0n && payment.capturedMinor === amount.minor;
}

/**
 * Returns the postings of a refund. Its money goes back the way it came: out of the acquirer's next
 * payout, or out of the merchant's bank account. If the bank voided the sale, its commission goes
 * back as well.
 */
function postingsOfRefund(
  { payment }: RefundedPayment,
  { amount }: Refund,
  voided: readonly Posting[] | undefined,
): Posting[] {
  if (voided !== undefined) {
    return reversalOf(voided).filter(
      ({ debit, credit }) => debit === "acquirer_receivable" || credit === "acquirer_receivable",
    );
  }
  const event = isPaidBackByHand(payment) ? "paid_back" : "refunded";
  return postingsOf(event, { moved: amount });
}
