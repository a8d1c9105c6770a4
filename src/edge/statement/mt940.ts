import { isIban, normalizeIban } from "../../transfer/iban.ts";
import { readDetails } from "./mt940-details.ts";
import { cleanText, readAmount, readDay, type StatementEntry } from "./statement-entry.ts";
import { StatementError } from "./statement-error.ts";

type Field = {
  readonly tag: string;
  readonly text: string;
  /** True if the end mark of a statement follows. */
  readonly isLast: boolean;
};

/**
 * Reads SWIFT MT940 statements, one or several in a file, with or without SWIFT's envelope. Banks
 * fill `:86:` and `:25:` in different ways, which are recognised by their form.
 * @throws StatementError
 */
export function readMt940(text: string): readonly StatementEntry[] {
  const entries: StatementEntry[] = [];
  let account: string | undefined;
  let currency: string | undefined;
  const fields = fieldsOf(text);
  checkEnds(fields);
  for (const [index, field] of fields.entries()) {
    switch (field.tag) {
      case "20":
        [account, currency] = [undefined, undefined];
        break;
      case "25":
      case "25P":
        account = accountOf(field.text);
        break;
      case "60F":
      case "60M":
        currency = currencyOf(field.text);
        break;
      case "61": {
        if (account === undefined || currency === undefined) {
          throw new StatementError("too_early");
        }
        const details = detailsAfter(fields, index);
        entries.push(entryOf(field.text, { account, currency, details }));
        break;
      }
      default:
    }
  }
  if (entries.length === 0 && account === undefined) {
    throw new StatementError("no_mt940");
  }
  return entries;
}

/** The texts of the `:86:` that follow an entry directly; some banks write several. */
function detailsAfter(fields: readonly Field[], entry: number): readonly string[] {
  const details: string[] = [];
  for (let at = entry + 1; fields[at]?.tag === "86"; at += 1) details.push(fields[at]?.text ?? "");
  return details;
}

/** The fields that begin a statement or belong to its entries, up to its closing balance. */
const OPENING = new Set(["20", "25", "25P", "60F", "60M", "61"]);
const CLOSING = new Set(["62F", "62M"]);

/**
 * A file that was cut off is refused as a whole: the text of its last entry may be cut as well, and
 * the whole statement, imported later, would bring that booking as another one. Each statement ends
 * with its closing balance or an end mark.
 * @throws StatementError
 */
function checkEnds(fields: readonly Field[]): void {
  let isOpen = false;
  for (const { tag, isLast } of fields) {
    if (tag === "20" && isOpen) throw new StatementError("no_end");
    if (OPENING.has(tag)) isOpen = true;
    if (CLOSING.has(tag) || isLast) isOpen = false;
  }
  if (isOpen) throw new StatementError("no_end");
}

/** The end of a statement. A plain dash is not enough: a wrapped text may begin a line with one. */
const END = /^-(?:\}|(?:XXX)?\s*$)/;

/**
 * Returns the fields with their continuation lines, without the envelope and the ends of
 * statements.
 */
function fieldsOf(text: string): readonly Field[] {
  const fields: { tag: string; text: string; isLast: boolean }[] = [];
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    const body = line.replace(/^(\{[^{}]*\})*\{4:$/, "");
    const [, tag, rest] = /^:(\d\d[A-Z]?):(.*)$/.exec(body) ?? [];
    const last = fields.at(-1);
    if (tag !== undefined) fields.push({ tag, text: rest ?? "", isLast: false });
    else if (last === undefined || body === "") continue;
    else if (END.test(body)) last.isLast = true;
    else {
      last.text += `\n${body}`;
      last.isLast = false;
    }
  }
  return fields;
}

/**
 * Returns the account: an IBAN, also if the bank stands before it or the currency behind it, or
 * else the bank's own name of the account.
 */
function accountOf(text: string): string {
  const [line = ""] = text.split("\n", 1);
  const candidates = [line, ...line.split("/")].map(normalizeIban);
  const withoutCurrency = candidates.map((candidate) => candidate.slice(0, -3));
  return [...candidates, ...withoutCurrency].find(isIban) ?? normalizeIban(line);
}

function currencyOf(balance: string): string {
  const [, currency] = /^[CD]\d{6}([A-Z]{3})/.exec(balance) ?? [];
  if (currency === undefined) throw new StatementError("not_a_balance", balance);
  return currency;
}

/**
 * The field `:61:`: value date, booking day, credit or debit (a preceding R marks a reversal),
 * third letter of the currency, amount, transaction type, customer's reference, bank's reference
 * after `//`, and a line of details. Some banks write blanks for the booking day, after the amount
 * or in the type.
 */
const ENTRY = new RegExp(
  [
    /^(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d)| {4})?/,
    /(R?[CD])[A-Z]?(\d[\d,.]*) ?/,
    /[NSF][A-Z0-9 ]{3}([^\n]*?)(?:\/\/([^\n]*))?/,
    /(?:\n([^]*))?$/,
  ]
    .map(({ source }) => source)
    .join(""),
);

type Frame = {
  readonly account: string;
  readonly currency: string;
  readonly details: readonly string[];
};

function entryOf(text: string, frame: Frame): StatementEntry {
  const parts = ENTRY.exec(text);
  if (parts === null) {
    throw new StatementError("not_an_entry", text.split("\n", 1)[0]);
  }
  const [, year, month, day, bookMonth, bookDay, mark, number = "", , bankNumber, more] = parts;
  const amount = readAmount(number, frame.currency);
  const details = readDetails(frame.details);
  const description = [details.description, cleanText(more)].filter(Boolean).join(" | ");
  return {
    account: frame.account,
    amount: mark === "C" ? amount : undefined,
    bookedAt: bookedOn({ year: `20${year}`, month, day, bookMonth, bookDay }),
    bankReference: bankNumber === "NONREF" ? undefined : cleanText(bankNumber),
    description,
    senderName: details.senderName,
    senderIban: details.senderIban,
  };
}

type Days = Readonly<Record<"month" | "day" | "bookMonth" | "bookDay", string | undefined>> & {
  readonly year: string;
};

/**
 * The booking day has no year. It gets the year that brings it closest to the value date, which may
 * lie on the other side of New Year.
 */
function bookedOn({ year, month, day, bookMonth, bookDay }: Days): ReturnType<typeof readDay> {
  if (bookMonth === undefined || bookDay === undefined) return readDay(`${year}-${month}-${day}`);
  const apart = Number(bookMonth) - Number(month);
  const bookYear = Number(year) + (apart > 6 ? -1 : apart < -6 ? 1 : 0);
  return readDay(`${bookYear}-${bookMonth}-${bookDay}`);
}
