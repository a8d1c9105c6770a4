import { instant, type Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import { findReferenceCodes } from "../../domain/transfer/reference-code.ts";

/** Statements of an entry about its payer. */
export type Details = {
  readonly description: string;
  readonly senderName: string | undefined;
  readonly senderIban: string | undefined;
};

/** Incoming money of a statement, before it has a key. */
export type StatementEntry = Details & {
  readonly account: string;
  readonly amount: Money;
  readonly bookedAt: Instant;
  /** The bank's own number of the entry, or undefined. */
  readonly bankReference: string | undefined;
  /**
   * The details as they stand in the line's key. A better reading changes the details alone:
   * another key would count a line twice that is imported again.
   */
  readonly keyed: Details;
};

/** A day, with an optional time and an optional time zone. */
const DAY = /^(\d{4})-(\d\d)-(\d\d)(T[\d:.]+)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Reads a day, such as `2026-11-21`, as its beginning in UTC, without regard to its zone. A day
 * with a time is read as that moment, in Turkish time if no zone is given. The result must not
 * depend on the machine, because a line's key contains it. Banks that count thirty days to each
 * month write 30 and 31 February for its last day. Returns undefined for any other text that is no
 * day of the calendar.
 */
export function readDay(text: string): Instant | undefined {
  const [, year = "", month = "", written = "", time, zone = "+03:00"] = DAY.exec(text) ?? [];
  const day = month === "02" && /^3[01]$/.test(written) ? lastOfFebruary(year) : written;
  const date = `${year}-${month}-${day}`;
  const at = Date.parse(time === undefined ? `${date}T00:00:00Z` : `${date}${time}${zone}`);
  return isCalendarDay(date) && !Number.isNaN(at) ? instant(at) : undefined;
}

function lastOfFebruary(year: string): string {
  return isCalendarDay(`${year}-02-29`) ? "29" : "28";
}

/** False for 31 April, which the parser of dates would read as 1 May. */
function isCalendarDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

const TEXT_MAX = 1_000;

/** Returns a bank's text as one line without unstorable characters, or undefined if it is empty. */
export function cleanText(text: string | undefined): string | undefined {
  // NUL and the other control characters; a decoder never returns lone surrogates.
  const clean = text
    ?.replace(/[\u0000-\u001f\u007f]+/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return clean === undefined || clean === "" ? undefined : clean.slice(0, TEXT_MAX);
}

/** The most characters of codes that are added to a description. */
const CODES_MAX = 300;

/**
 * Adds to a description the reference codes that stand elsewhere in the entry, because the payment
 * is found by its description. A code has check characters, so it may stand anywhere.
 */
export function withCodes(description: string, everything: readonly string[]): string {
  const known = new Set(findReferenceCodes(description));
  const codes = new Set(everything.flatMap(findReferenceCodes).filter((code) => !known.has(code)));
  if (codes.size === 0) return description;
  const added = [...codes].join(" ").slice(0, CODES_MAX);
  const shown = description.slice(0, TEXT_MAX - added.length - 3);
  return shown === "" ? added : `${shown} | ${added}`;
}
