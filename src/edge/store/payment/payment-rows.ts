import { CARD_BRANDS } from "../../../card/card-number.ts";
import { CAPTURE_METHODS } from "../../../checkout/session.ts";
import { MODES } from "../../../merchant/merchant.ts";
import { DECLINE_REASONS } from "../../../payment/decline.ts";
import {
  ATTEMPT_KINDS,
  ATTEMPT_STATES,
  PAYMENT_ORIGINS,
  PAYMENT_TYPES,
  type Attempt,
  type PaidCard,
  type Payment,
} from "../../../payment/payment.ts";
import { PAYMENT_STATES } from "../../../payment/states.ts";
import { column, notInserted, optional, record } from "../sql/mapping.ts";

const PAID_CARD = record<PaidCard>({
  lastFour: column.text("card_last_four"),
  bin: column.text("card_bin"),
  brand: column.oneOf("card_brand", CARD_BRANDS),
  bankName: optional(column.text("card_bank")),
  program: optional(column.text("card_program")),
});

export const PAYMENT = record<Payment>({
  merchantId: column.id("merchant_id"),
  orderId: column.id("order_id"),
  sessionId: column.id("session_id"),
  mode: column.oneOf("mode", MODES),
  state: column.oneOf("state", PAYMENT_STATES),
  amount: column.money("amount"),
  chargedAmount: column.amountInSameCurrency("charged_amount"),
  capturedMinor: notInserted(column.bigint("captured_amount")),
  refundedMinor: notInserted(column.bigint("refunded_amount")),
  paymentType: column.oneOf("payment_type", PAYMENT_TYPES),
  installmentCount: column.integer("installment_count", "smallint"),
  captureMethod: column.oneOf("capture_method", CAPTURE_METHODS),
  origin: column.oneOf("origin", PAYMENT_ORIGINS),
  acquirer: column.text("acquirer"),
  card: optional(PAID_CARD, "card_last_four"),
  cardToken: optional(column.id("card_token")),
  threeDSecure: column.flag("three_d_secure"),
  declineReason: notInserted(optional(column.oneOf("decline_reason", DECLINE_REASONS))),
  clientNetwork: optional(column.text("client_network")),
  customerId: optional(column.text("customer_id")),
  createdAt: column.instant("created_at"),
  updatedAt: notInserted(column.instant("updated_at")),
});

/** An attempt is inserted before the bank is called; an update writes the bank's answer. */
export const ATTEMPT = record<Attempt>({
  merchantId: column.id("merchant_id"),
  attemptId: column.id("attempt_id"),
  orderId: column.id("order_id"),
  kind: column.oneOf("kind", ATTEMPT_KINDS),
  state: column.oneOf("state", ATTEMPT_STATES),
  amount: column.money("amount"),
  bankReference: notInserted(optional(column.text("bank_reference"))),
  authCode: notInserted(optional(column.text("auth_code"))),
  bankCode: notInserted(optional(column.text("bank_code"))),
  bankMessage: notInserted(optional(column.text("bank_message"))),
  mdStatus: notInserted(optional(column.text("md_status"))),
  bankForm: notInserted(optional(column.json("bank_form"))),
  createdAt: column.instant("created_at"),
  dueAt: optional(column.instant("due_at")),
  inquiries: notInserted(column.integer("inquiries")),
});
