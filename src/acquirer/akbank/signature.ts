import { createHmac } from "node:crypto";

import type { Secret } from "../../kernel/secret.ts";
import type { SignedText } from "../kit/signed-return.ts";

type Fields = Readonly<Record<string, string>>;

/** The fields of the card form that its hash covers, in this order; an absent one is empty. */
const FORM_HASH_FIELDS = [
  "paymentModel",
  "txnCode",
  "merchantSafeId",
  "terminalSafeId",
  "orderId",
  "lang",
  "amount",
  "ccbRewardAmount",
  "pcbRewardAmount",
  "xcbRewardAmount",
  "currencyCode",
  "installCount",
  "okUrl",
  "failUrl",
  "emailAddress",
  "subMerchantId",
  "creditCard",
  "expiredDate",
  "cvv",
  "randomNumber",
  "requestDateTime",
  "b2bIdentityNumber",
] as const;

/** Base64 HMAC-SHA512 over UTF-8 text; the key is used as text although it looks like hex. */
function hash(key: Secret, text: string): string {
  return digest(Buffer.from(text), key.reveal());
}

function digest(bytes: Buffer, key: string): string {
  return createHmac("sha512", key).update(bytes).digest("base64");
}

/** The header `auth-hash` of a JSON message: the hash of exactly the bytes that are sent. */
export function hashOfBody(key: Secret, body: string): string {
  return hash(key, body);
}

export function hashOfForm(key: Secret, form: Fields): string {
  return hash(key, FORM_HASH_FIELDS.map((name) => form[name] ?? "").join(""));
}

/** The text that the bank signs in a return: the fields that it lists in `hashParams`. */
export function signedReturn(
  fields: Fields,
  { secretKey, terminalSafeId }: { readonly secretKey: Secret; readonly terminalSafeId: string },
): SignedText {
  const names = (fields["hashParams"] ?? "").split("+");
  return {
    given: fields["hash"] ?? "",
    algorithm: "base64 HMAC-SHA512",
    fields: names.map((name) => [name, fields[name] ?? ""]),
    key: secretKey,
    plain: () => names.map((name) => fields[name] ?? "").join(""),
    digest,
    terminal: [fields["terminalSafeId"], terminalSafeId],
  };
}
