import { refusalProblem } from "./pay-refusal.ts";
import type { MethodRefusal } from "./pay-method.ts";
import { invalidField, type Problem } from "../problem/problem.ts";

/**
 * The problem of a payment request that was refused before any attempt, for every payment method.
 */
export function methodProblem(refusal: MethodRefusal): Problem {
  switch (refusal.code) {
    case "unknown_wallet":
      return invalidField("wallet_id", refusal.code, oneOf(refusal.choices));
    case "unknown_bank":
      return invalidField("bank_code", refusal.code, oneOf(refusal.choices));
    case "credit_amount_out_of_range":
      return invalidField(
        "bank_code",
        refusal.code,
        "must be of a bank that lends the session's amount; " +
          `this one lends ${refusal.minMinor} to ${refusal.maxMinor} minor units`,
      );
    case "credit_installments_out_of_range":
      return invalidField(
        "installment_count",
        "installment_not_available",
        `must be from 1 to ${refusal.max} at this bank`,
      );
    case "payment_type_not_available":
      return invalidField(
        "payment_type",
        refusal.code,
        `${refusal.paymentType} is not available in ${refusal.currency}`,
      );
    case "transfer_not_available":
      return invalidField(
        "payment_type",
        "payment_type_not_available",
        `bank_transfer is not available: the merchant has no account in ${refusal.currency}`,
      );
    default:
      return refusalProblem(refusal);
  }
}

function oneOf(choices: readonly string[]): string {
  return `must be one of ${choices.join(", ")}`;
}
