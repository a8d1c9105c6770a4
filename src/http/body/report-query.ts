import { instant } from "../../kernel/clock.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { dayOf, parseDay, type Day } from "../../kernel/day.ts";
import type { Caller } from "../../domain/merchant/ports.ts";
import {
  periodOf,
  type Days,
  type TransactionFilter,
} from "../../domain/report/transaction-filter.ts";
import type { FieldError, Problem } from "../problem/problem.ts";
import { DAY_RULE, TYPE_OF_SPELLING, type ExportQuery, type ListQuery } from "../schema/report.ts";
import { sentenceOf } from "../problem/validation-message.ts";

type DatesQuery = Pick<ListQuery, "start_date" | "end_date">;
type FilterQuery = Omit<ListQuery, "page" | "per_page"> | Omit<ExportQuery, "format">;

/**
 * Reads the first and last day of a query, or refuses with the problem that names the wrong one.
 */
export function readDays(query: DatesQuery, timeZone: string): Result<Days, Problem> {
  const start = readDay("start_date", query.start_date, timeZone);
  const end = readDay("end_date", query.end_date, timeZone);
  const errors = [start, end].flatMap((day) => (day.ok ? [] : [day.refusal]));
  if (!start.ok || !end.ok) return refused(invalid(errors));
  const days = { start: start.value, end: end.value };
  if (days.start !== undefined && days.end !== undefined && days.start > days.end) {
    return refused(invalid([{ field: "start_date", message: "must not be after end_date" }]));
  }
  return ok(days);
}

function readDay(
  field: string,
  text: string | undefined,
  timeZone: string,
): Result<Day | undefined, FieldError> {
  if (text === undefined) return ok(undefined);
  const day = dayOfText(text, timeZone);
  return day === undefined ? refused({ field, message: DAY_RULE }) : ok(day);
}

/** A time of day without a zone is one of the merchant's zone. */
const TIMED = new RegExp(
  String.raw`^(?<day>\d{4}-\d\d-\d\d)[T ]` +
    String.raw`(?<time>([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?)` +
    String.raw`(?<zone>Z|[+ -]\d\d:\d\d)?$`,
);

/** Returns the day that a text names, or the day of a time in the zone (contract C5). */
function dayOfText(text: string, timeZone: string): Day | undefined {
  const { day: written = text, time, zone } = TIMED.exec(text)?.groups ?? {};
  const day = parseDay(written);
  if (day === undefined || time === undefined || zone === undefined) return day;
  // In a query, a `+` that was not percent-encoded arrives as a space.
  const at = Date.parse(`${day}T${time}${zone.replace(" ", "+")}`);
  return Number.isNaN(at) ? undefined : dayOf(instant(at), timeZone);
}

/** Reads the filter of a query, limited to the caller's own payments of the key's mode. */
export function readFilter(
  query: FilterQuery,
  { merchant, mode }: Caller,
): Result<TransactionFilter, Problem> {
  const days = readDays(query, merchant.settings.timeZone);
  if (!days.ok) return days;
  const minMinor = query.min_amount === undefined ? undefined : BigInt(query.min_amount);
  const maxMinor = query.max_amount === undefined ? undefined : BigInt(query.max_amount);
  if (minMinor !== undefined && maxMinor !== undefined && minMinor > maxMinor) {
    return refused(invalid([{ field: "min_amount", message: "must not be above max_amount" }]));
  }
  return ok({
    merchantId: merchant.merchantId,
    mode,
    period: periodOf(days.value, merchant.settings.timeZone),
    status: query.status,
    paymentType:
      query.payment_type === undefined ? undefined : TYPE_OF_SPELLING[query.payment_type],
    minMinor,
    maxMinor,
  });
}

function invalid(errors: readonly FieldError[]): Problem {
  return { code: "validation_failed", detail: sentenceOf(errors), errors };
}
