import { readDecimal, type Millionths } from "./statement-amount.ts";
import { cleanText, readDay } from "./statement-entry.ts";
import type { Instant } from "../../kernel/clock.ts";

/** The field `:61:`, as far as it can be read. */
export type EntryField = {
  /** Negative for money that left; undefined if sign or amount can't be read. */
  readonly change: Millionths | undefined;
  /** True for money that came in and undoes no other entry. */
  readonly isArrival: boolean;
  /** The booking day; undefined for an impossible one, or if only sign and amount were found. */
  readonly bookedAt: Instant | undefined;
  readonly isWhole: boolean;
  /** The bank's own number, behind `//`. */
  readonly bankReference: string | undefined;
  /** Type and references, as they are written. */
  readonly references: string;
  /** The lines behind the first one. */
  readonly more: string;
};

/**
 * Value date, booking day, credit or debit, third letter of the currency, amount; type and
 * references follow. A preceding R marks a reversal, E an entry that is only expected. Some banks
 * write blanks for the booking day or after the amount.
 */
const ENTRY = /^(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d)| {4})?((?:R|E)?[CD])[A-Z]?(-?[\d.,]+) ?(.*)$/s;
/** Sign and amount of an entry whose date can't be read. */
const SIGN_AND_AMOUNT = /^[\d /.-]{0,20}(R?[CD])[A-Z]?(-?[\d.,]+)/;
const TYPE = /^[NSF][A-Z0-9 ]{3}/;

export function readEntryField(text: string): EntryField {
  const [first = "", ...lines] = text.split("\n");
  const parts = ENTRY.exec(first);
  if (parts === null) return partOfEntry(first);
  const [, year, month, day, bookMonth, bookDay, mark = "", number = "", references = ""] = parts;
  const change = changeOf(mark, number);
  const [, bankNumber] = splitOnce(references.replace(TYPE, ""), "//");
  return {
    change,
    isArrival: mark.length === 1 && (change === undefined ? mark === "C" : change > 0n),
    bookedAt: bookedOn({ year: `20${year}`, month, day, bookMonth, bookDay }),
    isWhole: true,
    bankReference: bankNumber === "NONREF" ? undefined : cleanText(bankNumber),
    references,
    more: lines.join("\n"),
  };
}

function partOfEntry(first: string): EntryField {
  const [, mark = "", number = ""] = SIGN_AND_AMOUNT.exec(first) ?? [];
  const change = mark === "" ? undefined : changeOf(mark, number);
  const isArrival = change === undefined || (mark.length === 1 && change > 0n);
  return {
    change,
    isArrival,
    bookedAt: undefined,
    isWhole: false,
    bankReference: undefined,
    references: "",
    more: "",
  };
}

/** The reversal of a credit takes money away; what is only expected changes nothing. */
function changeOf(mark: string, number: string): Millionths | undefined {
  const amount = readDecimal(number);
  if (mark.startsWith("E")) return 0n;
  const isIn = mark === "C" || mark === "RD";
  return amount === undefined || isIn ? amount : -amount;
}

function splitOnce(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}

type Days = Readonly<Record<"month" | "day" | "bookMonth" | "bookDay", string | undefined>> & {
  readonly year: string;
};

/**
 * The booking day has no year. It gets the year that brings it closest to the value date, which may
 * lie on the other side of New Year.
 */
function bookedOn({ year, month, day, bookMonth, bookDay }: Days): Instant | undefined {
  if (bookMonth === undefined || bookDay === undefined) return readDay(`${year}-${month}-${day}`);
  const apart = Number(bookMonth) - Number(month);
  const bookYear = Number(year) + (apart > 6 ? -1 : apart < -6 ? 1 : 0);
  return readDay(`${bookYear}-${bookMonth}-${bookDay}`);
}
