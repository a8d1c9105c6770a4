import { parseCalendarDay, type CalendarDay } from "../../kernel/calendar-day.ts";

/** The forms in which tables write days. */
export const DAY_PATTERNS = [
  "dd.MM.yyyy",
  "dd/MM/yyyy",
  "dd-MM-yyyy",
  "dd.MM.yy",
  "dd/MM/yy",
  "yyyy-MM-dd",
  "yyyy/MM/dd",
  "yyyy.MM.dd",
  "yyyyMMdd",
  "ddMMyyyy",
  "MM/dd/yyyy",
] as const;
export type DayPattern = (typeof DAY_PATTERNS)[number];

const CENTURY = "20";

/** Reads a day in a pattern; a time of the day behind it is left out. */
export function dayIn(text: string, pattern: DayPattern): CalendarDay | undefined {
  const length = pattern.length;
  const day = text.slice(0, length);
  if (!/^(?:[ T]\d{1,2}[:.]\d\d(?:[:.]\d\d(?:\.\d{1,9})?)?)?$/.test(text.slice(length))) {
    return undefined;
  }
  const part = (letter: string): string =>
    Array.from(pattern, (one, at) => (one === letter ? day.charAt(at) : "")).join("");
  const isFormed = Array.from(pattern).every((one, at) =>
    /[dMy]/.test(one) ? /\d/.test(day.charAt(at)) : one === day.charAt(at),
  );
  const year = part("y");
  const full = year.length === 2 ? `${CENTURY}${year}` : year;
  return isFormed ? parseCalendarDay(`${full}-${part("M")}-${part("d")}`) : undefined;
}
