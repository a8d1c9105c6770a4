import { createHash } from "node:crypto";

import type { Secret } from "../../kernel/secret.ts";
import type { SignedText } from "../kit/signed-return.ts";

type Fields = Readonly<Record<string, string>>;

/** The fields of the card form that its hash covers, in this order, before the merchant key. */
const FORM_HASH_FIELDS = [
  "ShopCode",
  "OrderId",
  "PurchAmount",
  "OkUrl",
  "FailUrl",
  "TxnType",
  "InstallmentCount",
  "Rnd",
] as const;

/**
 * The fields of a return that its hash covers, in this order. Other lists are refused: the values
 * are joined without a separator, so another list could give the same text other meanings.
 */
const RETURN_HASH_FIELDS = [
  "Version",
  "PurchAmount",
  "Exponent",
  "Currency",
  "OkUrl",
  "FailUrl",
  "MD",
  "OrderId",
  "ProcReturnCode",
  "Response",
  "mdStatus",
] as const;

/** The only value of `HASHPARAMS` that is accepted. */
export const RETURN_HASH_PARAMS = RETURN_HASH_FIELDS.map((name) => `${name}:`).join("");

export function hashOfForm(merchantKey: Secret, form: Fields): string {
  return digest(FORM_HASH_FIELDS.map((name) => form[name] ?? "").join(""), merchantKey);
}

/** The joined values of a return, which the bank repeats in `HASHPARAMSVAL`. */
export function signedValuesOf(fields: Fields): string {
  return RETURN_HASH_FIELDS.map((name) => fields[name] ?? "").join("");
}

/** The signed text of a return. */
export function signedReturn(
  fields: Fields,
  { merchantKey, shopCode }: { readonly merchantKey: Secret; readonly shopCode: string },
): SignedText {
  const listed = (fields["HASHPARAMS"] ?? "").split(":").map((name) => fields[name] ?? "");
  return {
    given: fields["HASH"] ?? "",
    algorithm: "base64 SHA-1, values key",
    fields: RETURN_HASH_FIELDS.map((name) => [name, fields[name] ?? ""]),
    key: merchantKey,
    plain: (key) => signedValuesOf(fields) + key,
    digest: (bytes) => digestOf(bytes),
    ways: [{ cause: "field_list", plain: (key) => listed.join("") + key }],
    terminal: [fields["ShopCode"], shopCode],
  };
}

/** Base64 SHA-1 over the values followed by the merchant key. */
function digest(values: string, merchantKey: Secret): string {
  return digestOf(Buffer.from(values + merchantKey.reveal()));
}

function digestOf(bytes: Buffer): string {
  return createHash("sha1").update(bytes).digest("base64");
}
