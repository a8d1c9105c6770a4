/** A field that can't be taken over, and the reason; `allowed` lists the values that it may have. */
export type ConnectionFault = {
  readonly field: string;
  readonly problem: ConnectionProblem;
  readonly allowed?: readonly string[];
  /** The bank's code and text, or the cause of its silence. */
  readonly told?: string;
};

export type ConnectionProblem =
  | "required"
  | "unknown_value"
  | "does_not_match"
  | "too_long"
  | "unknown_field"
  | "not_live"
  | "one_currency_only"
  | "not_above_minimum"
  | "not_after_start"
  | "needs_programs"
  | "full_authentication_missing"
  | "terminal_taken"
  | "title_taken"
  | "other_terminal"
  | "bank_refused"
  | "bank_silent"
  | "changed_meanwhile"
  /** The host leads to an address that the service must not call; `told` has the rule. */
  | "forbidden_host"
  | "too_many";

export function fault(
  field: string,
  problem: ConnectionProblem,
  allowed?: readonly string[],
): ConnectionFault {
  return allowed === undefined ? { field, problem } : { field, problem, allowed };
}
