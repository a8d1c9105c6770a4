import { CARD_BRANDS } from "../../domain/card/card-number.ts";
import { CAPTURE_METHODS } from "../../domain/session/session.ts";
import type { SealedText } from "../../domain/payment/attempt-vault.ts";
import { HOLD_ENDS, MODES } from "../../domain/merchant/merchant.ts";
import { DECLINE_REASONS } from "../../domain/payment/decline.ts";
import {
  ATTEMPT_KINDS,
  ATTEMPT_STATES,
  PAYMENT_ORIGINS,
  PAYMENT_TYPES,
  PENDING_UNTIL,
  PERSON_REASONS,
  type Attempt,
  type BankForm,
  type PaidCard,
  type Payment,
} from "../../domain/payment/payment.ts";
import { PAYMENT_STATES } from "../../domain/payment/states.ts";
import { column, notInserted, optional, record } from "../../database/mapping/mapping.ts";

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
  onHoldEnd: optional(column.oneOf("on_hold_end", HOLD_ENDS)),
  captureBefore: notInserted(optional(column.instant("capture_before"))),
  origin: column.oneOf("origin", PAYMENT_ORIGINS),
  acquirer: column.text("acquirer"),
  card: optional(PAID_CARD, "card_last_four"),
  cardToken: optional(column.id("card_token")),
  threeDSecure: column.flag("three_d_secure"),
  declineReason: notInserted(optional(column.oneOf("decline_reason", DECLINE_REASONS))),
  clientNetwork: optional(column.text("client_network")),
  customerId: optional(column.text("customer_id")),
  reference: optional(column.text("reference")),
  undoSentAt: notInserted(optional(column.instant("undo_sent_at"))),
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
  acquirer: optional(column.text("acquirer")),
  acquirerReference: optional(column.text("acquirer_reference")),
  sealedState: notInserted(optional(column.id<SealedText>("acquirer_state"))),
  bankReference: notInserted(optional(column.text("bank_reference"))),
  authCode: notInserted(optional(column.text("auth_code"))),
  bankCode: notInserted(optional(column.text("bank_code"))),
  bankMessage: notInserted(optional(column.text("bank_message"))),
  mdStatus: notInserted(optional(column.text("md_status"))),
  bankForm: notInserted(optional(column.json<BankForm>("bank_form"))),
  chargesInside: notInserted(column.flag("charge_inside")),
  sealedDocument: notInserted(optional(column.id<SealedText>("challenge_document"))),
  bookedAt: notInserted(optional(column.instant("booked_at"))),
  approvedMinor: notInserted(optional(column.bigint("approved_minor"))),
  originalAttemptId: optional(column.id("original_attempt_id")),
  lacksCvc: optional(column.flag("lacks_cvc")),
  pendingUntil: notInserted(optional(column.oneOf("pending_until", PENDING_UNTIL))),
  notFoundAt: notInserted(optional(column.instant("not_found_at"))),
  personReason: notInserted(optional(column.oneOf("person_reason", PERSON_REASONS))),
  createdAt: column.instant("created_at"),
  dueAt: optional(column.instant("due_at")),
  inquiries: notInserted(column.integer("inquiries")),
});
