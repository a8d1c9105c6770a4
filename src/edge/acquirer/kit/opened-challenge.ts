import type { AuthorizeOutcome } from "../../../payment/acquirer-outcomes.ts";
import type { AcquirerState } from "../../../payment/acquirer.ts";
import type { ReturnFields } from "../../../payment/acquirer-requests.ts";
import { unreachable } from "./ask-bank.ts";
import type { Relayed } from "./card-form.ts";
import { notOpened } from "./challenge-terms.ts";

type Opening = {
  readonly state?: AcquirerState | undefined;
  /** True if the bank charges at its gate, so that a gate without an answer may have charged. */
  readonly chargesAtGate: boolean;
  /** Reads the fields of a gate that has decided without the customer. */
  readonly readReturned: (fields: ReturnFields) => AuthorizeOutcome | Promise<AuthorizeOutcome>;
};

/** The outcome of an authorization that opens 3-D Secure, from the gate's answer to its form. */
export async function openedChallenge(
  relayed: Relayed,
  { state, chargesAtGate, readReturned }: Opening,
): Promise<AuthorizeOutcome> {
  switch (relayed.kind) {
    case "show":
      return { kind: "challenge", show: relayed.show, state };
    case "returned":
      return readReturned(relayed.fields);
    case "unreachable":
      return unreachable(relayed.cause);
    case "unknown":
      return chargesAtGate ? relayed : notOpened(relayed);
  }
}
