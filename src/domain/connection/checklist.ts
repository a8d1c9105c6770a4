import type { CheckNote } from "./connection.ts";
import type { ConditionForm } from "./protocol-form.ts";
import type { KeyState } from "./store-key.ts";

/**
 * - `missing`: the bank's last answer names this condition.
 * - `no_objection`: the bank accepted the credentials and named no problem.
 * - `not_told`: the bank was not asked, did not answer, or refused for another reason.
 *
 * The condition of the store key has states of its own, because an accepted question says nothing
 * about it: `proved` by a signed message, `unproved`, and `doubted` by a return that differs.
 */
export type ConditionState =
  | "missing"
  | "no_objection"
  | "not_told"
  | "proved"
  | "unproved"
  | "doubted";

/** Returns what the bank's last words say about a condition. */
export function conditionState(
  { bankCodes, isStoreKey }: Pick<ConditionForm, "bankCodes" | "isStoreKey">,
  check: CheckNote | undefined,
  key: KeyState,
): ConditionState {
  const isNamed =
    check?.kind !== "ready" && check?.code !== undefined && bankCodes.includes(check.code);
  if (isStoreKey === true && key !== "not_signed") {
    return isNamed || key === "refused" ? "missing" : key;
  }
  if (check?.kind === "ready") return "no_objection";
  return isNamed ? "missing" : "not_told";
}
