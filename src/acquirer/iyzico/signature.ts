import { createHmac } from "node:crypto";

import { shortDecimal } from "../../kernel/decimal.ts";
import { isSameText } from "../kit/constant-time.ts";
import type { Named, SignedText } from "../kit/signed-return.ts";
import type { Terminal } from "./credentials.ts";

/** The signed parts of a message: its path without the query, and the bytes of its body. */
export type Signed = {
  readonly randomKey: string;
  readonly path: string;
  readonly body: string;
};

/** The header `Authorization` of a message. */
export function authorization({ apiKey, secretKey }: Terminal, signed: Signed): string {
  const signature = hmac(secretKey.reveal(), signed.randomKey + signed.path + signed.body);
  const text = `apiKey:${apiKey}&randomKey:${signed.randomKey}&signature:${signature}`;
  return `IYZWSv2 ${Buffer.from(text).toString("base64")}`;
}

/** A key for one message, which no other message has; `unique` is its moment and its content. */
export function randomKeyOf({ secretKey }: Terminal, unique: string): string {
  return hmac(secretKey.reveal(), unique).slice(0, 32);
}

/** Compares the signature of an answer with that of its parts; an absent part is empty. */
export function isSignedAnswer(
  { secretKey }: Terminal,
  parts: readonly string[],
  given: string,
): boolean {
  return given !== "" && isSameText(given, hmac(secretKey.reveal(), parts.join(":")));
}

/** The signed text of the customer's return, for the comparison with the company's value. */
export function signedReturn({ secretKey }: Terminal, fields: Named, given: string): SignedText {
  const text = fields.map(([, value]) => value).join(":");
  return {
    given,
    algorithm: "hex HMAC-SHA256",
    fields,
    key: secretKey,
    plain: () => text,
    digest: (bytes, key) => hmac(key, bytes),
  };
}

/**
 * An amount as signatures have it: without zeros on its right, and without a point for a whole
 * number. Numbers of answers have the scale of a Java decimal, such as `1.20000000` and `0E-8`.
 */
export function strippedAmount(written: string): string {
  return /^\d+\.\d+$/.test(written) ? shortDecimal(written) : written;
}

function hmac(key: string, text: string | Buffer): string {
  return createHmac("sha256", key).update(text).digest("hex");
}
