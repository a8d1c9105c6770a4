import { createHash } from "node:crypto";

import type { Secret } from "../../kernel/secret.ts";
import type { SignedText } from "../kit/signed-return.ts";

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

const RETURN_FIELDS = ["OrderId", "AuthCode", "ProcReturnCode", "3DStatus", "ResponseRnd"] as const;

/**
 * The signed text of a return, in the algorithm that the length of the bank's value shows. The bank
 * names SHA-1 in `HashType`; returns without that field were seen with SHA-256. Amount, currency
 * and installments are not covered.
 */
export function signedReturn(fields: Fields, signer: ReturnSigner): SignedText {
  const { merchantId, userCode, storeKey } = signer;
  const given = fields["ResponseHash"] ?? "";
  const values = RETURN_FIELDS.map((name) => [name, fields[name] ?? ""] as const);
  const joined = values.map(([, value]) => value).join("");
  const algorithm = given.length === SHA1_LENGTH ? "sha1" : "sha256";
  const hasLength = given.length === SHA1_LENGTH || given.length === SHA256_LENGTH;
  return {
    given: hasLength ? given : "",
    algorithm: `base64 ${algorithm === "sha1" ? "SHA-1" : "SHA-256"}, key between the values`,
    fields: [["merchantId", merchantId], ...values, ["userCode", userCode]],
    key: storeKey,
    plain: (key) => merchantId + key + joined + userCode,
    digest: (bytes) => digest(algorithm, bytes),
    terminal: [fields["MerchantID"] ?? fields["MerchantId"], merchantId],
  };
}

function digest(algorithm: "sha1" | "sha256", text: string | Buffer): string {
  return createHash(algorithm).update(text).digest("base64");
}
