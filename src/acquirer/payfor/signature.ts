import { createHash } from "node:crypto";

import type { Secret } from "../../kernel/secret.ts";

type Fields = Readonly<Record<string, string>>;

/** The fields of the card form that its hash covers, in this order, before the store key. */
const FORM_HASH_FIELDS = [
  "MbrId",
  "OrderId",
  "PurchAmount",
  "OkUrl",
  "FailUrl",
  "TxnType",
  "InstallmentCount",
  "Rnd",
] as const;

/** Base64 SHA-1 over the form's values and the store key. Currency and model are not covered. */
export function hashOfForm(storeKey: Secret, form: Fields): string {
  const text = FORM_HASH_FIELDS.map((name) => form[name] ?? "").join("");
  return digest("sha1", text + storeKey.reveal());
}

export type ReturnSigner = {
  readonly merchantId: string;
  readonly userCode: string;
  readonly storeKey: Secret;
};

/** The lengths of the two base64 digests by which a return's algorithm is recognised. */
const SHA1_LENGTH = 28;
const SHA256_LENGTH = 44;

/**
 * The hash of a return in the algorithm of `given`, or undefined if `given` has the length of
 * neither. The bank names SHA-1 in `HashType`; returns without that field were seen with SHA-256.
 * Amount, currency and installments are not covered.
 */
export function hashOfReturn(
  { merchantId, userCode, storeKey }: ReturnSigner,
  fields: Fields,
  given: string,
): string | undefined {
  const signed = ["OrderId", "AuthCode", "ProcReturnCode", "3DStatus", "ResponseRnd"];
  const values = signed.map((name) => fields[name] ?? "").join("");
  const text = merchantId + storeKey.reveal() + values + userCode;
  if (given.length === SHA1_LENGTH) return digest("sha1", text);
  return given.length === SHA256_LENGTH ? digest("sha256", text) : undefined;
}

function digest(algorithm: "sha1" | "sha256", text: string): string {
  return createHash(algorithm).update(text, "utf8").digest("base64");
}
