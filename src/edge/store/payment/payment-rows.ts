import { money } from "../../../kernel/money.ts";
import type { Attempt, PaidCard, Payment } from "../../../payment/payment.ts";
import {
  bigint,
  currency,
  flag,
  integer,
  moment,
  optionalMoment,
  optionalText,
  text,
  trusted,
  type Row,
} from "../sql/rows.ts";

export function readPayment(row: Row): Payment {
  const unit = currency(row, "currency");
  return {
    merchantId: trusted(row, "merchant_id"),
    orderId: trusted(row, "order_id"),
    sessionId: trusted(row, "session_id"),
    mode: trusted(row, "mode"),
    state: trusted(row, "state"),
    amount: money(bigint(row, "amount"), unit),
    chargedAmount: money(bigint(row, "charged_amount"), unit),
    capturedMinor: bigint(row, "captured_amount"),
    refundedMinor: bigint(row, "refunded_amount"),
    paymentType: trusted(row, "payment_type"),
    installmentCount: integer(row, "installment_count"),
    captureMethod: trusted(row, "capture_method"),
    origin: trusted(row, "origin"),
    acquirer: text(row, "acquirer"),
    card: readCard(row),
    cardToken: trusted<Payment["cardToken"] | null>(row, "card_token") ?? undefined,
    threeDSecure: flag(row, "three_d_secure"),
    declineReason: trusted<Payment["declineReason"] | null>(row, "decline_reason") ?? undefined,
    clientNetwork: optionalText(row, "client_network"),
    customerId: optionalText(row, "customer_id"),
    createdAt: moment(row, "created_at"),
    updatedAt: moment(row, "updated_at"),
  };
}

function readCard(row: Row): PaidCard | undefined {
  const lastFour = optionalText(row, "card_last_four");
  if (lastFour === undefined) return undefined;
  return {
    bin: text(row, "card_bin"),
    lastFour,
    brand: trusted(row, "card_brand"),
    bankName: optionalText(row, "card_bank"),
    program: optionalText(row, "card_program"),
  };
}

export function readAttempt(row: Row): Attempt {
  return {
    merchantId: trusted(row, "merchant_id"),
    attemptId: trusted(row, "attempt_id"),
    orderId: trusted(row, "order_id"),
    kind: trusted(row, "kind"),
    state: trusted(row, "state"),
    amount: money(bigint(row, "amount"), currency(row, "currency")),
    bankReference: optionalText(row, "bank_reference"),
    authCode: optionalText(row, "auth_code"),
    bankCode: optionalText(row, "bank_code"),
    bankMessage: optionalText(row, "bank_message"),
    mdStatus: optionalText(row, "md_status"),
    bankForm: trusted<Attempt["bankForm"] | null>(row, "bank_form") ?? undefined,
    createdAt: moment(row, "created_at"),
    dueAt: optionalMoment(row, "due_at"),
    inquiries: integer(row, "inquiries"),
  };
}
