import { BOUNDS } from "../../kernel/bounds.ts";
import { missingRight, wrongNetwork } from "../problem/key-problems.ts";
import type { ProblemCode } from "../problem/problem-codes.ts";
import { EXAMPLE } from "./example-values.ts";
import type { ProblemExample } from "./operation.ts";

/** The example of each problem; an operation may have an example of its own. */
export const PROBLEM_EXAMPLES: Readonly<Record<ProblemCode, ProblemExample>> = {
  malformed_request: { detail: "The request must be well-formed HTTP/1.1." },
  malformed_body: { detail: "The body must be a JSON document." },
  validation_failed: ofField("session_id", "is required"),
  bad_request: { detail: "The request is malformed." },
  invalid_idempotency_key: ofField(
    "Idempotency-Key",
    `must be 1 to ${BOUNDS.idempotencyKeyMax} visible ASCII characters`,
  ),
  missing_api_key: {
    detail: "Authorization must be Bearer followed by the merchant's API key.",
  },
  invalid_api_key: {
    detail: "Authorization must be Bearer followed by a valid API key of the merchant.",
  },
  missing_right: missingRight("refunds.make"),
  network_not_allowed: wrongNetwork("203.0.113.9"),
  not_found: { detail: "There is nothing at this path." },
  method_not_allowed: { detail: "This path takes POST." },
  request_timeout: { detail: "The request did not arrive in time." },
  body_too_large: { detail: "The body must be at most 256 KiB." },
  unsupported_media_type: { detail: "Content-Type must be application/json, in UTF-8." },
  idempotency_key_in_use: {
    detail: "The first call with this Idempotency-Key is still running.",
  },
  idempotency_key_reused: {
    detail: "This Idempotency-Key was used with another request body.",
  },
  expectation_failed: { detail: "Expect must be 100-continue, or not be sent." },
  headers_too_large: {
    detail: "The request line and the header fields must be at most 16 KiB together.",
  },
  internal_error: { detail: "The service failed to do this." },
  database_unavailable: {
    detail: "The service's database can't do this at the moment. Try again shortly.",
  },
  database_read_only: {
    detail: "The service's database takes no writes at the moment. Try again shortly.",
  },
  service_stopping: {
    detail: "The service is being stopped. Try again, on a new connection.",
  },
  service_busy: {
    detail:
      "More calls of yours are under way than the service can serve beside those of others. " +
      "Try again in 1 s.",
  },
  session_not_found: { detail: "session_id is not the id of a session." },
  session_expired: { detail: `The session expired at ${EXAMPLE.expiresAt}. Create a new one.` },
  merchant_suspended: { detail: "The merchant is suspended and takes no payments." },
  payment_in_progress: {
    detail: "Another payment of this session is under way.",
    extra: { order_id: EXAMPLE.order },
  },
  session_already_paid: {
    detail: "This session has been paid.",
    extra: { order_id: EXAMPLE.order },
  },
  invalid_card_number: ofField("card_number", "is not a valid card number"),
  card_expired: ofField("expire_year", "and expire_month must not be in the past"),
  invalid_cvc: ofField("cvc", "must be 3 digits for this card"),
  installment_not_available: ofField(
    "installment_count",
    "must be one that the installment lookup offers for this card and amount",
  ),
  payment_type_not_available: ofField("payment_type", "shopping_credit is not available in USD"),
  unknown_wallet: ofField("wallet_id", "must be one of hepsipay, paycell, tosla"),
  unknown_bank: ofField("bank_code", "must be one of 0062, 0064, 0067"),
  credit_amount_out_of_range: ofField(
    "bank_code",
    "must be of a bank that lends the session's amount; this one lends 10000 to 10000000 minor units",
  ),
  acquirer_not_configured: {
    detail: "The merchant takes no live payments: a bank connection or the switch is missing.",
  },
  order_not_found: {
    detail: "order_id is not the id of an order of this merchant, mode and session.",
  },
  card_token_not_found: {
    detail: "card_token is not the token of a card that this session may use.",
  },
  stored_cards_unavailable: {
    detail: "Stored cards can't be used at the moment. Send the card's own fields.",
  },
  rate_limited: {
    detail: "Too many requests: this API key may send 1000 a second on average. Try again in 1 s.",
  },
  too_many_attempts: {
    detail: "Too many cards have failed here. No other is tried for the next 180 s.",
  },
  refund_not_found: {
    detail: "refund_id is not the id of a refund of this merchant and mode.",
  },
  not_refundable: {
    detail: "Only a completed payment can be refunded; the payment of order_id is failed.",
    extra: { payment_status: "failed" },
  },
  refund_exceeds_amount: {
    ...ofField("amount", "must be at most 125000, what is left to refund"),
    extra: { refundable_amount: EXAMPLE.amount },
  },
  refund_needs_approval: {
    ...ofField(
      "amount",
      "must not bring the refunds of the payment above 100000 without an approval; ask for it in " +
        "the panel, or use a key with the right refunds.above_limit",
    ),
    extra: { approval_limit: 100_000 },
  },
  not_voidable: {
    detail:
      "Only a payment that is held and not captured can be voided; the payment of order_id is completed.",
    extra: { payment_status: "completed" },
  },
  not_capturable: {
    detail:
      "Only a payment that is held and not captured can be captured; the payment of order_id is " +
      "completed.",
    extra: { payment_status: "completed" },
  },
  capture_exceeds_amount: {
    ...ofField("amount", "must be at most 125000, what is held"),
    extra: { capturable_amount: EXAMPLE.amount },
  },
  endpoint_not_found: {
    detail: "endpoint_id is not the id of a webhook endpoint of this merchant and mode.",
  },
  too_many_endpoints: { detail: "A merchant may have 16 webhook endpoints of a mode." },
  resource_not_found: ofField("merchant_id", "must be the id of a merchant"),
  already_exists: ofField("name", "must be another: a key in force has it"),
  live_not_ready: {
    detail: "The merchant can't take live payments yet: connection, three_d_secure are missing.",
    extra: { missing: ["connection", "three_d_secure"] },
  },
  event_not_in_feed: {
    detail:
      "The data were restored from a backup that lacks this event. " +
      `Go on with after=${EXAMPLE.event}; it gives every event since the backup.`,
    extra: { after: EXAMPLE.event },
  },
  too_many_streams: {
    detail: "A merchant may have 20 streams of a mode open at once.",
  },
  too_many_exports: {
    detail:
      "As many exports of this merchant are being read as it may have beside those of others. " +
      "Read them to their ends, or close their connections.",
  },
};

/** The problem of one wrong field, as `invalidField` makes it. */
export function ofField(field: string, message: string): ProblemExample {
  return { detail: `${field} ${message}.`, errors: [{ field, message }] };
}
