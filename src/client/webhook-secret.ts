import { fromBase64 } from "./hmac.ts";

const PREFIX = "whsec_";

/**
 * Returns a webhook secret as text. Without this check a secret that is missing, such as a variable
 * that is not set, would sign as "null" or not at all.
 * @throws TypeError for a missing secret, which is an error of the caller, not of the sender
 */
export function secretText(secret: unknown): string {
  if (typeof secret === "string" && secret !== "") return secret;
  throw malformed();
}

/**
 * Returns the key of a webhook secret.
 * @throws TypeError for a missing or malformed secret
 */
export function webhookKey(secret: unknown): Uint8Array<ArrayBuffer> {
  const text = secretText(secret);
  const key = fromBase64(text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text);
  if (key === undefined || key.length === 0) throw malformed();
  return key;
}

function malformed(): TypeError {
  return new TypeError(`A webhook secret is ${PREFIX} followed by base64.`);
}
