import type { ProblemCode } from "../http/problem/problem-codes.ts";
import { OUTAGE_TEXTS, type ErrorText } from "./outage-texts.ts";

/** The cause and the remedy of each problem code; a missing code does not compile. */
export const ERROR_TEXTS: Readonly<Record<ProblemCode, ErrorText>> = {
  malformed_request: {
    cause: "The received bytes are not an HTTP/1.1 request, or its path or query can't be decoded.",
    fix: "Send the request with an HTTP library, and percent-encode paths and queries in UTF-8.",
  },
  malformed_body: {
    cause:
      "The body is not one JSON document in UTF-8, names a member twice, or nests deeper than 32 levels.",
    fix: "Let a JSON library write the body. `detail` names the error.",
  },
  validation_failed: {
    cause:
      "A field or parameter is missing, of the wrong type, too long, not one of its values, or has " +
      "control characters. Numbers sent as strings and fractions of minor units are wrong types.",
    fix: "Correct the fields in `errors`: each entry has a field and the rest of a sentence about it.",
  },
  bad_request: {
    cause: "The request can't be carried out as it is, and no more specific code applies.",
    fix: "Read `detail`. If it does not help, look for the request's `X-Request-Id` in the log.",
  },
  invalid_idempotency_key: {
    cause:
      "`Idempotency-Key` is empty, too long, sent twice, not visible ASCII, or a card number, which " +
      "must not be kept in clear.",
    fix: "Send 1 to 255 visible ASCII characters, such as a UUID, bare or as a quoted string.",
  },
  missing_right: {
    cause: "The key is valid, but was made without the right that this call needs.",
    fix: "Use a key with the right that `right` names, or add it by making another key in the panel.",
  },
  network_not_allowed: {
    cause: "The key may be used from some networks only, and the call came from another one.",
    fix:
      "Call from one of the key's networks, or make a key for this one in the panel. Behind a proxy, " +
      "`VEZNE_TRUSTED_PROXIES` decides which address counts.",
  },
  missing_api_key: {
    cause: "The call is for the merchant's server, and has no `Authorization` header.",
    fix:
      "Send `Authorization: Bearer` followed by the merchant's API key. A session id does not " +
      "authenticate the merchant: the customer's address bar shows it.",
  },
  invalid_api_key: {
    cause: "The key belongs to no merchant, or was replaced. The answer does not say which.",
    fix: "Use the key that is shown when it is made or rolled (`npx --no vezne merchants roll-key`).",
  },
  not_found: {
    cause: "No operation has this path.",
    fix: "Compare the path with the [operations](/docs/operations). Paths have no slash at their end.",
  },
  method_not_allowed: {
    cause: "The path exists and does not take this method.",
    fix: "Use one of the methods in the answer's `Allow`.",
  },
  request_timeout: {
    cause: "The header fields did not arrive within 10 seconds, or the whole request within 30.",
    fix: "Send the request at once, on a fresh connection.",
  },
  body_too_large: {
    cause: "The body is larger than 256 KiB.",
    fix: "Send less: `metadata` takes 8 KiB, and a basket 500 items.",
  },
  unsupported_media_type: {
    cause: "`Content-Type` is not `application/json` in UTF-8, or the body is compressed.",
    fix: "Send `Content-Type: application/json` and the body as it is.",
  },
  rate_limited: {
    cause:
      "The API key or the client's address has sent more than its [rate](/docs/conventions#rate-limits).",
    fix: "Wait for `Retry-After` seconds. `RateLimit` on every answer says how much is left.",
  },
  too_many_attempts: {
    cause:
      "Too many cards failed in this session, from this address or at this merchant; or a session looked " +
      "up too many different `bin_number`s. Both are signs of card testing.",
    fix:
      "Wait for `Retry-After` seconds. Successful payments lower the count. Behind a reverse proxy, " +
      "`VEZNE_TRUSTED_PROXIES` must name it, or all customers count as one.",
  },
  idempotency_key_in_use: {
    cause: "The first call with this `Idempotency-Key` is still running.",
    fix: "Send the same call again after `Retry-After` seconds: it gets the answer of the first call.",
  },
  idempotency_key_reused: {
    cause: "The `Idempotency-Key` was used with another body within the last seven days.",
    fix: "Use a new key for a new call, and the same body for a repeated one.",
  },
  expectation_failed: {
    cause: "`Expect` asks for something other than `100-continue`.",
    fix: "Leave `Expect` out.",
  },
  headers_too_large: {
    cause: "The request line and the header fields are larger than 16 KiB together.",
    fix: "Send fewer or shorter header fields.",
  },
  ...OUTAGE_TEXTS,
  session_not_found: {
    cause: "`session_id` is not the id of a session.",
    fix: "Send the `session_id` of session creation as it was answered, of this server.",
  },
  session_expired: {
    cause:
      "The session's hour is over, or its customer went back to the shop, which ends it. In the style " +
      "`codes` this is −4, with HTTP 200.",
    fix: "Create a new session. A customer who is at the bank may still come back within 15 minutes.",
  },
  merchant_suspended: {
    cause: "The operator of the service has suspended the merchant: it takes no new payments.",
    fix: "Ask the operator. Refunds, captures, voids and reports of earlier payments still work.",
  },
  payment_in_progress: {
    cause: "Another payment of the session is under way, and its outcome is not known yet.",
    fix:
      "Query the status of `order_id`, or wait for its webhook. A new payment is possible once that " +
      "payment has failed or was cancelled.",
  },
  session_already_paid: {
    cause: "A payment of the session has succeeded; a session is paid once.",
    fix: "Treat the order as paid: `order_id` is the payment. Create a session for anything else.",
  },
  invalid_card_number: {
    cause:
      "The card number's check digit or length is wrong. In the style `codes` this is −5, with HTTP 200.",
    fix: "Let the customer correct the number. Nothing was sent to the bank.",
  },
  card_expired: {
    cause: "The card's month has passed.",
    fix: "Let the customer correct the expiry date, or use another card.",
  },
  invalid_cvc: {
    cause:
      "The security code has the wrong length for the card: four digits for American Express, else three.",
    fix: "Let the customer correct it.",
  },
  installment_not_available: {
    cause: "The number of installments is not on offer for this card and amount.",
    fix: "Offer what the [installment lookup](/docs/operations/look-up-installments) answers, or send 1.",
  },
  payment_type_not_available: {
    cause: "The payment type is not on offer in the session's currency or mode.",
    fix: "Offer another type; shopping credit is in TRY only.",
  },
  unknown_wallet: {
    cause: "`wallet_id` is not one of the wallets on offer.",
    fix: "Send one of the [wallet options](/docs/operations/list-wallets).",
  },
  unknown_bank: {
    cause: "`bank_code` is not one of the banks on offer for this payment type.",
    fix: "Send one of the bank codes that `detail` or the option list names.",
  },
  credit_amount_out_of_range: {
    cause: "The bank does not lend the session's amount.",
    fix: "Offer the banks whose `min_amount` and `max_amount` include the amount.",
  },
  acquirer_not_configured: {
    cause:
      "The session is live, and the merchant has no bank connection for live payments, or was not " +
      "switched live.",
    fix: "Use a test key until the panel's page Go live is complete and an owner switched it on.",
  },
  order_not_found: {
    cause:
      "`order_id` is not an order of this merchant, mode and session. Another merchant's order, and a " +
      "test order under a live key, get the same answer.",
    fix: "Use the key or the session that made the order.",
  },
  refund_not_found: {
    cause: "`refund_id` is no refund of this merchant and mode.",
    fix: "Use the `refund_id` from the answer of the refund, and the key of the same mode.",
  },
  card_token_not_found: {
    cause:
      "`card_token` is not the token of a card of this merchant and mode, or of another customer than the " +
      "session's `customer_id`.",
    fix: "Let the customer enter the card, or create the session with the customer who stored it.",
  },
  stored_cards_unavailable: {
    cause: "The machine that received the call does not have the vault key of stored cards.",
    fix: "Let the customer enter the card. Operators: see `docs/operations/stored-cards.md`.",
  },
  not_refundable: {
    cause:
      "Only a completed payment can be refunded; `payment_status` is the status of this one. A charge " +
      "that the bank has taken back can't be refunded either, until a person has cleared it.",
    fix:
      "Void an authorized payment instead; a failed, cancelled or refunded payment needs no refund. " +
      "`detail` says if the charge must be cleared with the bank first.",
  },
  refund_exceeds_amount: {
    cause: "The amount is more than the charged amount less earlier refunds.",
    fix: "Refund at most `refundable_amount`, or leave `amount` out to refund the whole remainder.",
  },
  refund_needs_approval: {
    cause:
      "The merchant has a limit for refunds without an approval, and the key has no right to " +
      "exceed it. `approval_limit` counts all refunds of the payment.",
    fix:
      "Ask for the refund in the panel, where another person approves it, or let an owner of the " +
      "merchant make a key with the right `refunds.above_limit`.",
  },
  not_voidable: {
    cause: "Only a payment that is authorized and not captured can be voided.",
    fix: "Refund a completed payment instead.",
  },
  not_capturable: {
    cause: "Only a payment that is authorized and not captured can be captured.",
    fix: "Check `payment_status`: a completed payment has been captured already.",
  },
  capture_exceeds_amount: {
    cause: "The amount is more than the preauthorised amount.",
    fix: "Capture at most `capturable_amount`, or leave `amount` out to capture all of it.",
  },
  endpoint_not_found: {
    cause: "`endpoint_id` is no webhook endpoint of this merchant and mode.",
    fix: "Use one of the [list of endpoints](/docs/operations/list-webhook-endpoints).",
  },
  too_many_endpoints: {
    cause: "The merchant has the largest number of webhook endpoints of this mode.",
    fix: "[Remove](/docs/operations/remove-webhook-endpoint) one that is not used any more.",
  },
  resource_not_found: {
    cause:
      "An id in the path of the administration API names nothing, or nothing of this merchant.",
    fix: "Use an id of one of the lists; `errors` names the wrong one.",
  },
  already_exists: {
    cause:
      "Another key has the name, another user the e-mail address, or another connection the title.",
    fix: "Use the one that exists, or send another value of the field that `errors` names.",
  },
  live_not_ready: {
    cause: "A required condition of live payments is not met yet.",
    fix: "Meet the conditions in `missing`; [going live](/docs/going-live) explains each.",
  },
  too_many_streams: {
    cause: "The merchant has the largest number of open event streams of this mode.",
    fix: "Close one, or read the [list of events](/docs/operations/list-events) instead.",
  },
  too_many_exports: {
    cause: "The merchant has as many exports under way as its share of all exports allows.",
    fix: "Read its exports to their end, or close them, and call again after `Retry-After` seconds.",
  },
};
