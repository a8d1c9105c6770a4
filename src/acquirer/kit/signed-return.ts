import type { DifferenceCause, SignatureDifference } from "../../domain/connection/store-key.ts";
import type { AttemptId } from "../../kernel/ids.ts";
import type { Secret } from "../../kernel/secret.ts";
import { encodeText } from "./charset.ts";
import { isSameText } from "./constant-time.ts";
import type { OpenConnection } from "./protocol.ts";
import { shownField } from "./shown-field.ts";

export type Named = readonly (readonly [name: string, value: string])[];

/** The text that a bank has signed with the store key, and how. */
export type SignedText = {
  /** The bank's value; empty if the return has none. */
  readonly given: string;
  /** For people, such as `base64 SHA-512`. */
  readonly algorithm: string;
  /** The signed values in their order, without the key. */
  readonly fields: Named;
  readonly key: Secret;
  readonly plain: (key: string) => string;
  readonly digest: (bytes: Buffer, key: string) => string;
  /** Other ways of signing, each with the cause of a difference that it would explain. */
  readonly ways?: readonly SigningWay[];
  /** The returned number of the terminal beside ours. */
  readonly terminal?: readonly [returned: string | undefined, own: string];
};

export type SigningWay = {
  readonly cause: DifferenceCause;
  readonly plain: (key: string) => string;
  readonly digest?: (bytes: Buffer, key: string) => string;
};

type Signed = {
  readonly connection: OpenConnection;
  readonly attemptId: AttemptId;
};

/** Returns the value that our key gives for a signed text. */
export function ownSignature({ key, plain, digest }: SignedText): string {
  const secret = key.reveal();
  return digest(Buffer.from(plain(secret)), secret);
}

/** Compares the bank's signature with ours, and tells the connection the result. */
export function isSigned(signed: Signed, text: SignedText): boolean {
  const { given } = text;
  const isRight = given !== "" && isSameText(given, ownSignature(text));
  tellSignature(signed, text, isRight);
  return isRight;
}

/**
 * Tells the connection the result of a comparison, or that the bank refuses our own signature of
 * the text. A return without any field says nothing.
 */
export function tellSignature(
  { connection, attemptId }: Signed,
  text: SignedText,
  result: boolean | "bank_says_so",
): void {
  const { onSignature } = connection;
  if (onSignature === undefined) return;
  const isEmpty = text.given === "" && text.fields.every(([, value]) => value === "");
  if (result === true) onSignature({ kind: "verified" });
  else if (!isEmpty) {
    const causes = () => (result === false ? causesOf(connection, text) : [result]);
    onSignature({ kind: "differs", attemptId, describe: () => differenceOf(text, causes()) });
  }
}

/** The characters of a signature that are shown. */
const SHOWN_START = 8;
const MOST_FIELDS = 40;

function differenceOf(text: SignedText, causes: readonly DifferenceCause[]): SignatureDifference {
  const { algorithm, fields, given, terminal } = text;
  return {
    algorithm,
    fields: fields.slice(0, MOST_FIELDS).map((field) => shownField(field, terminal?.[1])),
    own: startOf(ownSignature(text)),
    given: startOf(given),
    causes,
  };
}

function startOf(signature: string): string {
  const start = signature.slice(0, SHOWN_START).replace(/[^A-Za-z0-9+/=_-]/g, "·");
  return signature === "" ? "" : `${start}… (${Math.min(signature.length, 9_999)})`;
}

function causesOf(connection: OpenConnection, text: SignedText): readonly DifferenceCause[] {
  const { given, terminal } = text;
  if (given === "") return ["no_signature"];
  const [returned, own = ""] = terminal ?? [];
  const isOther = returned !== undefined && returned !== "" && returned !== own;
  const found = explanation(keysOf(connection, text.key), text);
  const causes = [...found, ...(isOther ? (["other_terminal"] as const) : [])];
  return causes.length === 0 ? ["unexplained"] : causes;
}

type OtherKey = readonly [cause: DifferenceCause | undefined, key: string];

/** Our key, and the values that people enter in its place. */
function keysOf({ credentials }: OpenConnection, key: Secret): readonly OtherKey[] {
  const own = key.reveal();
  const others = Object.values(credentials).map((secret) => secret.reveal());
  return [
    [undefined, own],
    ["key_spaces", own.trim()],
    ["key_case", own.toUpperCase()],
    ["key_case", own.toLowerCase()],
    ...others
      .filter((other) => other !== own)
      .map((other): OtherKey => ["other_credential", other]),
  ];
}

/** A longer text is no bank's, and would keep the process from its other work. */
const EXPLAINED_LENGTH = 8_000;

/** The causes with which the bank's value would be right: one, or two together. */
function explanation(keys: readonly OtherKey[], text: SignedText): readonly DifferenceCause[] {
  const { given, plain, digest } = text;
  const own = plain(text.key.reveal());
  if (own.length > EXPLAINED_LENGTH) return [];
  const isGiven = (bytes: Buffer, key: string, how = digest) => isSameText(how(bytes, key), given);
  for (const [keyCause, key] of keys) {
    for (const way of [{ cause: undefined, plain }, ...(text.ways ?? [])]) {
      if (isGiven(Buffer.from(way.plain(key)), key, "digest" in way ? way.digest : digest)) {
        return [keyCause, way.cause].filter((cause) => cause !== undefined);
      }
    }
  }
  return isGiven(encodeText(own, "windows-1254"), text.key.reveal()) ? ["encoding"] : [];
}
