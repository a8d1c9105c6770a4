import type {
  AuthorizeOutcome,
  Declined,
  Unknown,
} from "../../domain/payment/acquirer-outcomes.ts";
import type { AcquirerState } from "../../domain/payment/acquirer.ts";
import type { ReturnFields } from "../../domain/payment/acquirer-requests.ts";
import type { DeclineReason } from "../../domain/payment/decline.ts";
import { unreachable } from "./ask-bank.ts";
import { bankText } from "./bank-text.ts";
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

export type AtGate = {
  readonly chargesAtGate: boolean;
  readonly reason?: DeclineReason | undefined;
  readonly bankCode?: string | undefined;
  readonly bankMessage?: string | undefined;
};

/**
 * The outcome of a gate that sends the browser back at once without proving anything. Where the
 * bank charges only by our message after the return, nothing is charged, so it is a decline.
 */
export function unprovenAtGate(told: Unknown, gate: AtGate): Declined | Unknown {
  if (gate.chargesAtGate) return told;
  return {
    kind: "declined",
    reason: gate.reason ?? "three_d_secure_unavailable",
    bankCode: (gate.bankCode ?? "").slice(0, 16),
    bankMessage: bankText(gate.bankMessage),
    retry: "no",
  };
}
