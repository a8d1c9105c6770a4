import { isCurrency } from "../../kernel/currency.ts";
import { isIban, normalizeIban } from "../../domain/transfer/iban.ts";
import type { Balance, Booking, Page } from "./judge-statements.ts";
import { formOf, joinLines, keyedDetails, readDetails, textAlone } from "./mt940-details.ts";
import type { Dialect } from "./mt940-dialects.ts";
import { readEntryField, type EntryField } from "./mt940-entry.ts";
import { groupFields, type Field, type FieldGroup } from "./mt940-fields.ts";
import { moneyOf, readDecimal } from "./statement-amount.ts";
import { cleanText, withCodes, type Details } from "./statement-entry.ts";
import { shownText, StatementError, type LineFlaw } from "./statement-error.ts";

/**
 * Reads SWIFT MT940 statements, one or several in a file, with or without SWIFT's envelope. Banks
 * fill `:86:` and `:25:` in different ways, which are recognised by their form.
 * @throws StatementError for a file without a statement
 */
export function readMt940(text: string): readonly Page[] {
  const pages: Page[] = [];
  for (const group of groupFields(text.replace(/^\uFEFF/, ""))) {
    pages.push(pageOf(group, pages.at(-1)));
  }
  const hasStatement = pages.some(
    ({ account, bookings }) => account !== undefined || bookings.length > 0,
  );
  if (!hasStatement) throw new StatementError("no_mt940");
  return pages;
}

/** A page may leave out the account of the page before it. */
function pageOf(group: FieldGroup, before: Page | undefined): Page {
  const { fields, oddLines, isOutOfOrder } = group;
  const lastOf = (...tags: readonly string[]): string | undefined =>
    fields.findLast(({ tag }) => tags.includes(tag))?.text;
  const closing = fields.findLast(({ tag }) => tag === "62F" || tag === "62M");
  const begun = fields.find(({ tag }) => tag === "60F" || tag === "60M");
  const opening = balancesIn(begun);
  const ownAccount = lastOf("25", "25P");
  const isPage = !fields.some(({ tag }) => tag === "20" || tag === "25" || tag === "25P");
  const account = ownAccount === undefined ? undefined : accountOf(ownAccount);
  const frame = {
    account: account ?? (isPage ? before?.account : undefined),
    currency: opening[0]?.currency,
  };
  return {
    name: nameOf(lastOf("20"), lastOf("28C", "28")) ?? before?.name ?? "",
    account: frame.account,
    bookings: [...bookingsOf(group, frame), ...oddLines.map(oddBooking)],
    opening,
    closing: balancesIn(closing),
    isOutOfOrder,
    endWidth: endWidthOf(group, closing),
    headWidth: begun?.lengthBefore ?? 0,
  };
}

function nameOf(...parts: readonly (string | undefined)[]): string | undefined {
  return cleanText(parts.map((part) => part?.split("\n", 1)[0] ?? "").join(" "));
}

/** A page's balance has M behind its number, that of a whole statement F. */
function balancesIn(field: Field | undefined): readonly Balance[] {
  const [, sign, currency = "", number = ""] =
    /^([CD])\d{6}([A-Z]{3})(-?[\d.,]+)/.exec(field?.text ?? "") ?? [];
  const amount = readDecimal(number);
  if (sign === undefined || amount === undefined) return [];
  const isOfPage = field?.tag.endsWith("M") === true;
  return [{ currency, amount: sign === "C" ? amount : -amount, isOfPage }];
}

/** The length by which banks write the first line of a field longer or shorter than others. */
const TAG_LENGTH = 4;
/** Banks that wrap texts at SWIFT's width of 65 characters write lines of this length and more. */
const LONG = 60;
/** The shortest width at which banks wrap texts. */
const SHORT = 27;

/**
 * True for a line that is as long as the lines at whose end the bank wraps a text. Where no text is
 * seen to go on, each line of it may begin like a field, so that the longest text tells the width.
 */
function isFull({ wrapWidth, textWidth }: FieldGroup, length: number): boolean {
  const width = textWidth >= LONG || wrapWidth < SHORT ? textWidth : wrapWidth;
  return width >= SHORT && length >= width - TAG_LENGTH;
}

