import type { PaymentEventData } from "../../domain/payment/ports.ts";
import type { RefundChange, RefundIntent } from "../../domain/refund/ports.ts";
import { batchedPostingValues, insertBatchedPostings } from "../ledger/batched-postings.ts";
import type { PostedEntry } from "../ledger/posting-rows.ts";
import type { Refund } from "../../domain/refund/refund.ts";
import { rollupChange } from "../payment/rollup-change.ts";
import type { Statement } from "../../database/connection/statement.ts";
import {
  columnsWithin,
  columnValues,
  namesOf,
  unnestClause,
  type Column,
} from "../../database/mapping/columns.ts";
import type { ReadPayment } from "./refund-reads.ts";
import { REFUND } from "./refund-rows.ts";

/** A write that was planned from a payment, and is made only if the payment is still the same. */
export type PlannedWrite<Write> = { readonly read: ReadPayment; readonly write: Write };

const READ: readonly Column<PlannedWrite<unknown>>[] = [
  ["payment_created_at", "timestamptz", ({ read }) => read.payment.createdAt],
  ["version", "xid", ({ read }) => read.version],
];

// `xmin` is the transaction that wrote the row's current version. Every statement of a refund
// writes the payment's row, so an unchanged `xmin` means that no refund of the payment began or
// moved since the row was read. PostgreSQL compares it once more after waiting for a row lock.
const IS_UNCHANGED = `payment.merchant_id = input.merchant_id
    and payment.order_id = input.order_id
    and payment.created_at = input.payment_created_at
    and payment.xmin = input.version`;

// Batches of two processes lock the payments that both contain in one order, without a deadlock.
const IN_ORDER = "order by merchant_id, order_id";

const EVENT: readonly Column<PaymentEventData | undefined>[] = [
  ["event_id", "text", (event) => event?.eventId],
  ["event_type", "text", (event) => event?.type],
  ["event_data", "jsonb", (event) => event && JSON.stringify(event.data)],
];

const INSERT_EVENTS = `
  insert into event (merchant_id, event_id, type, mode, session_id, order_id, data, created_at)
  select merchant_id, event_id, event_type, mode, session_id, order_id, event_data, updated_at
  from won where event_id is not null`;

type PlannedIntent = PlannedWrite<RefundIntent>;

const BEGUN: readonly Column<PlannedIntent>[] = [
  ...READ,
  ...columnsWithin(REFUND.columns, ({ write }: PlannedIntent) => write.refund),
  ["attempt_state", "text", ({ write }) => write.attempt.state],
  ["due_at", "timestamptz", ({ write }) => write.attempt.dueAt],
  ["acquirer", "text", ({ write }) => write.attempt.acquirer],
  ["acquirer_reference", "text", ({ write }) => write.attempt.acquirerReference],
  ["person_reason", "text", ({ write }) => write.attempt.personReason],
  ...columnsWithin(EVENT, ({ write }: PlannedIntent) => write.event),
];

/**
 * Writes refunds with their attempts and reserved amounts, before any request to the bank. The
 * result lists the positions (from 1) of the refunds whose payments were unchanged, and the version
 * that these payments have now. Of two refunds of one payment in a batch only one is written.
 *
 * `(… in (select …)) is true` keeps the planner from making a nested loop (see apply-changes.ts).
 */
export const BEGIN_REFUNDS: Statement = {
  name: "begin-refunds",
  text: `
with input as materialized (select * from ${unnestClause(BEGUN)} ${IN_ORDER}),
reserved as (
  update payment set refund_reserved = refund_reserved + input.amount
  from input
  where ${IS_UNCHANGED}
  returning input.ord
),
won as materialized (select * from input where (ord in (select ord from reserved)) is true),
refunds as (
  insert into refund (${namesOf(REFUND.columns)}) select ${namesOf(REFUND.columns)} from won
),
attempts as (
  insert into attempt (merchant_id, attempt_id, order_id, kind, state, amount, currency, created_at,
    due_at, acquirer, acquirer_reference, person_reason)
  select merchant_id, attempt_id, order_id, 'refund', attempt_state, amount, currency, created_at,
    due_at, acquirer, acquirer_reference, person_reason
  from won
),
events as (${INSERT_EVENTS}
)
select ord::int as ord, pg_current_xact_id()::xid::text as version from reserved`,
};

export function begunValues(batch: readonly PlannedIntent[]): unknown[] {
  return columnValues(BEGUN, batch);
}

type PlannedChange = PlannedWrite<RefundChange>;

