import { createHash } from "node:crypto";

/** The fields of the return that the newer 3-D Secure server signs. */
export type SignedFields = Readonly<
  Record<
    | "VerifyEnrollmentRequestId"
    | "MerchantId"
    | "PurchCurrency"
    | "PurchAmount"
    | "Eci"
    | "Cavv"
    | "MdStatus"
    | "Status",
    string
  >
>;

/** Base64 SHA-256 of the values and the password; the amount loses its decimal point. */
export function hashOfReturn(fields: SignedFields, password: string): string {
  const { VerifyEnrollmentRequestId: id, MerchantId: merchant, PurchCurrency: currency } = fields;
  const { PurchAmount: amount, Eci: eci, Cavv: cavv, MdStatus: md, Status: status } = fields;
  const values = [id, merchant, currency, amount.replace(".", ""), eci, cavv, md, status];
  return createHash("sha256")
    .update(values.join("") + password, "latin1")
    .digest("base64");
}
