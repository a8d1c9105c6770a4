import { createHash } from "node:crypto";

/**
 * The signatures of the protocol, written apart from those of the adapter on purpose: an error in
 * one of the two shows as a refusal.
 */
function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("base64");
}

/** The digest of the merchant's key with its terminal. */
export function keyDigest(key: string, terminalNo: string): string {
  return sha256(`${key};${terminalNo}`);
}

/**
 * Signs values by the key's digest: reference, amount, currency and merchant of a request; with the
 * mdStatus or the host key before them in the two signed answers.
 */
export function macOf(values: readonly string[], digest: string): string {
  return sha256(`${values.join(";")};${digest}`);
}

/** The signature of the packets that pass through the browser: upper-case MD5. */
export function packetSign(first: string, second: string, key: string): string {
  return createHash("md5").update(first).update(second).update(key).digest("hex").toUpperCase();
}
