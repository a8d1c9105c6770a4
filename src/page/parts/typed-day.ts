import { parseDay, type Day } from "../../kernel/day.ts";

/** `23.11.2026`, `23/11/2026`, `23-11-2026`, `23 11 2026`. */
const SEPARATED = /^(\d{1,2})(?:[./-]| +)(\d{1,2})(?:[./-]| +)(\d{4})$/;
const DIGITS = /^(\d\d)(\d\d)(\d{4})$/;
const LONGEST = 40;

/**
 * Reads a day as a person types it, or as the browser's date field sends it (`2026-11-23`). The
 * day comes before the month in both languages of the panel.
 */
export function readTypedDay(text: string): Day | undefined {
  const typed = text.slice(0, LONGEST).trim();
  const sent = parseDay(typed);
  if (sent !== undefined) return sent;
  const [, date, month, year] = SEPARATED.exec(typed) ?? DIGITS.exec(typed) ?? [];
  if (date === undefined || month === undefined) return undefined;
  return parseDay(`${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`);
}

const DAY_FIELDS: ReadonlySet<string> = new Set([
  "start_date",
  "end_date",
  "valid_from",
  "valid_to",
]);

/** The value of a form's field: that of a field for a day as `YYYY-MM-DD`, others as they are. */
export function fieldValue(name: string, text: string): string {
  return DAY_FIELDS.has(name) ? isoDay(text) : text;
}

/** A typed day as `YYYY-MM-DD`; any other text stays as it is, and is refused where it is read. */
export function isoDay(text: string): string {
  return readTypedDay(text) ?? text.trim();
}
