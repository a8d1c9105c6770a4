import type { DeclineReason } from "../../domain/payment/decline.ts";

/** The preauthorization has ended. */
export const HOLD_OVER = "H1";

/**
 * The decline reasons of the test bank's answer codes. A code that is missing here leaves the
 * outcome unknown until an inquiry answers it.
 */
const REASONS = {
  "04": "card_blocked",
  "05": "do_not_honour",
  "12": "general_error",
  "13": "general_error",
  "14": "invalid_card_number",
  "25": "general_error",
  "30": "general_error",
  "34": "suspected_fraud",
  "41": "card_blocked",
  "43": "card_blocked",
  "51": "insufficient_balance",
  "54": "expired_card",
  "57": "general_error",
  "82": "invalid_cvc",
  "96": "general_error",
  [HOLD_OVER]: "general_error",
  Q1: "three_d_secure_failed",
  Q2: "three_d_secure_unavailable",
  Q3: "three_d_secure_timeout",
  Q4: "cancelled_by_customer",
  R1: "authentication_failed",
  R2: "payment_timeout",
  R3: "cancelled_by_customer",
} as const satisfies Record<string, DeclineReason>;

const REASON_OF: ReadonlyMap<string, DeclineReason> = new Map(Object.entries(REASONS));

export const SANDBOX_DECLINE_CODES = [...REASON_OF.keys()];

export function declineReasonOf(bankCode: string): DeclineReason | undefined {
  return REASON_OF.get(bankCode);
}

/** The decline reason for the `result` of a 3-D Secure return without authentication. */
export function returnReasonOf(result: string): DeclineReason {
  if (result === "cancel") return "cancelled_by_customer";
  if (result === "timeout") return "three_d_secure_timeout";
  return "three_d_secure_failed";
}
