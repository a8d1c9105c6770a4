import type { Clock } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import {
  isOperatorKeyInForce,
  readOperatorKey,
  type OperatorKey,
  type OperatorKeyStore,
} from "./operator-key.ts";

export type AuthenticateOperatorDeps = {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly operatorKeys: Pick<OperatorKeyStore, "find">;
};

/** Returns the operator key of a text, or `undefined` for any text that is no key in force. */
export async function authenticateOperator(
  { clock, digest, operatorKeys }: AuthenticateOperatorDeps,
  text: string,
): Promise<OperatorKey | undefined> {
  const keyId = readOperatorKey(text);
  const key = keyId && (await operatorKeys.find(keyId));
  if (key === undefined || !digest.equal(key.hash, digest.sha256(text))) return undefined;
  return isOperatorKeyInForce(key, clock.now()) ? key : undefined;
}
