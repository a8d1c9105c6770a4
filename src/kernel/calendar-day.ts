import { DAY, HOUR, instant, later, toIso, type Instant } from "./clock.ts";

/** A day of the calendar, `YYYY-MM-DD`; days compare like their texts. */
export type CalendarDay = string & { readonly __brand: "CalendarDay" };

/** Turkey has kept UTC+3 all year since 2016. */
const TURKEY_OFFSET_MS = 3 * HOUR;

/** The current day in Turkey, whose calendar bank contracts and decrees use. */
export function dayInTurkey(now: Instant): CalendarDay {
  return toIso(later(now, TURKEY_OFFSET_MS)).slice(0, 10) as CalendarDay;
}

/** The moment at which a day begins in Turkey. */
export function beginningInTurkey(day: CalendarDay): Instant {
  return instant(Date.parse(`${day}T00:00:00Z`) - TURKEY_OFFSET_MS);
}

/** The hour of the day in Turkey, 0 to 23. */
export function hourInTurkey(now: Instant): number {
  return Number(toIso(later(now, TURKEY_OFFSET_MS)).slice(11, 13));
}

/** The message for a text that `parseCalendarDay` refuses. */
export const DAY_RULE = "must be a day such as 2026-01-31, from 1970 to 9998";
const FIRST = "1970-01-01";
const LAST = "9998-12-31";

/**
 * Reads `YYYY-MM-DD` of the years 1970 to 9998, those of `ALL_TIME`: so the years around it have
 * four digits too, and days compare. Returns undefined for any other text and for a day that no
 * month has.
 */
export function parseCalendarDay(text: string): CalendarDay | undefined {
  const day = storedCalendarDay(text);
  return day !== undefined && FIRST <= day && day <= LAST ? day : undefined;
}

/** Reads a day of any year, because days were stored before `parseCalendarDay` had bounds. */
export function storedCalendarDay(text: string): CalendarDay | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(at)) return undefined;
  return new Date(at).toISOString().startsWith(text) ? (text as CalendarDay) : undefined;
}

export function dayBefore(day: CalendarDay): CalendarDay {
  return plusDays(day, -1);
}

export function dayAfter(day: CalendarDay): CalendarDay {
  return plusDays(day, 1);
}

/** The day that is this many calendar days later, or earlier for a negative number. */
export function plusDays(day: CalendarDay, days: number): CalendarDay {
  return toIso(instant(Date.parse(`${day}T00:00:00Z`) + days * DAY)).slice(0, 10) as CalendarDay;
}

/**
 * The day that is a number of calendar days later, or the Monday after it if it is on a weekend.
 * Public holidays are ignored, because decrees move them from year to year: a payout on one comes a
 * day later than expected.
 */
export function nextWorkingDay(from: CalendarDay, days: number): CalendarDay {
  const at = Date.parse(`${from}T00:00:00Z`) + days * DAY;
  const weekday = new Date(at).getUTCDay();
  const wait = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  return new Date(at + wait * DAY).toISOString().slice(0, 10) as CalendarDay;
}
