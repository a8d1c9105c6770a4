import { createHmac } from "node:crypto";

import { isEqual } from "../../terminal.ts";
import { type Account, accountOf } from "./accounts.ts";

export type Signed = { readonly path: string; readonly body: string };

/**
 * The account that has signed a request, or the company's code for a refusal: 1001 for a key that
 * it does not know, 1000 for a wrong signature.
 */
export function signer(header: string, { path, body }: Signed): Account | "1000" | "1001" {
  const [, encoded = ""] = /^IYZWSv2 ([A-Za-z0-9+/=]{1,1024})$/.exec(header) ?? [];
  const text = Buffer.from(encoded, "base64").toString();
  const parts = /^apiKey:([^&]*)&randomKey:([^&]*)&signature:([0-9a-f]{64})$/.exec(text);
  const [, apiKey = "", randomKey = "", signature = ""] = parts ?? [];
  const account = accountOf(apiKey);
  if (account === undefined) return "1001";
  const own = hmac(account.secretKey, randomKey + path + body);
  return randomKey !== "" && isEqual(signature, own) ? account : "1000";
}

/** The signature of an answer or a return: hex over its parts, of which an absent one is empty. */
export function signAnswer({ secretKey }: Account, parts: readonly string[]): string {
  return hmac(secretKey, parts.join(":"));
}

function hmac(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}
