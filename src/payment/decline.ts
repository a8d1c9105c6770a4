/**
 * Why the bank, or the customer at the bank, declined. The bank's own code is kept beside it; this
 * list is the one that the interface promises.
 */
export const DECLINE_REASONS = [
  "insufficient_balance",
  "card_blocked",
  "invalid_card_number",
  "do_not_honour",
  "expired_card",
  "invalid_cvc",
  "suspected_fraud",
  "three_d_secure_failed",
  "three_d_secure_unavailable",
  "three_d_secure_timeout",
  "cancelled_by_customer",
  /** At a wallet, a lender or Papel: the customer entered wrong codes. */
  "authentication_failed",
  /**
   * At a wallet, a lender or Papel: the customer did not approve in time, or the lender did not
   * decide.
   */
  "payment_timeout",
  /** The money of a bank transfer did not arrive by its deadline. */
  "transfer_not_received",
  "bank_unreachable",
  "general_error",
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

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

/**
 * Returns the code that leaves the service. A suspicion of fraud leaves as an ordinary refusal,
 * because the caller may be the fraudster.
 */
export function publicDeclineCode(reason: DeclineReason): DeclineReason {
  return reason === "suspected_fraud" ? "do_not_honour" : reason;
}

/** Every decline code that may leave the service. */
export const PUBLIC_DECLINE_CODES: readonly DeclineReason[] = DECLINE_REASONS.filter(
  (reason) => publicDeclineCode(reason) === reason,
);
