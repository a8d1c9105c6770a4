import type { DeclineReason } from "../../domain/payment/decline.ts";
import type { Declined, FinalOutcome, Retry, Unknown } from "../../domain/payment/acquirer.ts";
import { alreadyDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import type { HostCode } from "../kit/host-codes.ts";

export const APPROVED = "VPS-0000";
/** The card's bank refused; `hostResponseCode` has its reason. */
export const HOST_DECLINED = "VPS-1005";
const ALREADY_VOIDED = "VPS-1008";
export const DUPLICATE_ORDER = "VPS-1013";
export const NO_TRANSACTION = "VPS-1123";

/** The bank refuses the hash of our message, which a wrong secret key makes. */
export const KEY_CODES: ReadonlySet<string> = new Set(["401", "http_401"]);

/** A wrong key, which breaks the signature of the message, and a terminal without the right. */
export const ACCOUNT_CODES: ReadonlySet<string> = new Set(["401", "http_401", "VPS-1061"]);

type GatewayCode = { readonly reason: DeclineReason; readonly retry: Retry };

/** Codes of the gateway that tell more than "refused before the card's bank was asked". */
const GATEWAY_CODES: Readonly<Record<string, GatewayCode>> = {
  [DUPLICATE_ORDER]: { reason: "general_error", retry: "no" },
  // Installments with a card of another bank.
  "VPS-1044": { reason: "general_error", retry: "other_terms" },
  "VPS-1279": { reason: "three_d_secure_failed", retry: "no" },
};

/**
 * Refusals of a capture or refund that have another cause than the state of the original. The
 * bank's list is not published, so any other code may mean that the bank has carried it out before.
 */
const OTHER_CAUSES: ReadonlySet<string> = new Set([
  "VPS-1007",
  "VPS-1061",
  "VPS-1066",
  "VPS-1073",
  NO_TRANSACTION,
]);

/** Host codes whose meaning differs at Akbank: 83 is its rule for installments and amounts. */
export const HOST_DEVIATIONS: Readonly<Record<string, HostCode>> = {
  "83": { charged: "no", reason: "general_error", retry: "other_terms" },
};

/**
 * The outcome of an answer by which the gateway itself refused. `VPS-9…` counts as a failure within
 * the bank: the host may have charged.
 */
export function gatewayRefusal(
  code: string,
  message: string,
  about: "authorization" | "modification",
): Declined | Unknown {
  const isRefusal = /^VPS-[1-8]\d{3}$/.test(code) && code !== HOST_DECLINED;
  if (!isRefusal) return unknown(`gateway_${code}`);
  const told = { bankCode: code, bankMessage: bankText(message) };
  if (about === "modification") {
    if (code === ALREADY_VOIDED) return alreadyDone(code);
    return { kind: "declined", reason: "general_error", retry: "no", ...told };
  }
  const row = GATEWAY_CODES[code] ?? { reason: "general_error", retry: "same_request" };
  const duplicate = code === DUPLICATE_ORDER ? { duplicateReference: true } : {};
  return { kind: "declined", ...row, ...told, ...duplicate };
}

/** The outcome of a capture or refund, which an unlisted refusal of the gateway leaves unknown. */
export function askUnlessClear(outcome: FinalOutcome): FinalOutcome {
  if (outcome.kind !== "declined") return outcome;
  const { bankCode } = outcome;
  const isListed = !bankCode.startsWith("VPS-") || OTHER_CAUSES.has(bankCode);
  return isListed ? outcome : alreadyDone(bankCode);
}
