import { createHmac } from "node:crypto";

import type { Secret } from "../../kernel/secret.ts";

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
  return createHmac("sha512", key.reveal()).update(text, "utf8").digest("base64");
}

/** The header `auth-hash` of a JSON message: the hash of exactly the bytes that are sent. */
export function hashOfBody(key: Secret, body: string): string {
  return hash(key, body);
}

export function hashOfForm(key: Secret, form: Fields): string {
  return hash(key, FORM_HASH_FIELDS.map((name) => form[name] ?? "").join(""));
}

/** The hash of a return over the fields that the bank lists in `hashParams`. */
export function hashOfReturn(key: Secret, names: readonly string[], fields: Fields): string {
  return hash(key, names.map((name) => fields[name] ?? "").join(""));
}
