import { MODES } from "../../domain/merchant/merchant.ts";
import { DECLINE_REASONS } from "../../domain/payment/decline.ts";
import type { Refund } from "../../domain/refund/refund.ts";
import { REFUND_STATES } from "../../domain/refund/states.ts";
import { column, notInserted, optional, record } from "../../database/mapping/mapping.ts";

export const REFUND = record<Refund>({
  merchantId: column.id("merchant_id"),
  refundId: column.id("refund_id"),
  orderId: column.id("order_id"),
  sessionId: column.id("session_id"),
  mode: column.oneOf("mode", MODES),
  attemptId: column.id("attempt_id"),
  state: column.oneOf("state", REFUND_STATES),
  amount: column.money("amount"),
  requestedMinor: optional(column.bigint("requested_amount")),
  idempotencyKey: optional(column.text("idempotency_key")),
  completesPayment: column.flag("completes_payment"),
  declineReason: optional(column.oneOf("decline_reason", DECLINE_REASONS)),
  undoSentAt: notInserted(optional(column.instant("undo_sent_at"))),
  createdAt: column.instant("created_at"),
  updatedAt: column.instant("updated_at"),
});
