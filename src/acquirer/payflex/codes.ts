import type { DeclineReason } from "../../domain/payment/decline.ts";
import type { Declined, Retry, Unknown } from "../../domain/payment/acquirer.ts";
import { alreadyDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { hostRefusal } from "../kit/host-codes.ts";

/** The terminal's batch is closed, so a message of an earlier day can't be cancelled any more. */
export const BATCH_CLOSED: ReadonlySet<string> = new Set(["2202", "1073", "0974"]);
/** The bank is running its day end and takes nothing; nothing was booked. */
export const DAY_END_RUNNING = "7777";
/** The message that a reversal or modification names is unknown to the bank. */
export const ORIGINAL_MISSING: ReadonlySet<string> = new Set(["1007", "0540", "0983"]);
/** The message was already reversed or cancelled. */
export const ALREADY_UNDONE: ReadonlySet<string> = new Set(["1101", "1083", "1088", "9074"]);

/** The original is captured, refunded or cancelled already, or too little of it is left. */
const ALREADY_DONE: ReadonlySet<string> = new Set([
  ...ALREADY_UNDONE,
  "0541",
  "0982",
  "0984",
  "1046",
  "1059",
  "1065",
  "1123",
  "1124",
]);

/** The password signs no message of ours. */
export const KEY_CODES: ReadonlySet<string> = new Set([]);

/** Wrong merchant or password, passive merchant, missing right, and another address of ours. */
export const ACCOUNT_CODES: ReadonlySet<string> = new Set([
  "1105",
  "2005",
  "2200",
  "5001",
  "5002",
  "5003",
  "6011",
]);

/**
 * System error, unfinished transaction, open reversal and the day end: the charge may have been
 * made. Host codes 08, 10, 11, 32, 92 and 96 do not exclude an approval.
 */
const UNDECIDED = new Set(["1001", "1074", "1113", DAY_END_RUNNING]);

/**
 * The number of a transaction, the record of an enrolment or its number was used before, or the
 * order is already paid.
 */
const DUPLICATES = new Set(["1006", "1061", "0966", "1128", "2023", "9112"]);

type Row = readonly [codes: string, reason: DeclineReason, retry: Retry];

const ROWS: readonly Row[] = [
  ["1050", "invalid_cvc", "no"],
  ["0315 0359 0542", "insufficient_balance", "no"],
  // 0312 is a wrong CVV as well as a type of card that the terminal does not take.
  ["0312 0357 0580 0581 0582 0583 0961 1059", "do_not_honour", "no"],
  ["0358 0381 0382", "card_blocked", "never"],
  ["0400 1115 1116 1117 1118 1126 1127", "three_d_secure_failed", "no"],
  ["0501 0503 0504 0574 0577 0978 0986 1044 1060 1087 1104", "general_error", "other_terms"],
  ["0550 0570 0571 0572 0962 0963 0972 1105 1111 1112 1125", "general_error", "same_request"],
  ["0981 1110", "do_not_honour", "with_challenge"],
  ["1051 2029", "invalid_card_number", "no"],
  ["1052 2030", "expired_card", "no"],
  ["2053", "three_d_secure_unavailable", "later"],
  ["2005 2009 2200 5001 5002 5003 6011", "general_error", "same_request"],
];

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  ROWS.flatMap(([codes, reason, retry]) =>
    codes.split(" ").map((code) => [code, { reason, retry }] as const),
  ),
);

type Meaning = { readonly reason: DeclineReason; readonly retry: Retry };

export type Refusal = {
  readonly code: string;
  readonly message: string | undefined;
  readonly about: "authorization" | "modification";
};

/**
 * The outcome of a refused message. Codes below 0100 are those of the card network; below 1000 they
 * come from the bank's card system, above from PayFlex itself, which then has sent nothing to the
 * bank. A code outside these ranges is `unknown`.
 */
export function refusalOf({ code, message, about }: Refusal): Declined | Unknown {
  if (!/^\d{4}$/.test(code) || code === "0000" || UNDECIDED.has(code)) return undecided(code);
  if (code.startsWith("00")) return hostRefusal({ code, message, about });
  const told = { kind: "declined", bankCode: code, bankMessage: bankText(message) } as const;
  if (DUPLICATES.has(code)) {
    return { ...told, reason: "general_error", retry: "no", duplicateReference: true };
  }
  if (about === "modification" && ALREADY_DONE.has(code)) return alreadyDone(code);
  const meaning = MEANINGS.get(code) ?? rangeMeaning(Number(code));
  if (meaning === undefined) return undecided(code);
  if (about === "modification") return { ...told, reason: "general_error", retry: "no" };
  return { ...told, ...meaning };
}

function undecided(code: string): Unknown {
  return unknown(`code_${code.slice(0, 8)}`);
}

function rangeMeaning(code: number): Meaning | undefined {
  const isGatewayRefusal =
    (code >= 1_002 && code <= 1_128) ||
    (code >= 2_000 && code < 3_000) ||
    (code >= 5_000 && code < 6_000) ||
    (code >= 9_000 && code < 10_000);
  if (code < 1_000) return { reason: "do_not_honour", retry: "no" };
  return isGatewayRefusal ? { reason: "general_error", retry: "no" } : undefined;
}
