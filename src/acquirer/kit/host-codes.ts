import type { DeclineReason } from "../../domain/payment/decline.ts";
import type { Declined, Retry, Unknown } from "../../domain/payment/acquirer-outcomes.ts";
import { alreadyDone } from "./already-done.ts";
import { unknown } from "./ask-bank.ts";
import { bankText } from "./bank-text.ts";

/**
 * The meaning of a host code: `charged` is `no` for a definite refusal, `unknown` where only an
 * inquiry can tell, and `modification` for a code about a void or refund.
 */
export type HostCode = {
  readonly charged: "no" | "unknown" | "modification";
  readonly reason: DeclineReason;
  readonly retry: Retry;
};

/**
 * The codes of ISO 8583 field 39 as Turkish banks use them. `00` is missing on purpose: an approval
 * needs more than its code.
 */
export const HOST_CODES: Readonly<Record<string, HostCode>> = {
  ...refusals("do_not_honour", "no", ["01", "02", "06", "39", "52", "53"]),
  ...refusals("do_not_honour", "later", ["05", "09", "27", "76", "77", "78", "79", "80", "81"]),
  ...refusals("do_not_honour", "later", ["83", "85", "89"]),
  // The terminal or its configuration is the cause: another bank may charge the same card.
  ...refusals("general_error", "same_request", ["03", "13", "20", "30", "58", "95", "GK"]),
  ...refusals("card_blocked", "never", ["04", "07", "18", "33", "36", "37", "38", "41", "43"]),
  ...refusals("card_blocked", "no", ["62"]),
  ...refusals("general_error", "never", ["12"]),
  ...refusals("invalid_card_number", "no", ["14"]),
  ...refusals("invalid_card_number", "later", ["15", "56"]),
  ...refusals("insufficient_balance", "no", ["16", "51", "61", "65"]),
  ...refusals("cancelled_by_customer", "no", ["17"]),
  ...refusals("general_error", "later", ["19", "91"]),
  ...refusals("do_not_honour", "with_challenge", ["22", "55", "75", "1A"]),
  ...refusals("suspected_fraud", "never", ["34"]),
  ...refusals("suspected_fraud", "no", ["59", "63", "YK"]),
  ...refusals("expired_card", "no", ["54"]),
  ...refusals("do_not_honour", "no", ["57", "93"]),
  ...refusals("invalid_cvc", "no", ["82", "84", "N7"]),
  ...refusals("do_not_honour", "never", ["R0", "R1", "R3"]),
  ...others("unknown", ["08", "10", "11", "31", "32", "92", "96", "99", "SF"]),
  ...others("modification", ["21", "25", "26", "28", "29", "98"]),
};

export type HostAnswer = {
  /** The code as the bank wrote it: `5`, `05`, `005` and `0005` are one code. */
  readonly code: string;
  readonly message: string | undefined;
  /** A modification's refusal says nothing about the card. */
  readonly about: "authorization" | "modification";
  readonly installmentCount?: number;
  readonly hasChallenge?: boolean;
  /** The codes whose meaning differs at this protocol. */
  readonly deviations?: Readonly<Record<string, HostCode>>;
};

/**
 * Codes that refuse a modification for the state or the rest of its original: invalid transaction
 * or amount, reversed already, original not valid, double reversal.
 */
const ALREADY_DONE = new Set(["12", "13", "21", "28", "98"]);
/** Codes that refuse installments at most banks, if the charge had some. */
const REFUSES_INSTALLMENTS = new Set(["12"]);
/** Codes after which one try with 3-D Secure is worth it, if the charge had none. */
const WANTS_CHALLENGE = new Set(["57", "65"]);

/**
 * Returns the outcome of a host's refusal. An unlisted code of two characters is a refusal without
 * more meaning; a text of another length, or none, is no code of a host.
 */
export function hostRefusal(answer: HostAnswer): Declined | Unknown {
  const code = twoCharacters(answer.code);
  const row = answer.deviations?.[code] ?? HOST_CODES[code];
  const isCode = /^[0-9A-Z]{2}$/.test(code) && code !== "00";
  if (!isCode || row?.charged === "unknown") return unknown(`host_${code.slice(0, 8)}`);
  const told = { bankCode: answer.code, bankMessage: bankText(answer.message) };
  if (answer.about === "modification") {
    if (ALREADY_DONE.has(code)) return alreadyDone(answer.code);
    return { kind: "declined", reason: "general_error", retry: "no", ...told };
  }
  if (row?.charged === "modification") return unknown(`host_${code}`);
  const { reason, retry } = row ?? { reason: "do_not_honour", retry: "no" };
  return { kind: "declined", reason, retry: retryAfter(code, retry, answer), ...told };
}

/** The two characters of a host code that a bank wrote with fewer or more zeros on the left. */
export function twoCharacters(code: string): string {
  const short = code.trim().toUpperCase();
  return /^\d+$/.test(short) ? short.replace(/^0+(?=\d\d)/, "").padStart(2, "0") : short;
}

function retryAfter(code: string, retry: Retry, answer: HostAnswer): Retry {
  if (REFUSES_INSTALLMENTS.has(code) && (answer.installmentCount ?? 1) > 1) return "other_terms";
  if (WANTS_CHALLENGE.has(code) && answer.hasChallenge === false) return "with_challenge";
  return retry;
}

function refusals(
  reason: DeclineReason,
  retry: Retry,
  codes: readonly string[],
): Record<string, HostCode> {
  return Object.fromEntries(codes.map((code) => [code, { charged: "no", reason, retry }]));
}

function others(
  charged: "unknown" | "modification",
  codes: readonly string[],
): Record<string, HostCode> {
  return Object.fromEntries(
    codes.map((code) => [code, { charged, reason: "general_error", retry: "no" }]),
  );
}
