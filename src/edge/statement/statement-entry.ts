import { CURRENCIES, isCurrency } from "../../kernel/currency.ts";
import { instant, type Instant } from "../../kernel/clock.ts";
import { money, type Money } from "../../kernel/money.ts";
import { StatementError } from "./statement-error.ts";

/** One entry of a statement, before it has a key. */
export type StatementEntry = {
  readonly account: string;
  /** The incoming amount; undefined if there is none, or if no session can be in its currency. */
  readonly amount: Money | undefined;
  readonly bookedAt: Instant;
  /** The bank's own number of the entry, or undefined. */
  readonly bankReference: string | undefined;
  readonly description: string;
  readonly senderName: string | undefined;
  readonly senderIban: string | undefined;
};

/**
 * Reads a decimal number with a point or a comma as an amount in minor units. Returns undefined for
 * zero, which banks write in informational entries, and for a currency that no session can be in.
 * @throws StatementError for a text that is no amount of that currency
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

/** A day, with an optional time and an optional time zone. */
const DAY = /^(\d{4}-\d\d-\d\d)(T[\d:.]+)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Reads a day, such as `2026-11-21`, as its beginning in UTC, without regard to its zone. A day
 * with a time is read as that moment, in Turkish time if no zone is given. The result must not
 * depend on the machine, because a line's key contains it.
 * @throws StatementError for a text that is no day of the calendar
 */
export function readDay(text: string): Instant {
  const [, day, time, zone = "+03:00"] = DAY.exec(text) ?? [];
  const at = Date.parse(time === undefined ? `${day}T00:00:00Z` : `${day}${time}${zone}`);
  // The parser would read 31 February as 3 March.
  const isDay = day !== undefined && isCalendarDay(day);
  if (!isDay || Number.isNaN(at)) throw new StatementError("not_a_day", text);
  return instant(at);
}

function isCalendarDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** Returns a bank's text as one line without unstorable characters, or undefined if it is empty. */
export function cleanText(text: string | undefined): string | undefined {
  // NUL and the other control characters; a decoder never returns lone surrogates.
  const clean = text
    ?.replace(/[\u0000-\u001f\u007f]+/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return clean === undefined || clean === "" ? undefined : clean.slice(0, 1_000);
}
