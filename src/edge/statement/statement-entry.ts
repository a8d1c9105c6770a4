import { CURRENCIES, isCurrency } from "../../kernel/currency.ts";
import { instant, type Instant } from "../../kernel/clock.ts";
import { money, type Money } from "../../kernel/money.ts";
import { StatementError } from "./statement-error.ts";

/** One entry of a statement, before it has a key. */
export type StatementEntry = {
  readonly account: string;
  /** What arrived; absent where nothing did, or where it is in a currency that nobody sells in. */
  readonly amount: Money | undefined;
  readonly bookedAt: Instant;
  /** The bank's own number of the entry, where it gives one. */
  readonly bankReference: string | undefined;
  readonly description: string;
  readonly senderName: string | undefined;
  readonly senderIban: string | undefined;
};

/**
 * The amount of a decimal number with a point or a comma, in minor units; `undefined` for nothing,
 * which banks write in entries that only tell something, and for a currency that no session can be
 * in.
 * @throws StatementError for what is no amount of that currency.
 */
export function readAmount(text: string, currency: string): Money | undefined {
  if (!isCurrency(currency)) return undefined;
  const [, whole, fraction = ""] = /^(\d{1,15})(?:[.,](\d*))?$/.exec(text) ?? [];
  const { exponent } = CURRENCIES[currency];
  const minor = fraction.slice(0, exponent).padEnd(exponent, "0");
  if (whole === undefined || /[1-9]/.test(fraction.slice(exponent))) {
    throw new StatementError("not_an_amount", `${text} ${currency}`);
  }
  const amount = money(BigInt(whole + minor), currency);
  return amount.minor === 0n ? undefined : amount;
}

/** A day, perhaps with its time, perhaps with the zone that either is in. */
const DAY = /^(\d{4}-\d\d-\d\d)(T[\d:.]+)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * The beginning of a day, `2026-11-21`, in UTC, whatever its zone; of a date with a time, that
 * moment, in Turkey where no zone is named: wherever this runs, a line is to have the same key.
 * @throws StatementError for what is no day of the calendar.
 */
export function readDay(text: string): Instant {
  const [, day, time, zone = "+03:00"] = DAY.exec(text) ?? [];
  const at = Date.parse(time === undefined ? `${day}T00:00:00Z` : `${day}${time}${zone}`);
  // The parser would take 31 February for 3 March.
  const isDay = day !== undefined && isCalendarDay(day);
  if (!isDay || Number.isNaN(at)) throw new StatementError("not_a_day", text);
  return instant(at);
}

function isCalendarDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** Text of a bank as one line, without what could not be stored; empty text is none. */
export function cleanText(text: string | undefined): string | undefined {
  // NUL and the other controls; lone surrogates can't come out of a decoder.
  const clean = text
    ?.replace(/[\u0000-\u001f\u007f]+/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return clean === undefined || clean === "" ? undefined : clean.slice(0, 1_000);
}
