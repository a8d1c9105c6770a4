import { toIso } from "../../../kernel/clock.ts";
import type { PaymentEventData } from "../../../payment/ports.ts";
import type { RefundChange } from "../../../refund/ports.ts";
import type { Refund } from "../../../refund/refund.ts";
import type { SqlClient } from "../sql/database.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import { rollupChange, ROLLED_UP } from "../payment/rollup-change.ts";

/** Writes a change of a refund; the caller's transaction must have locked the payment. */
export async function applyRefundChange(sql: SqlClient, change: RefundChange): Promise<void> {
  await updatePayment(sql, change);
  await updateRefund(sql, change.refund);
  await updateAttempt(sql, change);
  await insertPostings(sql, change.postings, {
    ...change.refund,
    entryId: change.refund.attemptId,
    at: change.refund.updatedAt,
  });
  if (change.event !== undefined) await insertEvent(sql, change.refund, change.event);
}

const BEFORE = { state: "old_state", refundedAmount: "old_refunded_amount" };

async function updatePayment(sql: SqlClient, change: RefundChange): Promise<void> {
  const { payment, reservedMinor } = change;
  await sql.query({
    name: "update-refunded-payment",
    text: `with before as materialized (
       select state, refunded_amount from payment
       where merchant_id = $1 and order_id = $2 and created_at = $7
     ),
     moved as (
       update payment set state = $3, refunded_amount = $4, refund_reserved = $5, updated_at = $6
       where merchant_id = $1 and order_id = $2 and created_at = $7
       returning *
     ),
     compared as (
       select moved.*, before.state as old_state, before.refunded_amount as old_refunded_amount
       from moved cross join before
     )
     ${rollupChange("compared", ROLLED_UP, BEFORE)}`,
    values: [
      payment.merchantId,
      payment.orderId,
      payment.state,
      payment.refundedMinor,
      reservedMinor,
      toIso(payment.updatedAt),
      toIso(payment.createdAt),
    ],
  });
}

async function updateRefund(sql: SqlClient, refund: Refund): Promise<void> {
  await sql.query(
    `update refund set state = $3, completes_payment = $4, decline_reason = $5, updated_at = $6
     where merchant_id = $1 and refund_id = $2`,
    [
      refund.merchantId,
      refund.refundId,
      refund.state,
      refund.completesPayment,
      refund.declineReason ?? null,
      toIso(refund.updatedAt),
    ],
  );
}

async function updateAttempt(sql: SqlClient, { refund, attempt }: RefundChange): Promise<void> {
  await sql.query(
    `update attempt set state = $3, due_at = $4, bank_reference = $5, auth_code = $6,
       bank_code = $7, bank_message = $8
     where merchant_id = $1 and attempt_id = $2`,
    [
      refund.merchantId,
      attempt.attemptId,
      attempt.state,
      attempt.dueAt === undefined ? null : toIso(attempt.dueAt),
      attempt.bankReference ?? null,
      attempt.authCode ?? null,
      attempt.bankCode ?? null,
      attempt.bankMessage ?? null,
    ],
  );
}

export async function insertEvent(
  sql: SqlClient,
  refund: Refund,
  event: PaymentEventData,
): Promise<void> {
  await sql.query(
    `insert into event (merchant_id, event_id, type, mode, session_id, order_id, data, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      refund.merchantId,
      event.eventId,
      event.type,
      refund.mode,
      refund.sessionId,
      refund.orderId,
      JSON.stringify(event.data),
      toIso(refund.updatedAt),
    ],
  );
}
