import { DAY, instant, MINUTE, type Instant } from "./clock.ts";

/** A day of the calendar, `YYYY-MM-DD`; its instants depend on a time zone. */
export type Day = string & { readonly __brand: "Day" };

/**
 * A quarter of an hour in ms. Since 1972 each time zone differs from UTC by whole quarters of an
 * hour, so every day begins at a multiple of this value.
 */
export const QUARTER = 15 * MINUTE;

const DAY_TEXT = /^(\d{4})-(\d\d)-(\d\d)$/;
// More than any time zone has ever differed from UTC.
const WIDEST_OFFSET_MS = DAY;
/** The range of all times that the service can write; the range of PostgreSQL is wider. */
export const ALL_TIME = { from: instant(0), until: instant(Date.UTC(9999, 0, 1)) } as const;

/** Returns undefined for any text but a day of the calendar: 2024-02-30 is not one. */
export function parseDay(text: string): Day | undefined {
  const [, year, month, date] = (DAY_TEXT.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined || year === 0) {
    return undefined;
  }
  const there = new Date(0);
  there.setUTCFullYear(year, month - 1, date);
  return there.toISOString().startsWith(text) ? (text as Day) : undefined;
}

export function dayOf(at: Instant, timeZone: string): Day {
  const number = dayNumber(calendar(timeZone), at);
  const text = String(number).padStart(8, "0");
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` as Day;
}

/**
 * The first instant of a day: midnight, or the first time after it if clocks skip midnight. Days
 * before 1970 begin at the epoch, and days after 9998 end with that year.
 */
export function startOfDay(day: Day, timeZone: string): Instant {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return firstInstant(midnight, { number: numberOf(day), timeZone });
}

/** The first instant after a day, which is the first one of the next day. */
export function endOfDay(day: Day, timeZone: string): Instant {
  const midnight = Date.parse(`${day}T00:00:00Z`) + DAY;
  return firstInstant(midnight, { number: numberOf(day) + 1, timeZone });
}

/**
 * Finds the first instant whose local day has at least the given number. Bisection finds it,
 * because local days never go back.
 */
function firstInstant(
  utcMidnight: number,
  day: { readonly number: number; readonly timeZone: string },
): Instant {
  if (utcMidnight - WIDEST_OFFSET_MS <= ALL_TIME.from) return ALL_TIME.from;
  if (utcMidnight + WIDEST_OFFSET_MS >= ALL_TIME.until) return ALL_TIME.until;
  const format = calendar(day.timeZone);
  const quarter = (count: number): Instant => instant(utcMidnight + count * QUARTER);
  let before = -WIDEST_OFFSET_MS / QUARTER;
  let reached = WIDEST_OFFSET_MS / QUARTER;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (dayNumber(format, quarter(middle)) >= day.number) reached = middle;
    else before = middle;
  }
  return quarter(reached);
}

/**
 * Formats by time zone, kept because each takes a quarter of a millisecond to make. The map stays
 * small, because time zones are validated when they are set.
 */
const calendars = new Map<string, Intl.DateTimeFormat>();

function calendar(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone);
  if (known !== undefined) return known;
  const made = newCalendar(timeZone);
  calendars.set(timeZone, made);
  return made;
}

function newCalendar(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
}

/** The local day as a number such as 20261121, so that days compare. */
function dayNumber(format: Intl.DateTimeFormat, at: Instant): number {
  const fields = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return numberOf(`${fields.get("year")}-${fields.get("month")}-${fields.get("day")}`);
}

function numberOf(day: string): number {
  return Number(day.replaceAll("-", ""));
}
