import type { KeyRight } from "../../domain/merchant/key-right.ts";
import type { OperatorRight } from "../../domain/merchant/operator-right.ts";
import type { Problem } from "./problem.ts";

/** The problem of a valid key without the right for the call. */
export function missingRight(right: KeyRight): Problem {
  return {
    code: "missing_right",
    detail: `The API key must have the right ${right}. Its rights are set in the panel.`,
    extra: { right },
  };
}

/** The problem of a valid key that is used from an address outside its allowed networks. */
export function wrongNetwork(address: string): Problem {
  return {
    code: "network_not_allowed",
    detail: `The API key must not be used from ${address}. Its networks are set in the panel.`,
  };
}

/** The problem of a valid operator key without the right for the call. */
export function missingOperatorRight(right: OperatorRight): Problem {
  return {
    code: "missing_right",
    detail: `The operator key must have the right ${right}; its rights are set when it is created.`,
    extra: { right },
  };
}

/** The problem of a valid operator key that is used from outside its allowed networks. */
export function operatorKeyElsewhere(address: string): Problem {
  return {
    code: "network_not_allowed",
    detail: `The operator key must not be used from ${address}.`,
  };
}
