import type { Instant } from "../../kernel/clock.ts";
import type { AttemptId, ConnectionId } from "../../kernel/ids.ts";
import type { AcquirerConnection, KeyNote } from "./connection.ts";
import type { ProtocolForm } from "./protocol-form.ts";

/**
 * `unproved`: nothing is known of the key yet. `not_signed`: the bank signs no return, so that
 * there is nothing to prove.
 */
export type KeyState = KeyNote["kind"] | "unproved" | "not_signed";

type Keyed = Pick<AcquirerConnection, "bank" | "model" | "keyNote">;

/** The state of a connection's store key; `protocol` is absent in a release that lacks it. */
export function keyState(
  { bank, model, keyNote }: Keyed,
  protocol: Pick<ProtocolForm, "signedReturns"> | undefined,
): KeyState {
  const { signedReturns } = protocol ?? {};
  const isSigned = signedReturns !== undefined && !signedReturns.exceptAt.includes(bank);
  if (!isSigned || model === undefined) return "not_signed";
  return keyNote?.kind ?? "unproved";
}

/** The state of a connection's store key, by the protocols of this release. */
export function keyStateAmong(
  protocols: readonly Pick<ProtocolForm, "name" | "signedReturns">[],
  connection: Keyed & Pick<AcquirerConnection, "protocol">,
): KeyState {
  return keyState(
    connection,
    protocols.find(({ name }) => name === connection.protocol),
  );
}

/** True if nothing about the key is left to prove. */
export function isKeyProved(state: KeyState): boolean {
  return state === "proved" || state === "not_signed";
}

/**
 * The known causes of a signature that differs:
 *
 * - `key_spaces`, `key_case`, `other_credential`: the signature fits our key without the spaces
 *   around it, in other letters, or the value of another field of the credentials.
 * - `key_not_escaped`, `values_not_escaped`: it fits if `|` and `\` of the key, or of all values,
 *   stay as they are.
 * - `field_order`, `field_list`, `encoding`, `old_version`: it fits another order of the fields,
 *   the list of fields that the return names itself, another character set, or the signature of an
 *   earlier version.
 * - `other_terminal`: the return is of another terminal than the connection's.
 * - `no_signature`: the return has no signature.
 * - `bank_says_so`: the bank itself refuses our signature.
 * - `unexplained`: none of these; most often the key is another one.
 */
export const DIFFERENCE_CAUSES = [
  "key_spaces",
  "key_case",
  "other_credential",
  "key_not_escaped",
  "values_not_escaped",
  "field_order",
  "field_list",
  "encoding",
  "old_version",
  "other_terminal",
  "no_signature",
  "bank_says_so",
  "unexplained",
] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

/** The characters over which signatures differ. */
export const FIELD_MARKS = ["spaces", "bar", "backslash", "not_ascii", "line_end"] as const;

/** A field of a signed text as people may see it. */
export type SignedField = {
  readonly name: string;
  /** The value; null if it is hidden. */
  readonly shown: string | null;
  /** The number of the value's characters. */
  readonly length: number;
  readonly marks: readonly (typeof FIELD_MARKS)[number][];
};

/** A return whose signature is not the one that our key gives. */
export type SignatureDifference = {
  /** How the text is signed, such as `base64 SHA-512`. */
  readonly algorithm: string;
  /** In the order of the signed text. */
  readonly fields: readonly SignedField[];
  /**
   * The beginnings of both values. A whole value of ours would let its reader make a return that
   * counts as the bank's.
   */
  readonly own: string;
  readonly given: string;
  readonly causes: readonly DifferenceCause[];
};

export type ReturnDifference = SignatureDifference & {
  readonly connectionId: ConnectionId;
  readonly attemptId: AttemptId;
  readonly at: Instant;
};

/** The number of differences that are kept of a connection, and the time for which they are. */
export const DIFFERENCES_KEPT = 20;
export const DIFFERENCES_KEPT_DAYS = 30;

/**
 * Returns whose signature differs. A stranger may send any return, so each attempt leaves one
 * record, and a connection has only its newest ones.
 */
export interface ReturnDifferences {
  note(difference: ReturnDifference): Promise<void>;
  /** The differences of a connection, the newest first. */
  list(connectionId: ConnectionId): Promise<readonly ReturnDifference[]>;
}
