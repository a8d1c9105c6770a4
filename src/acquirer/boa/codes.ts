import type { DeclineReason } from "../../domain/payment/decline.ts";
import type { Declined, Retry, Unknown } from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { hostRefusal } from "../kit/host-codes.ts";

/** The bank's words for an empty list. */
export const EMPTY_LIST: ReadonlySet<string> = new Set(["NonResult", "OrderDataNotFound"]);
/** The code of a reversal of a purchase that was cancelled before. */
export const ALREADY_CANCELLED = "21";

/** The bank refuses the hash of our message, which a wrong password makes. */
export const KEY_CODES: ReadonlySet<string> = new Set(["HashDataError"]);

/** A wrong hash, which a wrong password makes, and a merchant that the bank doesn't know. */
export const ACCOUNT_CODES: ReadonlySet<string> = new Set(["HashDataError", "MerchantNotDefined"]);

type Meaning = readonly [reason: DeclineReason, retry: Retry];

/** The bank's words for a message that it refused before its card system. */
const WORDS: Readonly<Record<string, Meaning>> = {
  HashDataError: ["general_error", "same_request"],
  MerchantNotDefined: ["general_error", "same_request"],
  AssemblyNotFound: ["general_error", "same_request"],
  InvalidTransactionSecurity: ["general_error", "no"],
  OrderDataNotFound: ["general_error", "no"],
  NonResult: ["general_error", "no"],
  MetaDataNotFound: ["three_d_secure_failed", "no"],
  EmptyMDException: ["three_d_secure_failed", "no"],
  CardVerificationFailed: ["three_d_secure_failed", "no"],
};

const USED_OR_MISSING = "MetaDataNotFound";
const FAILED_AUTHENTICATION = "MPIAuthenticationStatus";

export type BoaRefusal = {
  readonly code: string;
  readonly message: string;
  readonly about: "authorization" | "modification";
};

/**
 * The outcome of a refused message. Two digits are a code of the card network. Words that only name
 * an error of the bank's own database say nothing about the payment.
 */
export function refusalOf({ code, message, about }: BoaRefusal): Declined | Unknown {
  if (/^\d{2}$/.test(code)) return hostRefusal({ code, message, about });
  const word = code.startsWith(FAILED_AUTHENTICATION) ? "CardVerificationFailed" : code;
  const meaning = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (meaning === undefined) return unknown(`code_${code.slice(0, 40)}`);
  const [reason, retry] = meaning;
  const told = { kind: "declined", reason, bankCode: code.slice(0, 40), retry } as const;
  const bankMessage = bankText(message);
  // The bank also refuses an authentication that a charge has used before.
  if (word === USED_OR_MISSING) return { ...told, bankMessage, duplicateReference: true };
  return { ...told, bankMessage };
}

/** A refusal of our own, of something that these banks do not offer. */
export function notOffered(bankMessage: string): Declined {
  return { kind: "declined", reason: "general_error", bankCode: "", bankMessage, retry: "no" };
}
