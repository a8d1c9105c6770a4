import type { Unknown } from "../acquirer.ts";

type Outcome = { readonly kind: string; readonly duplicateReference?: boolean | undefined };

/**
 * Turns a refusal of a known reference into an unknown outcome. The bank has received the request
 * before, and an answer was lost, so only the inquiry tells its result.
 */
export function askIfDuplicate<Any extends Outcome>(outcome: Any): Any | Unknown {
  return outcome.kind === "declined" && outcome.duplicateReference === true
    ? { kind: "unknown", cause: "duplicate_reference" }
    : outcome;
}
