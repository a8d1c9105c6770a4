import { fullName, type Customer } from "../session/session.ts";
import type { WaitingTransfer } from "./ports.ts";
import { findAllCodes } from "./reference-code.ts";
import type { StatementLine } from "./statement-line.ts";

/** The signs by which a payment may be the one that a line pays. */
export const CANDIDATE_SIGNS = ["code", "reference", "sender", "amount", "close_amount"] as const;
export type CandidateSign = (typeof CANDIDATE_SIGNS)[number];

export type Candidate = {
  readonly transfer: WaitingTransfer;
  readonly signs: readonly CandidateSign[];
};

/** The weight of each sign; the code that the customer was given says more than all others. */
const WEIGHTS: Readonly<Record<CandidateSign, number>> = {
  code: 16,
  reference: 8,
  sender: 4,
  amount: 3,
  close_amount: 1,
};

/** An amount is close if it differs by at most a twentieth, such as a transfer fee. */
const CLOSE = 20n;

/** The signs by which the money of a cancelled payment is known; another's may be as close. */
const LATE_SIGNS: readonly CandidateSign[] = ["code", "reference", "sender", "amount"];

/**
 * The waiting transfers in the order in which they may belong to a line, each with the signs that
 * speak for it; one without a sign is a stranger's, and one that was cancelled needs more than a
 * close amount. A match is never made by these signs; a person decides.
 */
export function candidatesOf(
  line: StatementLine,
  waiting: readonly WaitingTransfer[],
): readonly Candidate[] {
  return comparedWith(line, waiting)
    .filter(({ transfer, signs }) =>
      signs.some((sign) => !transfer.isLate || LATE_SIGNS.includes(sign)),
    )
    .toSorted((left, right) => weightOf(right) - weightOf(left));
}

/** The transfers in the line's currency with their signs, for those that a person has named. */
export function comparedWith(
  line: StatementLine,
  transfers: readonly WaitingTransfer[],
): readonly Candidate[] {
  const codes = findAllCodes(line.description);
  return transfers
    .filter(({ request }) => request.amount.currency === line.amount.currency)
    .map((transfer) => ({ transfer, signs: signsOf({ line, codes }, transfer) }));
}

function weightOf({ signs }: Candidate): number {
  return signs.reduce((sum, sign) => sum + WEIGHTS[sign], 0);
}

type ReadLine = { readonly line: StatementLine; readonly codes: ReadonlySet<string> };

function signsOf({ line, codes }: ReadLine, transfer: WaitingTransfer): readonly CandidateSign[] {
  const { request, reference, customer } = transfer;
  const [came, asked] = [line.amount.minor, request.amount.minor];
  const difference = came > asked ? came - asked : asked - came;
  const text = folded(line.description);
  const isIn = (name: string | undefined): boolean =>
    name !== undefined && text.includes(folded(name));
  const signs: CandidateSign[] = [];
  if (codes.has(request.referenceCode) || isIn(request.referenceCode)) signs.push("code");
  if (isIn(reference) || isIn(request.orderId.slice(-8))) signs.push("reference");
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
