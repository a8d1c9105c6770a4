import type { ReturnOutcome } from "../../domain/payment/acquirer.ts";
import type { DeclineReason } from "../../domain/payment/decline.ts";
import { bankText } from "./bank-text.ts";

/**
 * The meaning of an mdStatus that is not charged: 5 to 7 and 9 are failures of the issuer's server,
 * of the bank or of the merchant's enrolment, 8 is an unknown card.
 */
const REASONS: Readonly<Record<string, DeclineReason>> = {
  "5": "three_d_secure_unavailable",
  "6": "three_d_secure_unavailable",
  "7": "three_d_secure_unavailable",
  "8": "invalid_card_number",
  "9": "three_d_secure_unavailable",
};

/** The outcome of a return whose mdStatus the connection does not accept. */
export function refusalOfMdStatus(mdStatus: string, message: string | undefined): ReturnOutcome {
  return {
    kind: "not_authenticated",
    reason: REASONS[mdStatus] ?? "three_d_secure_failed",
    mdStatus: mdStatus.slice(0, 2),
    bankMessage: bankText(message),
  };
}
