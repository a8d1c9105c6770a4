import { PayCodesSchema, PayFlagsSchema, PaymentStatusSchema } from "../../schema/pay-answer.ts";
import { EXAMPLE } from "../example-values.ts";
import type { Operation } from "../operation.ts";
import { PAY_EXAMPLES } from "./pay-examples.ts";

const PAY: Operation = {
  id: "pay",
  tag: "Payments",
  summary: "Pay a session",
  description:
    "One try to pay a session. The status is 200 whenever an attempt was made or is under way, " +
    "declines included; a request that could not become an attempt is a problem. Where " +
    "`redirect_url` is answered, send the customer there, or render `html_content`.\n\n" +
    "The answer has two styles: `flags` (variant A) and `codes` (variant B, a number in `status`). " +
    "The merchant's setting chooses, and `Vezne-Response-Style` overrides it for one call. In `codes`, " +
    "an expired session and a wrong card number are 200 with −4 and −5; every other problem has " +
    "`status` −1.\n\n" +
    "A payment whose outcome the bank has not told yet stays `processing` (code 1) until it is known. " +
    "In live mode, a card payment without the merchant's key goes through 3-D Secure, whatever `is_3d` " +
    "says.\n\n" +
    "Send an `Idempotency-Key`, so that a call repeated after a lost connection finds its first answer.",
  access: "session or key",
  headers: ["Vezne-Response-Style"],
  answers: { "application/json": [PayFlagsSchema, PayCodesSchema] },
  examples: PAY_EXAMPLES,
  problems: [
    "invalid_api_key",
    "too_many_attempts",
    "validation_failed",
    "session_not_found",
    "session_expired",
    "merchant_suspended",
    "payment_in_progress",
    "session_already_paid",
    "invalid_card_number",
    "card_expired",
    "invalid_cvc",
    "installment_not_available",
    "payment_type_not_available",
    "unknown_wallet",
    "unknown_bank",
    "credit_amount_out_of_range",
    "acquirer_not_configured",
    "card_token_not_found",
    "stored_cards_unavailable",
  ],
};

const STATUS: Operation = {
  id: "getPaymentStatus",
  tag: "Payments",
  summary: "Ask for a payment's status",
  description:
    "Needs the session that made the order, and goes on working after the session has expired. " +
    "`success` says that the look-up worked; `status` is that of the payment.",
  access: "session",
  answers: { "application/json": [PaymentStatusSchema] },
  examples: {
    completed: {
      summary: "A completed payment",
      query: { order_id: EXAMPLE.order, session_id: EXAMPLE.session },
      answer: {
        success: true,
        order_id: EXAMPLE.order,
        status: "completed",
        amount: EXAMPLE.amount,
        message: "The payment is completed.",
        currency: "TRY",
        payment_type: "creditcard",
        card_last_four: "0008",
        charged_amount: EXAMPLE.amount,
        financing_amount: 0,
        captured_amount: EXAMPLE.amount,
        refunded_amount: 0,
      },
    },
  },
  problems: ["validation_failed", "order_not_found"],
  problemExamples: {
    order_not_found: { detail: "order_id is not the id of an order of this session." },
  },
};

/** Spec 4.3 and 4.6. */
export const PAYMENT_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /api/v1/payment/pay": PAY,
  "GET /api/v1/payment/status/:order_id": STATUS,
};
