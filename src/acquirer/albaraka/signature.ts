import { createHash } from "node:crypto";

import type { Secret } from "../../kernel/secret.ts";

/** The names that a message signs, in their order; the bank reads them from `MACParams`. */
export const SIGNED_NAMES = {
  card: ["MerchantNo", "TerminalNo", "CardNo", "Cvc2", "ExpireDate", "Amount"],
  challenged: ["MerchantNo", "TerminalNo", "SecureTransactionId", "CavvData", "Eci", "MdStatus"],
  terminal: ["MerchantNo", "TerminalNo"],
  modification: ["MerchantNo", "TerminalNo", "ReferenceCode", "OrderId"],
  return: ["ECI", "CAVV", "MdStatus", "MdErrorMessage", "MD", "SecureTransactionId"],
} as const;

/** The text of `MACParams`, which names the signed values. */
export function macParams(names: readonly string[]): string {
  return names.join(":");
}

/** The values are joined without a separator; an absent value counts as empty. */
export function macOf(values: readonly string[], key: Secret): string {
  return createHash("sha256")
    .update(values.join("") + key.reveal(), "utf8")
    .digest("base64");
}
