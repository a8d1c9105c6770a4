import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

import type { Secret } from "../../kernel/secret.ts";
import { isStorable } from "../../kernel/text.ts";

/** Derived keys in the cache; others are derived again. */
const CACHED_KEYS = 10_000;

/** Terminal keys: hex HMAC-SHA256 of the merchant's id under the secret shared with the bank. */
export class TerminalKeyring {
  readonly #master: Secret;
  readonly #keys = new Map<string, KeyObject>();

  constructor(master: Secret) {
    this.#master = master;
  }

  keyOf(terminal: string): KeyObject {
    const known = this.#keys.get(terminal);
    if (known !== undefined) return known;
    const hex = createHmac("sha256", this.#master.reveal()).update(terminal).digest("hex");
    const key = createSecretKey(hex, "utf8");
    if (this.#keys.size >= CACHED_KEYS) this.#keys.clear();
    this.#keys.set(terminal, key);
    return key;
  }
}

/** Hex HMAC-SHA256 over `timestamp.body`, for requests and answers. */
export function signMessage(key: KeyObject, timestamp: string, body: string): string {
  return createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
}

/**
 * The fields of a 3-D Secure return that its hash covers. Further fields, from the query of the
 * address to which the bank sends the customer back, are not covered.
 */
const RETURN_FIELDS = [
  "amount",
  "cavv",
  "currency",
  "eci",
  "md",
  "md_status",
  "order_id",
  "request_id",
  "result",
  "timestamp",
] as const;

export type SignedReturn = Readonly<Record<(typeof RETURN_FIELDS)[number], string>>;

/** Base64 HMAC-SHA512 over `name=value`, URI-encoded, sorted by name and joined by `&`. */
export function hashReturn(key: KeyObject, fields: SignedReturn): string {
  const text = RETURN_FIELDS.map((name) => `${name}=${encodeURIComponent(fields[name])}`);
  return createHmac("sha512", key).update(text.join("&")).digest("base64");
}

/** Returns the signed fields of a return, or undefined if the bank has not signed them. */
export function verifyReturn(
  key: KeyObject,
  fields: Readonly<Record<string, string>>,
): SignedReturn | undefined {
  const signed = {
    amount: fields["amount"] ?? "",
    cavv: fields["cavv"] ?? "",
    currency: fields["currency"] ?? "",
    eci: fields["eci"] ?? "",
    md: fields["md"] ?? "",
    md_status: fields["md_status"] ?? "",
    order_id: fields["order_id"] ?? "",
    request_id: fields["request_id"] ?? "",
    result: fields["result"] ?? "",
    timestamp: fields["timestamp"] ?? "",
  };
  // `encodeURIComponent` throws for a lone surrogate; the bank sends none.
  if (!Object.values(signed).every(isStorable)) return undefined;
  return isEqual(fields["hash"] ?? "", hashReturn(key, signed)) ? signed : undefined;
}

/** Compares in constant time; the length of a signature is no secret. */
export function isEqual(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
