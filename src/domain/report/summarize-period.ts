import type { Currency } from "../../kernel/currency.ts";
import { dayOf, type Day } from "../../kernel/day.ts";
import type { Clocks } from "../merchant/clocks.ts";
import type { Caller } from "../merchant/ports.ts";
import type { ReportStore } from "./ports.ts";
import { summarize, summarizeCurrency, type Summary } from "./summary.ts";
import { periodOf, type Days, type ReportScope } from "./transaction-filter.ts";

export type SummarizeDeps = { readonly clocks: Clocks; readonly reports: ReportStore };

export type SummarizeCommand = {
  readonly caller: Caller;
  readonly days: Days;
  /** Currency of the summarized payments; absent: all payments, with amounts in lira. */
  readonly currency: Currency | undefined;
};

export type PeriodSummary = { readonly start: Day; readonly end: Day; readonly summary: Summary };

/**
 * Summarizes a caller's payments. Without a start, the period begins with the day of the first
 * payment; without an end, it includes today.
 */
export async function summarizePeriod(
  deps: SummarizeDeps,
  { caller, days, currency }: SummarizeCommand,
): Promise<PeriodSummary> {
  const { merchant, mode } = caller;
  const { timeZone } = merchant.settings;
  const scope = { merchantId: merchant.merchantId, mode };
  const [rollups, start] = await Promise.all([
    deps.reports.rollup(scope, periodOf(days, timeZone)),
    days.start ?? firstDay(deps, scope, timeZone),
  ]);
  const today = dayOf(deps.clocks.now(scope), timeZone);
  const summary =
    currency === undefined ? summarize(rollups, "TRY") : summarizeCurrency(rollups, currency);
  const end = days.end ?? later(start ?? today, today);
  return { start: earlier(start ?? today, end), end, summary };
}

async function firstDay(
  deps: SummarizeDeps,
  scope: ReportScope,
  timeZone: string,
): Promise<Day | undefined> {
  const first = await deps.reports.firstPaymentAt(scope);
  return first === undefined ? undefined : dayOf(first, timeZone);
}

// `earlier` and `later` keep a period with an open side from ending before it starts.
function earlier(one: Day, other: Day): Day {
  return one < other ? one : other;
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other;
}
