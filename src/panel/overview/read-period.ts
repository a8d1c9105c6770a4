import { CURRENCY_CODES, isCurrency, type Currency } from "../../kernel/currency.ts";
import { DAY, later } from "../../kernel/clock.ts";
import { ALL_TIME, dayOf, type Day } from "../../kernel/day.ts";
import type { MerchantContext } from "../kit/context.ts";
import { addDays } from "../../page/parts/day-range.ts";
import { readTypedDay } from "../../page/parts/typed-day.ts";

export type OverviewPeriod = {
  readonly days: readonly Day[];
  readonly start: Day;
  readonly end: Day;
  /** The first and the last day of the equally long period before. */
  readonly before: { readonly start: Day; readonly end: Day };
  readonly currency: Currency;
};

const FIRST_CHOICE = 30;
const MOST_DAYS = 366;
const FIRST = dayOf(ALL_TIME.from, "UTC");
const LAST = dayOf(later(ALL_TIME.until, -DAY), "UTC");

export function todayOf({ kit, scope, merchant }: MerchantContext): Day {
  return dayOf(kit.clocks.now(scope), merchant.settings.timeZone);
}

/** Reads the period in the address: two days, or a number of days until today. */
export function readPeriod(context: MerchantContext): OverviewPeriod | undefined {
  const { start_date = "", end_date = "", days = "", currency = "" } = context.request.query;
  const end = end_date === "" ? todayOf(context) : readTypedDay(end_date);
  const count = /^[1-9]\d{0,2}$/.test(days) ? Number(days) : FIRST_CHOICE;
  const start = start_date === "" ? end && addDays(end, 1 - count) : readTypedDay(start_date);
  if (start === undefined || end === undefined || start < FIRST || end > LAST) return undefined;
  const listed = daysBetween(start, end);
  if (listed.length === 0 || listed.length > MOST_DAYS) return undefined;
  const [fallback = "TRY"] = CURRENCY_CODES;
  const before = { start: addDays(start, -listed.length), end: addDays(start, -1) };
  const chosen = isCurrency(currency) ? currency : fallback;
  return { days: listed, start, end, before, currency: chosen };
}

function daysBetween(start: Day, end: Day): readonly Day[] {
  const days: Day[] = [];
  for (let day = start; day <= end && days.length <= MOST_DAYS; day = addDays(day, 1)) {
    days.push(day);
  }
  return days;
}