const MOVED: readonly Column<PlannedChange>[] = [
  ...READ,
  ["merchant_id", "text", ({ write }) => write.refund.merchantId],
  ["order_id", "text", ({ write }) => write.refund.orderId],
  ["session_id", "text", ({ write }) => write.refund.sessionId],
  ["mode", "text", ({ write }) => write.refund.mode],
  ["refund_id", "text", ({ write }) => write.refund.refundId],
  ["refund_state", "text", ({ write }) => write.refund.state],
  ["completes_payment", "boolean", ({ write }) => write.refund.completesPayment],
  ["decline_reason", "text", ({ write }) => write.refund.declineReason],
  ["updated_at", "timestamptz", ({ write }) => write.refund.updatedAt],
  ["old_state", "text", ({ read }) => read.payment.state],
  ["old_refunded_amount", "bigint", ({ read }) => read.payment.refundedMinor],
  ["new_state", "text", ({ write }) => write.payment.state],
  ["new_refunded_amount", "bigint", ({ write }) => write.payment.refundedMinor],
  ["new_reserved", "bigint", ({ write }) => write.reservedMinor],
  ["payment_updated_at", "timestamptz", ({ write }) => write.payment.updatedAt],
  ["attempt_id", "text", ({ write }) => write.attempt.attemptId],
  ["attempt_state", "text", ({ write }) => write.attempt.state],
  ["due_at", "timestamptz", ({ write }) => write.attempt.dueAt],
  ["bank_reference", "text", ({ write }) => write.attempt.bankReference],
  ["auth_code", "text", ({ write }) => write.attempt.authCode],
  ["bank_code", "text", ({ write }) => write.attempt.bankCode],
  ["bank_message", "text", ({ write }) => write.attempt.bankMessage],
  ["acquirer_state", "text", ({ write }) => write.attempt.newState?.take()],
  ["booked_at", "timestamptz", ({ write }) => write.attempt.bookedAt],
  ["approved_minor", "bigint", ({ write }) => write.attempt.approvedMinor],
  ["pending_until", "text", ({ write }) => write.attempt.pendingUntil],
  ["is_void", "boolean", ({ write }) => write.attempt.isVoid],
  ...columnsWithin(EVENT, ({ write }: PlannedChange) => write.event),
];

const BEFORE = { state: "old_state", refundedAmount: "old_refunded_amount" };
const AFTER = { state: "new_state", refundedAmount: "new_refunded_amount" };

/**
 * Moves refunds with their payments, attempts, postings and events. The result lists the positions
 * (from 1) of the changes whose payments were unchanged.
 */
export const MOVE_REFUNDS: Statement = {
  name: "move-refunds",
  text: `
with input as materialized (select * from ${unnestClause(MOVED)} ${IN_ORDER}),
moved as (
  update payment
  set state = new_state, refunded_amount = new_refunded_amount, refund_reserved = new_reserved,
    updated_at = payment_updated_at
  from input
  where ${IS_UNCHANGED}
  returning input.ord, old_state, new_state, old_refunded_amount, new_refunded_amount,
    payment.merchant_id, payment.mode, payment.created_at, payment.payment_type, payment.currency,
    payment.amount
),
rollup_changes as (${rollupChange("moved", AFTER, BEFORE)}
),
won as materialized (select * from input where (ord in (select ord from moved)) is true),
refunds as (
  update refund
  set state = won.refund_state, completes_payment = won.completes_payment,
    decline_reason = won.decline_reason, updated_at = won.updated_at
  from won
  where refund.merchant_id = won.merchant_id and refund.refund_id = won.refund_id
),
attempts as (
  update attempt
  set state = won.attempt_state, due_at = won.due_at, bank_reference = won.bank_reference,
    auth_code = won.auth_code, bank_code = won.bank_code, bank_message = won.bank_message,
    acquirer_state = coalesce(won.acquirer_state, attempt.acquirer_state),
    booked_at = won.booked_at, approved_minor = won.approved_minor,
    pending_until = won.pending_until, is_void = won.is_void
  from won
  where attempt.merchant_id = won.merchant_id and attempt.attempt_id = won.attempt_id
),
${insertBatchedPostings(MOVED.length + 1, "moved").trim()},
events as (${INSERT_EVENTS}
)
select ord::int as ord from moved`,
};

function entryOf({ merchantId, mode, attemptId, orderId, updatedAt }: Refund): PostedEntry {
  return { merchantId, mode, entryId: attemptId, orderId, at: updatedAt };
}

export function movedValues(batch: readonly PlannedChange[]): unknown[] {
  const posted = batch.map(({ write: { refund, postings, firstLine } }) => ({
    entry: entryOf(refund),
    postings,
    firstLine,
  }));
  return [...columnValues(MOVED, batch), ...batchedPostingValues(posted)];
}
