import type { Attempt } from "../payment.ts";
import type { Outcome } from "../pay-result.ts";

/**
 * The outcome of a charge whose request may have had no CVC. A bank that wants one has a code for a
 * wrong CVC only, and that reason would ask the customer to correct a code that was never entered.
 */
export function withoutCvc({ lacksCvc }: Pick<Attempt, "lacksCvc">, outcome: Outcome): Outcome {
  const isAboutCvc = outcome.kind === "declined" && outcome.reason === "invalid_cvc";
  return isAboutCvc && lacksCvc === true ? { ...outcome, reason: "general_error" } : outcome;
}
