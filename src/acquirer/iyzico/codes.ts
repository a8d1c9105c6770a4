import type { Declined, Retry, Unknown } from "../../domain/payment/acquirer.ts";
import type { DeclineReason } from "../../domain/payment/decline.ts";
import { alreadyDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";

/** No payment of this merchant has the number or the label. */
export const NO_PAYMENT = "5087";

/** The company refuses our signature, which a wrong secret key makes. */
export const KEY_CODES: ReadonlySet<string> = new Set(["1000"]);
/** A wrong signature, an unknown key and a frozen account. */
export const ACCOUNT_CODES: ReadonlySet<string> = new Set(["1000", "1001", "9000"]);

/** The bank wants its day end before a refund, or asks to try it later. */
export const REFUND_TOO_EARLY: ReadonlySet<string> = new Set(["10223", "10246"]);

type Row = { readonly reason: DeclineReason; readonly retry: Retry };

/**
 * The groups of the banks' refusals. They are more stable than the numbers, of which newer pages
 * move some. A group that is missing here leaves the outcome open, so the company is asked.
 */
const GROUPS: Readonly<Record<string, Row>> = {
  ...rows("insufficient_balance", "later", "NOT_SUFFICIENT_FUNDS"),
  ...rows(
    "insufficient_balance",
    "later",
    "EXCEEDS_WITHDRAWAL_AMOUNT_LIMIT EXCEEDED_TRANSACTION_AMOUNT",
  ),
  ...rows("do_not_honour", "no", "DO_NOT_HONOUR DECLINED REFER_TO_CARD_ISSUER"),
  ...rows("do_not_honour", "later", "LOCAL_DECLINE REMOTE_DECLINE"),
  ...rows("general_error", "no", "INVALID_TRANSACTION INVALID_AMOUNT INVALID_MERCHANT_OR_SP"),
  ...rows("suspected_fraud", "never", "FRAUD_SUSPECT"),
  ...rows(
    "card_blocked",
    "never",
    "LOST_CARD PICKUP_CARD STOLEN_CARD BLOCKED_CARD RESTRICTED_CARD REQUEST_BLOCKED_BY_BANK",
  ),
  ...rows("expired_card", "no", "EXPIRED_CARD INVALID_EXPIRE_YEAR_MONTH"),
  ...rows(
    "do_not_honour",
    "no",
    "NOT_PERMITTED_TO_CARDHOLDER NOT_PERMITTED_TO_TERMINAL RESTRICTED_BY_LAW " +
      "CARD_NOT_PERMITTED NOT_PERMITTED_TO_FOREIGN_CARD INVALID_CARD_TYPE",
  ),
  ...rows("invalid_cvc", "no", "INVALID_CVC2 INVALID_CVC2_LENGTH CVC2_MAX_ATTEMPT"),
  ...rows("three_d_secure_failed", "with_challenge", "INVALID_CAVV INVALID_ECI"),
  ...rows("do_not_honour", "with_challenge", "DEBIT_CARDS_REQUIRES_3DS"),
  ...rows(
    "general_error",
    "other_terms",
    "DEBIT_CARDS_INSTALLMENT_NOT_ALLOWED NOT_PERMITTED_TO_INSTALLMENT",
  ),
  ...rows("invalid_card_number", "no", "BIN_NOT_FOUND INVALID_CARD_NUMBER NO_SUCH_ISSUER"),
  ...rows("general_error", "no", "UNKNOWN"),
};

/** The company's own refusals of a message, none of which has reached a bank. */
const CODES: Readonly<Record<string, Row>> = {
  ...rows("invalid_card_number", "no", "12 10213 10215 10216"),
  ...rows("expired_card", "no", "13 14 17 10054 10229"),
  ...rows("invalid_cvc", "no", "15 10084 10206 10212"),
  ...rows("general_error", "no", "16"),
  ...rows("suspected_fraud", "no", "6001"),
  ...rows("general_error", "other_terms", "5184"),
  ...rows("general_error", "same_request", "3 5 7 8 11 18 20 23 24 25 1000 1001"),
  ...rows("general_error", "same_request", "3001 3002 3005 3006 3007 5008 5062 5111 9000 50000"),
};

/** Refusals of a change whose cause may be that an earlier delivery has made it. */
const MAY_BE_DONE: ReadonlySet<string> = new Set(["INVALID_TRANSACTION", "INVALID_AMOUNT"]);

export type Refusal = {
  readonly code: string;
  readonly group: string;
  readonly message: string;
};

/** The outcome of a refused charge; an unlisted refusal leaves it open. */
export function refusedCharge({ code, group, message }: Refusal): Declined | Unknown {
  const row = GROUPS[group] ?? CODES[code];
  if (row === undefined) return unknown(`refused_${shown(code)}`);
  const { reason, retry } = row;
  return declined(reason, retry, { code, message });
}

/**
 * The outcome of a refused capture, cancellation or refund. The company names a change by our
 * label, so the inquiry tells safely what an unlisted refusal leaves open.
 */
export function refusedChange({ code, group, message }: Refusal): Declined | Unknown {
  const told = { code, message };
  if (REFUND_TOO_EARLY.has(code)) return declined("general_error", "later", told);
  const isUnsent = CODES[code]?.retry === "same_request";
  if (isUnsent) return declined("general_error", "same_request", told);
  const isClear = GROUPS[group] !== undefined && !MAY_BE_DONE.has(group);
  return isClear ? declined("general_error", "no", told) : alreadyDone(shown(code));
}

function declined(
  reason: DeclineReason,
  retry: Retry,
  { code, message }: Pick<Refusal, "code" | "message">,
): Declined {
  return {
    kind: "declined",
    reason,
    retry,
    bankCode: shown(code),
    bankMessage: bankText(message),
  };
}

function shown(code: string): string {
  return code.replace(/[^0-9A-Za-z_]/g, "").slice(0, 16);
}

function rows(reason: DeclineReason, retry: Retry, names: string): Record<string, Row> {
  return Object.fromEntries(names.split(" ").map((name) => [name, { reason, retry }]));
}
