import { createHash, createHmac } from "node:crypto";

/** The key of all hashes: base64 SHA-1 of the password. */
export function keyOf(password: string): string {
  return digest(password);
}

/** `hashData` of a JSON message: HMAC-SHA512 under the key, over the values and the key. */
export function hashOfJson(key: string, ...values: readonly string[]): string {
  const text = values.join("") + key;
  return createHmac("sha512", key).update(text).digest("base64");
}

/** `HashData` of an XML message or answer: SHA-1 over the values and the key. */
export function hashOfXml(key: string, ...values: readonly string[]): string {
  return digest(values.join("") + key);
}

function digest(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}
