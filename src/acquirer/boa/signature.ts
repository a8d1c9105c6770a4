import { createHash, createHmac } from "node:crypto";

import type { Secret } from "../../kernel/secret.ts";
import type { SignedText } from "../kit/signed-return.ts";

/** The form of the password in which it is a key: base64 SHA-1. */
export function hashPassword(password: Secret): string {
  return sha1(password.reveal());
}

/** The hash of a JSON message: base64 HMAC-SHA512 of the values and the key, under the key. */
export function jsonHash(values: readonly string[], key: string): string {
  return createHmac("sha512", key)
    .update([...values, key].join(""))
    .digest("base64");
}

export type XmlHashed = {
  readonly merchantId: string;
  readonly merchantOrderId: string;
  /** Empty in the messages that have no amount. */
  readonly amount: string;
  readonly okUrl: string;
  readonly failUrl: string;
  readonly userName: string;
};

/** `HashData` of an XML message: base64 SHA-1; a field that the message lacks is empty. */
export function xmlHash(hashed: XmlHashed, key: string): string {
  const { merchantId, merchantOrderId, amount, okUrl, failUrl, userName } = hashed;
  return sha1([merchantId, merchantOrderId, amount, okUrl, failUrl, userName, key].join(""));
}

export type XmlAnswered = {
  readonly merchantOrderId: string;
  /** Empty in the return from 3-D Secure. */
  readonly rrn: string;
  readonly responseCode: string;
  readonly orderId: string;
};

/** `HashData` of the bank's XML answers and returns. The amount is not covered. */
export function answerHash(answered: XmlAnswered, key: string): string {
  const { merchantOrderId, rrn, responseCode, orderId } = answered;
  return sha1([merchantOrderId, rrn, responseCode, orderId, key].join(""));
}

/** The signed text of an answer or return, for the comparison with the bank's value. */
export function signedAnswer(
  { merchantOrderId, rrn, responseCode, orderId }: XmlAnswered,
  { given, password }: { readonly given: string; readonly password: Secret },
): SignedText {
  const fields = [
    ["MerchantOrderId", merchantOrderId],
    ["RRN", rrn],
    ["ResponseCode", responseCode],
    ["OrderId", orderId],
  ] as const;
  return {
    given,
    algorithm: "base64 SHA-1, values digest of the key",
    fields,
    key: password,
    plain: (key) => [...fields.map(([, value]) => value), sha1(key)].join(""),
    digest: (bytes) => sha1(bytes),
  };
}

function sha1(text: string | Buffer): string {
  return createHash("sha1").update(text).digest("base64");
}
