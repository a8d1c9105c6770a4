/** All values of `code` in the service's problems. */
export type ServiceErrorCode =
  | "malformed_request"
  | "malformed_body"
  | "validation_failed"
  | "bad_request"
  | "invalid_idempotency_key"
  | "missing_api_key"
  | "invalid_api_key"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "body_too_large"
  | "unsupported_media_type"
  | "expectation_failed"
  | "idempotency_key_in_use"
  | "idempotency_key_reused"
  | "headers_too_large"
  | "rate_limited"
  | "internal_error"
  | "database_unavailable"
  | "database_read_only"
  | "service_stopping"
  | "service_busy"
  | "session_not_found"
  | "session_expired"
  | "merchant_suspended"
  | "payment_in_progress"
  | "session_already_paid"
  | "too_many_attempts"
  | "event_not_in_feed"
  | "too_many_streams"
  | "too_many_exports"
  | "endpoint_not_found"
  | "too_many_endpoints"
  | "missing_right"
  | "network_not_allowed"
  | "invalid_card_number"
  | "card_expired"
  | "invalid_cvc"
  | "installment_not_available"
  | "payment_type_not_available"
  | "unknown_wallet"
  | "unknown_bank"
  | "credit_amount_out_of_range"
  | "acquirer_not_configured"
  | "order_not_found"
  | "card_token_not_found"
  | "stored_cards_unavailable"
  | "refund_not_found"
  | "not_refundable"
  | "refund_exceeds_amount"
  | "refund_needs_approval"
  | "not_voidable"
  | "not_capturable"
  | "capture_exceeds_amount"
  | "resource_not_found"
  | "already_exists"
  | "live_not_ready";

/** Errors that the client detects: no answer, or an invalid one. */
export type ClientErrorCode =
  | "connection_failed"
  | "timed_out"
  | "unreadable_answer"
  | "signature_missing"
  | "signature_invalid"
  | "timestamp_out_of_tolerance";

/** A later version of the service may have further codes. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode | (string & Record<never, never>);

/** Used for problems without a code: those of session creation and of proxies. */
const CODE_OF_STATUS: Readonly<Record<number, ServiceErrorCode>> = {
  400: "validation_failed",
  401: "invalid_api_key",
  404: "not_found",
  413: "body_too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
  500: "internal_error",
};

export function codeOfStatus(status: number): ErrorCode {
  return CODE_OF_STATUS[status] ?? "unreadable_answer";
}
