import type { CheckNote } from "./connection.ts";
import type { ConditionForm } from "./protocol-form.ts";

/**
 * - `missing`: the bank's last answer names this condition.
 * - `no_objection`: the bank accepted the credentials and named no problem.
 * - `not_told`: the bank was not asked, did not answer, or refused for another reason.
 */
export type ConditionState = "missing" | "no_objection" | "not_told";

/** Returns what the bank's last answer says about a condition. */
export function conditionState(
  { bankCodes }: Pick<ConditionForm, "bankCodes">,
  check: CheckNote | undefined,
): ConditionState {
  if (check?.kind === "ready") return "no_objection";
  const isNamed = check?.code !== undefined && bankCodes.includes(check.code);
  return isNamed ? "missing" : "not_told";
}
