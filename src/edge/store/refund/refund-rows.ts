import { money } from "../../../kernel/money.ts";
import type { Refund } from "../../../refund/refund.ts";
import { bigint, currency, flag, moment, optionalText, trusted, type Row } from "../sql/rows.ts";

export function readRefund(row: Row): Refund {
  return {
    merchantId: trusted(row, "merchant_id"),
    refundId: trusted(row, "refund_id"),
    orderId: trusted(row, "order_id"),
    sessionId: trusted(row, "session_id"),
    mode: trusted(row, "mode"),
    attemptId: trusted(row, "attempt_id"),
    state: trusted(row, "state"),
    amount: money(bigint(row, "amount"), currency(row, "currency")),
    requestedMinor: row["requested_amount"] === null ? undefined : bigint(row, "requested_amount"),
    idempotencyKey: optionalText(row, "idempotency_key"),
    completesPayment: flag(row, "completes_payment"),
    declineReason: trusted<Refund["declineReason"] | null>(row, "decline_reason") ?? undefined,
    createdAt: moment(row, "created_at"),
    updatedAt: moment(row, "updated_at"),
  };
}
