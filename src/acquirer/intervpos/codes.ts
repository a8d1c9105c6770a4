import type { Declined, Unknown } from "../../domain/payment/acquirer.ts";
import { alreadyDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { type HostCode, hostRefusal } from "../kit/host-codes.ts";

export const APPROVED = "00";

/** `81` means here that the terminal is passive or its credentials are wrong. */
const HOST_DEVIATIONS: Readonly<Record<string, HostCode>> = {
  "81": { charged: "no", reason: "general_error", retry: "same_request" },
};

/** No code of the bank is known that names a wrong 3-D Secure key. */
export const KEY_CODES: ReadonlySet<string> = new Set([]);

/** The terminal is passive, or its credentials are wrong. */
export const ACCOUNT_CODES: ReadonlySet<string> = new Set(["81", "B810002"]);

/**
 * "Invalid transaction", without a word on the cause. The code of an order id that was used before
 * is not published and may be one of these, so they prove nothing about an earlier delivery.
 */
const INVALID_TRANSACTION: ReadonlySet<string> = new Set(["E31", "E39"]);

export type Refused = {
  readonly code: string;
  readonly message: string | undefined;
  readonly about: "authorization" | "modification";
  readonly installmentCount?: number;
  readonly hasChallenge?: boolean;
};

/** The outcome of an answer whose code is not `00`; all codes but the known kinds are unknown. */
export function refusalOf(refused: Refused): Declined | Unknown {
  const { code, message, about } = refused;
  if (/^\d{2}$/.test(code)) return hostRefusal({ ...refused, deviations: HOST_DEVIATIONS });
  if (!/^[EB]\d{1,8}$/.test(code)) return unknown(`code_${code.slice(0, 16)}`);
  if (INVALID_TRANSACTION.has(code)) return alreadyDone(code);
  const retry = about === "authorization" ? "same_request" : "no";
  const told = { bankCode: code, bankMessage: bankText(message) };
  return { kind: "declined", reason: "general_error", retry, ...told };
}
