import { Type } from "typebox";
import { Compile } from "typebox/compile";

import type { AcquirerState } from "../../domain/payment/acquirer.ts";
import { acquirerState } from "../../domain/payment/acquirer-state.ts";

/** The values of a passed 3-D Secure that the test bank wants back with the charge. */
type Proof = { readonly md: string; readonly cavv: string };

const validator = Compile(
  Type.Object({ v: Type.Literal(1), md: Type.String(), cavv: Type.String() }),
);

export function writeState(proof: Proof): AcquirerState {
  return acquirerState(JSON.stringify({ v: 1, ...proof }));
}

/** @throws Error for a state that this adapter has not written. */
export function readState(state: AcquirerState): Proof {
  const proof: unknown = JSON.parse(state);
  if (!validator.Check(proof)) throw new Error("the state of a challenge is not the sandbox's");
  return proof;
}
