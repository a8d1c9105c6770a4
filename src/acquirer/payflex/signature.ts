import { createHash, createHmac } from "node:crypto";

import type { Secret } from "../../kernel/secret.ts";
import type { ReturnFields } from "../../domain/payment/acquirer.ts";
import { encodeText } from "../kit/charset.ts";

/**
 * The hash of VakıfBank's 3-D Secure return: base64 SHA-256 over the ISO-8859-9 bytes of the
 * values without separators, then the merchant's password; the amount loses its decimal mark.
 */
export function returnHash(fields: ReturnFields, password: Secret): string {
  const text = [
    fields["VerifyEnrollmentRequestId"],
    fields["MerchantId"],
    fields["PurchCurrency"],
    fields["PurchAmount"]?.replace(/[.,]/g, ""),
    fields["Eci"],
    fields["Cavv"],
    fields["MdStatus"],
    fields["Status"],
    password.reveal(),
  ].join("");
  return createHash("sha256").update(encodeText(text, "iso-8859-9")).digest("base64");
}

/**
 * The value of `SessionInfo`, which the bank returns through the browser: it shows that a return
 * belongs to an enrolment of this terminal, also where the bank sends no hash.
 */
export function sessionInfo(password: Secret, reference: string): string {
  return createHmac("sha256", password.reveal())
    .update(`payflex enrolment ${reference}`)
    .digest("hex");
}
