import { fullName, type Customer } from "../checkout/session.ts";
import type { WaitingTransfer } from "./ports.ts";
import type { StatementLine } from "./statement-line.ts";

/** The signs by which a payment may be the one that a line pays. */
export const CANDIDATE_SIGNS = ["reference", "sender", "amount", "close_amount"] as const;
export type CandidateSign = (typeof CANDIDATE_SIGNS)[number];

export type Candidate = {
  readonly transfer: WaitingTransfer;
  readonly signs: readonly CandidateSign[];
};

/** The weight of each sign; a named reference says more than an equal amount. */
const WEIGHTS: Readonly<Record<CandidateSign, number>> = {
  reference: 8,
  sender: 4,
  amount: 3,
  close_amount: 1,
};

/** An amount is close if it differs by at most a twentieth, such as a transfer fee. */
const CLOSE = 20n;

/** The signs by which the money of a cancelled payment is known; another's may be as close. */
const LATE_SIGNS: readonly CandidateSign[] = ["reference", "sender", "amount"];

/**
 * The waiting transfers in the order in which they may belong to a line, each with the signs that
 * speak for it. One that was cancelled is offered only for a sign. A match is never made by these
 * signs; a person decides.
 */
export function candidatesOf(
  line: StatementLine,
  waiting: readonly WaitingTransfer[],
): readonly Candidate[] {
  return waiting
    .filter(({ request }) => request.amount.currency === line.amount.currency)
    .map((transfer) => ({ transfer, signs: signsOf(line, transfer) }))
    .filter(
      ({ transfer, signs }) => !transfer.isLate || signs.some((one) => LATE_SIGNS.includes(one)),
    )
    .toSorted((left, right) => weightOf(right) - weightOf(left));
}

function weightOf({ signs }: Candidate): number {
  return signs.reduce((sum, sign) => sum + WEIGHTS[sign], 0);
}

function signsOf(line: StatementLine, transfer: WaitingTransfer): readonly CandidateSign[] {
  const { request, reference, customer } = transfer;
  const [came, asked] = [line.amount.minor, request.amount.minor];
  const difference = came > asked ? came - asked : asked - came;
  const text = folded(line.description);
  const named = [reference, request.orderId.slice(-8), request.referenceCode].some(
    (name) => name !== undefined && text.includes(folded(name)),
  );
  const signs: CandidateSign[] = [];
  if (named) signs.push("reference");
  if (isSender(line, customer)) signs.push("sender");
  if (difference === 0n) signs.push("amount");
  else if (difference * CLOSE <= asked) signs.push("close_amount");
  return signs;
}

/** True if the sender's name or the payer's text has each word of the customer's name. */
function isSender({ senderName = "", description }: StatementLine, customer: Customer): boolean {
  const words = wordsOf(fullName(customer));
  const found = new Set(wordsOf(`${senderName} ${description}`));
  return words.length > 1 && words.every((word) => found.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => (word === "" ? [] : [folded(word)]));
}

const PLAIN: Readonly<Record<string, string>> = { ı: "i", ş: "s", ğ: "g", ç: "c", ö: "o", ü: "u" };

/** Letters and digits alone; banks print names without Turkish letters and in capitals. */
function folded(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replace(/[ışğçöü]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, "");
}
