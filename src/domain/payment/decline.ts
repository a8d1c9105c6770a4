/**
 * The reasons of a decline that the interface promises; the bank's own code is stored beside the
 * reason.
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
