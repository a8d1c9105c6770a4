import type { KeyRight } from "../../merchant/key-right.ts";
import type { Problem } from "./problem.ts";

/** A valid key that may not make the call. */
export function missingRight(right: KeyRight): Problem {
  return {
    code: "missing_right",
    detail: `The API key must have the right ${right}. Its rights are set in the panel.`,
    extra: { right },
  };
}

/** A valid key that may not be used from the caller's address. */
export function wrongNetwork(address: string): Problem {
  return {
    code: "network_not_allowed",
    detail: `The API key must not be used from ${address}. Its networks are set in the panel.`,
  };
}
