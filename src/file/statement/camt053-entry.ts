import { isCurrency } from "../../kernel/currency.ts";
import type { Money } from "../../kernel/money.ts";
import { partsOfBatch } from "./camt053-batch.ts";
import { amountIn } from "./camt053-amounts.ts";
import { detailsOf } from "./camt053-details.ts";
import type { Booking } from "./judge-statements.ts";
import { moneyOf } from "./statement-amount.ts";
import { cleanText, readDay, type StatementEntry } from "./statement-entry.ts";
import { shownText, type LineFlaw } from "./statement-error.ts";
import { allTexts, listAt, textAt, type XmlNode } from "./xml-tree.ts";

/** The account of the statement is added when all of it was read. */
const ACCOUNT = "";

/** Money that did not come in is not read further than its amount. */
export function bookingOf(entry: XmlNode, line: number): Booking {
  const isBookedEntry = isBooked(entry);
  const whole = amountIn(entry, entry);
  const sign = textAt(entry, "CdtDbtInd");
  const { currency } = whole;
  const change = isBookedEntry ? signed(whole.amount, sign) : 0n;
  const isReversed = isReversal(entry);
  const shared = { line, text: textOf(entry), currency, change, isReversal: isReversed };
  const without = (flaw?: LineFlaw): Booking => ({
    ...shared,
    entries: [],
    flaw,
    skipped: flaw === undefined ? 1 : 0,
  });
  if (!isBookedEntry || isReversed || sign === "DBIT" || change === 0n) return without();
  if (sign !== "CRDT") return without("not_an_entry");
  if (currency === undefined) return without("no_currency");
  if (!isCurrency(currency)) return without();
  const amount = change === undefined || change < 0n ? undefined : moneyOf(change, currency);
  if (amount === undefined) return without("not_an_amount");
  const day = dayOf(entry);
  const bookedAt = day === undefined ? undefined : readDay(day);
  if (bookedAt === undefined) return without(day === undefined ? "no_day" : "not_a_day");
  return { ...shared, ...arrivalsOf(entry, { amount, bookedAt }) };
}

function signed(amount: bigint | undefined, sign: string | undefined): bigint | undefined {
  if (amount === undefined || (sign !== "CRDT" && sign !== "DBIT")) return undefined;
  return sign === "CRDT" ? amount : -amount;
}

/** The beginning of all texts of an entry, by which a person knows it. */
function textOf(entry: XmlNode): string {
  return shownText(allTexts(entry).join(" "));
}

function dayOf(entry: XmlNode): string | undefined {
  const day = (name: string) => textAt(entry, name, "Dt") ?? textAt(entry, name, "DtTm");
  return day("BookgDt") ?? day("ValDt");
}

type Arrivals = Pick<Booking, "entries" | "skipped">;
type WholeEntry = Pick<StatementEntry, "bookedAt"> & { readonly amount: Money };

/** The transfers of a batch entry, if they explain its amount; else the entry as one. */
function arrivalsOf(entry: XmlNode, { amount, bookedAt }: WholeEntry): Arrivals {
  const details = listAt(entry, "NtryDtls").flatMap((detail) => listAt(detail, "TxDtls"));
  const number = cleanText(textAt(entry, "AcctSvcrRef"));
  const whole: StatementEntry = {
    account: ACCOUNT,
    amount,
    bookedAt,
    ...detailsOf(entry, details),
    bankReference: number ?? cleanText(referenceOf(details[0])),
  };
  const amounts = partsOfBatch(entry, details, amount);
  if (amounts === undefined) return { entries: [whole], skipped: 0 };
  const numbers = numbersOf(details, number);
  const entries = amounts.flatMap((part, index) => {
    const detail = details[index];
    if (part === undefined || detail === undefined) return [];
    const bankReference = numbers[index];
    const own = { account: ACCOUNT, amount: part, bookedAt, bankReference };
    return [{ ...own, ...detailsOf(entry, [detail]) }];
  });
  return { entries, skipped: details.length - entries.length };
}

/**
 * The numbers of the parts of a batch entry. If only the entry has a number, or if several parts
 * have the same, the part's position is appended.
 */
function numbersOf(
  details: readonly XmlNode[],
  whole: string | undefined,
): readonly (string | undefined)[] {
  const seen = new Map<string, number>();
  return details.map((detail, index) => {
    const own = cleanText(referenceOf(detail));
    if (own === undefined) return whole === undefined ? undefined : `${whole}/${index + 1}`;
    const place = (seen.get(own) ?? 0) + 1;
    seen.set(own, place);
    return place === 1 ? own : `${own}/${place}`;
  });
}

function referenceOf(detail: XmlNode | undefined): string | undefined {
  return detail === undefined ? undefined : textAt(detail, "Refs", "AcctSvcrRef");
}

/**
 * True for the status `BOOK`: a text in early versions, a code or proprietary text in later ones.
 */
function isBooked(entry: XmlNode): boolean {
  const status =
    textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts", "Prtry") ?? textAt(entry, "Sts");
  return status === undefined || status === "BOOK";
}

/** True for a reversal; XML Schema writes true as `true` or `1`. */
function isReversal(entry: XmlNode): boolean {
  const written = textAt(entry, "RvslInd");
  return written === "true" || written === "1";
}
