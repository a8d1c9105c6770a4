import { CURRENCY_CODES, isCurrency, type Currency } from "../../../kernel/currency.ts";
import { instant, later, DAY } from "../../../kernel/clock.ts";
import { ALL_TIME, dayOf, parseDay, type Day } from "../../../kernel/day.ts";
import type { MerchantContext } from "../kit/context.ts";

export type OverviewPeriod = {
  /** All days of the period, in order. */
  readonly days: readonly Day[];
  readonly start: Day;
  readonly end: Day;
  readonly currency: Currency;
};

export const CHOICES = [7, 30, 90] as const;
const FIRST_CHOICE = 30;
const MOST_DAYS = 366;
const FIRST = dayOf(ALL_TIME.from, "UTC");
const LAST = dayOf(later(ALL_TIME.until, -DAY), "UTC");

/** Reads the period in the address: two days, or a number of days until today. */
export function readPeriod(context: MerchantContext): OverviewPeriod | undefined {
  const { kit, scope, merchant, request } = context;
  const { start_date = "", end_date = "", days = "", currency = "" } = request.query;
  const today = dayOf(kit.clocks.now(scope), merchant.settings.timeZone);
  const end = end_date === "" ? today : parseDay(end_date);
  const count = CHOICES.find((choice) => String(choice) === days) ?? FIRST_CHOICE;
  const start = start_date === "" ? end && addDays(end, 1 - count) : parseDay(start_date);
  if (start === undefined || end === undefined || start < FIRST || end > LAST) return undefined;
  const listed = daysBetween(start, end);
  if (listed.length === 0 || listed.length > MOST_DAYS) return undefined;
  const [fallback = "TRY"] = CURRENCY_CODES;
  return { days: listed, start, end, currency: isCurrency(currency) ? currency : fallback };
}

/** Adds days in UTC, where each day has 24 hours. */
function addDays(day: Day, count: number): Day {
  return dayOf(instant(Date.parse(`${day}T00:00:00Z`) + count * DAY), "UTC");
}

function daysBetween(start: Day, end: Day): readonly Day[] {
  const days: Day[] = [];
  for (let day = start; day <= end && days.length <= MOST_DAYS; day = addDays(day, 1)) {
    days.push(day);
  }
  return days;
}
