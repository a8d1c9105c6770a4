import { createHash } from "node:crypto";

type Values = Readonly<Record<string, string>>;

const FORM_ORDER = "MbrId OrderId PurchAmount OkUrl FailUrl TxnType InstallmentCount Rnd";

/** Base64 SHA-1 over the form's values and the store key. */
export function hashCardForm(merchantPass: string, values: Values): string {
  return hashed("sha1", joined(values, FORM_ORDER) + merchantPass);
}

type Signer = {
  readonly merchantId: string;
  readonly merchantPass: string;
  readonly userCode: string;
  readonly returnHash: "sha1" | "sha256";
};

/** The value of `ResponseHash`. */
export function hashReturn(signer: Signer, values: Values): string {
  const { merchantId, merchantPass, userCode, returnHash } = signer;
  const signed = joined(values, "OrderId AuthCode ProcReturnCode 3DStatus ResponseRnd");
  return hashed(returnHash, merchantId + merchantPass + signed + userCode);
}

function joined(values: Values, names: string): string {
  let text = "";
  for (const name of names.split(" ")) text += values[name] ?? "";
  return text;
}

function hashed(algorithm: "sha1" | "sha256", text: string): string {
  return createHash(algorithm).update(text).digest("base64");
}