/** True behind an entry without `:86:`, whose second line may be a payer's text. */
function isBehindBareEntry({ fields, textWidth }: FieldGroup, index: number): boolean {
  return textWidth > 0 && fields[index - 1]?.tag === "61";
}

/** The line before a statement's end, if the bank may have wrapped a text behind it. */
function endWidthOf(group: FieldGroup, closing: Field | undefined): number {
  const length = closing?.lengthBefore ?? group.lengthBeforeEnd;
  return isFull(group, length) ? length : 0;
}

type Frame = { readonly account: string | undefined; readonly currency: string | undefined };

function bookingsOf(group: FieldGroup, frame: Frame): readonly Booking[] {
  const { fields } = group;
  const entries = fields.flatMap((field, index) =>
    field.tag === "61" ? [{ field, index, details: detailsAfter(fields, index) }] : [],
  );
  const form = formOf(entries.map(({ details }) => joinLines(details)));
  return entries.map(({ field, index, details }) => ({
    ...bookingOf(field, { ...frame, details, form }),
    mayBeText: isFull(group, field.lengthBefore) || isBehindBareEntry(group, index),
  }));
}

/** The texts of the `:86:` that follow an entry directly; some banks write several. */
function detailsAfter(fields: readonly Field[], entry: number): readonly string[] {
  const details: string[] = [];
  for (let at = entry + 1; fields[at]?.tag === "86"; at += 1) details.push(fields[at]?.text ?? "");
  return details;
}

/**
 * The text of such a field belongs to the entry before it. If it was an entry, the balances show
 * it.
 */
function oddBooking({ line, text }: Pick<Field, "line" | "text">): Booking {
  return {
    line,
    text: shownText(text),
    currency: undefined,
    change: 0n,
    entries: [],
    skipped: 0,
    flaw: "not_an_entry",
  };
}

type EntryFrame = Frame & {
  readonly details: readonly string[];
  readonly form: Dialect | undefined;
};

/** Money that did not come in is not read further than its amount. */
function bookingOf({ line, text }: Field, frame: EntryFrame): Booking {
  const { account = "", currency = "" } = frame;
  const entry = readEntryField(text);
  const { change, isArrival, bookedAt, isWhole, bankReference } = entry;
  const shared = { line, text: shownText(`:61:${text}`), currency: frame.currency, change };
  const without = (flaw?: LineFlaw): Booking => ({
    ...shared,
    entries: [],
    flaw,
    skipped: flaw === undefined ? 1 : 0,
  });
  if (change === undefined) return without(isWhole ? "not_an_amount" : "not_an_entry");
  if (!isArrival || !isCurrency(currency)) return without();
  const amount = moneyOf(change, currency);
  if (amount === undefined) return without("not_an_amount");
  if (!isWhole) return without("not_an_entry");
  if (bookedAt === undefined) return without("not_a_day");
  const own = { account, amount, bookedAt, bankReference, ...detailsOf(entry, frame) };
  const keyed = keyedOf(frame.details, entry.more);
  return { ...shared, entries: [{ ...own, keyed }], skipped: 0 };
}

function detailsOf({ references, more }: EntryField, { details, form }: EntryFrame): Details {
  const texts = joinLines(details);
  const read = readDetails(texts, form);
  const everything = [...texts, references, more, withoutNumbers(more)];
  return { ...read, description: withCodes(joined(read.description, more), everything) };
}

function joined(description: string, more: string): string {
  return [description, cleanText(more)].filter(Boolean).join(" | ");
}

/** The field `:NS:` of some banks has numbered lines, each a part of the payer's text. */
function withoutNumbers(more: string): string {
  return more.replace(/^(?::NS:)?\d\d/gm, "");
}

const FIELD_LIKE = /\n:\d\d[A-Z]?:/;

/**
 * Reads the details for the key, from the entry alone. A text with a line that looks like a field
 * is in the key as a whole: its payer may have typed what stands behind that line.
 */
function keyedOf(details: readonly string[], more: string): Details {
  const texts = joinLines(details);
  const looksLikeFields = [...details, `\n${more}`].some((text) => FIELD_LIKE.test(text));
  const read = looksLikeFields ? textAlone(texts) : keyedDetails(texts);
  return { ...read, description: joined(read.description, more) };
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
