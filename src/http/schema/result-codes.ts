import type { DeclineReason } from "../../domain/payment/decline.ts";

/** Numeric result codes of the pay endpoint (spec 7.2). */
export const RESULT_CODE = {
  success: 0,
  redirect: 1,
  general: -1,
  insufficient_balance: -2,
  card_blocked: -3,
  session_expired: -4,
  invalid_card_number: -5,
} as const;

/** The numeric code of each reason, as contract C4 and C7 assign them. */
export const DECLINE_RESULT_CODES = {
  insufficient_balance: RESULT_CODE.insufficient_balance,
  card_blocked: RESULT_CODE.card_blocked,
  invalid_card_number: RESULT_CODE.invalid_card_number,
  do_not_honour: RESULT_CODE.general,
  expired_card: RESULT_CODE.general,
  invalid_cvc: RESULT_CODE.general,
  suspected_fraud: RESULT_CODE.general,
  three_d_secure_failed: RESULT_CODE.general,
  three_d_secure_unavailable: RESULT_CODE.general,
  three_d_secure_timeout: RESULT_CODE.general,
  cancelled_by_customer: RESULT_CODE.general,
  authentication_failed: RESULT_CODE.general,
  payment_timeout: RESULT_CODE.general,
  transfer_not_received: RESULT_CODE.general,
  bank_unreachable: RESULT_CODE.general,
  general_error: RESULT_CODE.general,
} as const satisfies Record<DeclineReason, number>;
