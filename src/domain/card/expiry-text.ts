import type { CardExpiry } from "./card-details.ts";

const MONTH_FIRST = /^(\d{1,2})[\s/.,-]+(\d{2}|\d{4})$/;
/** The order of an HTML month field, which password managers fill in. */
const YEAR_FIRST = /^(\d{4})[/.-](\d{1,2})$/;
const TOGETHER = /^(\d{1,2}?)(\d{2}|\d{4})$/;

/**
 * Reads an expiry from one text field: `09/28`, `9/28`, `09 / 28`, `09/2028`, `09.28`, `09-28`,
 * `0928`, `928`, `092028`, `2028-09`. Returns `undefined` for any other text.
 */
export function readExpiry(text: string): CardExpiry | undefined {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .trim();
  const [, lateYear, earlyMonth] = YEAR_FIRST.exec(plain) ?? [];
  const [, month = earlyMonth, year = lateYear] =
    MONTH_FIRST.exec(plain) ?? TOGETHER.exec(plain) ?? [];
  if (month === undefined || year === undefined) return undefined;
  const expiry = { month: Number(month), year: Number(year.padStart(4, "20")) };
  const isCalendarMonth = expiry.month >= 1 && expiry.month <= 12;
  return isCalendarMonth && expiry.year >= 2000 && expiry.year <= 2099 ? expiry : undefined;
}

/** Writes `09 / 28`, the form that is printed on cards. */
export function formatExpiry({ month, year }: CardExpiry): string {
  return `${String(month).padStart(2, "0")} / ${String(year % 100).padStart(2, "0")}`;
}
