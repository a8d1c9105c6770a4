import { createHash } from "node:crypto";

/**
 * The signatures of the protocol, written apart from those of the adapter on purpose: an error in
 * one of the two shows as a refusal.
 */
function upperHash(algorithm: "sha1" | "sha512", ...values: readonly string[]): string {
  const hash = createHash(algorithm);
  for (const value of values) hash.update(value, "utf8");
  return hash.digest("hex").toUpperCase();
}

/** The password of a user together with its terminal, padded to nine digits. */
export function passwordDigest(password: string, terminalId: string): string {
  return upperHash("sha1", password, `000000000${terminalId}`.slice(-9));
}

/** Order, terminal, card, amount and currency of a message. */
export function requestHash(values: readonly string[], digest: string): string {
  return upperHash("sha512", ...values, digest);
}

/** Terminal, order, amount, currency, both addresses, type and installments of a form. */
export function formHash(values: readonly string[], storeKey: string, digest: string): string {
  return upperHash("sha512", ...values, storeKey, digest);
}

/** Code, retrieval reference, authorization code, date and order of an answer. */
export function answerHash(values: readonly string[], digest: string): string {
  return upperHash("sha512", ...values, digest);
}

/** The names that a return signs, as its field `hashparams` lists them. */
export const RETURN_PARAMS =
  "clientid:oid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd:";

export function returnHash(fields: Readonly<Record<string, string>>, storeKey: string): string {
  const names = RETURN_PARAMS.split(":");
  return upperHash("sha512", ...names.map((name) => fields[name] ?? ""), storeKey);
}
