import { parseCalendarDay, type CalendarDay } from "../../kernel/calendar-day.ts";
import { isInForce, type Validity } from "../../kernel/validity.ts";

/** A rule of the law of Turkey as a source told it on a day (docs/decisions/law-as-data.md). */
export type DatedRule = Validity & {
  /** The day on which the source told it. */
  readonly toldOn: CalendarDay;
  readonly source: string;
};

/** A rule's days and source: in force since the source told it, unless another day is known. */
export function told(on: string, source: string, since: string = on): DatedRule {
  return { validFrom: dayOf(since), validTo: undefined, toldOn: dayOf(on), source };
}

function dayOf(text: string): CalendarDay {
  const day = parseCalendarDay(text);
  if (day === undefined) throw new TypeError(`${text} is no day`);
  return day;
}

const YEARS_UNTIL_OLD = 2;

/** True if the source is older than two years: the rule only warns, because it may have changed. */
export function isToBeChecked({ toldOn }: DatedRule, today: CalendarDay): boolean {
  const year = Number(toldOn.slice(0, 4)) + YEARS_UNTIL_OLD;
  return today > `${year}${toldOn.slice(4)}`;
}

export function inForceOn<Rule extends DatedRule>(
  rules: readonly Rule[],
  day: CalendarDay,
): readonly Rule[] {
  return rules.filter((rule) => isInForce(rule, day));
}
