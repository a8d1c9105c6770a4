/**
 * The HTTP status of every problem `code`, which is defined nowhere else. The OpenAPI document and
 * the pages about errors are made from this table.
 */
export const PROBLEM_STATUS = {
  malformed_request: 400,
  malformed_body: 400,
  validation_failed: 400,
  bad_request: 400,
  invalid_idempotency_key: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  missing_right: 403,
  network_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  too_many_attempts: 429,
  idempotency_key_in_use: 409,
  idempotency_key_reused: 422,
  expectation_failed: 417,
  headers_too_large: 431,
  internal_error: 500,
  database_unavailable: 503,
  database_read_only: 503,
  service_stopping: 503,
  service_busy: 503,
  session_not_found: 404,
  session_expired: 410,
  merchant_suspended: 403,
  payment_in_progress: 409,
  session_already_paid: 409,
  invalid_card_number: 400,
  card_expired: 400,
  invalid_cvc: 400,
  installment_not_available: 400,
  payment_type_not_available: 400,
  unknown_wallet: 400,
  unknown_bank: 400,
  credit_amount_out_of_range: 400,
  acquirer_not_configured: 409,
  order_not_found: 404,
  refund_not_found: 404,
  card_token_not_found: 404,
  stored_cards_unavailable: 503,
  not_refundable: 409,
  refund_exceeds_amount: 409,
  refund_needs_approval: 403,
  not_voidable: 409,
  not_capturable: 409,
  capture_exceeds_amount: 409,
  event_not_in_feed: 410,
  too_many_streams: 429,
  too_many_exports: 429,
  endpoint_not_found: 404,
  too_many_endpoints: 409,
  resource_not_found: 404,
  already_exists: 409,
  live_not_ready: 409,
} as const;

export type ProblemCode = keyof typeof PROBLEM_STATUS;

export function statusOf({ code }: { readonly code: ProblemCode }): number {
  return PROBLEM_STATUS[code];
}

export const PROBLEM_CODES: readonly ProblemCode[] =
  Object.keys(PROBLEM_STATUS).filter(isProblemCode);

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEM_STATUS, text);
}
