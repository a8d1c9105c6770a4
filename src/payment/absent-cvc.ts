import type { AuthorizeOutcome } from "./acquirer.ts";

/**
 * The outcome of a charge whose request had no CVC. A bank that wants one has a code for a wrong
 * CVC only, and that reason would ask the customer to correct a code that was never entered.
 */
export function withoutCvc(outcome: AuthorizeOutcome): AuthorizeOutcome {
  const isAboutCvc = outcome.kind === "declined" && outcome.reason === "invalid_cvc";
  return isAboutCvc ? { ...outcome, reason: "general_error" } : outcome;
}
