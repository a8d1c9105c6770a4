import type { Currency } from "../kernel/currency.ts";
import type { Day } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { Scope } from "../merchant/scope.ts";
import type { DeclineReason } from "../payment/decline.ts";
import { summarizeCurrency, type Summary, type Rollup } from "./summary.ts";
import type { Period } from "./transaction-filter.ts";

/** The counts of one local day. */
export type DayRollup = Rollup & { readonly day: Day };

export type BankShare = {
  /** Undefined where the BIN table knew no bank. */
  readonly bank: string | undefined;
  readonly successful: number;
  readonly failed: number;
};

export type DeclineShare = {
  readonly reason: DeclineReason;
  /** The bank's own code, where it gave one. */
  readonly bankCode: string | undefined;
  readonly count: number;
};

export type RefundShare = { readonly count: number; readonly amount: Money };

/** The payments of a period in one currency. */
export type OverviewChoice = { readonly period: Period; readonly currency: Currency };

export interface OverviewStore {
  days(scope: Scope, period: Period, timeZone: string): Promise<readonly DayRollup[]>;
  /** What only the payments themselves tell; undefined where there are too many to go through. */
  details(scope: Scope, choice: OverviewChoice): Promise<OverviewDetails | undefined>;
}

export type OverviewDetails = {
  readonly banks: readonly BankShare[];
  readonly declines: readonly DeclineShare[];
  /** Refunds that went through, by currency, begun in the period. */
  readonly refunds: readonly RefundShare[];
};

export type DaySummary = { readonly day: Day; readonly summary: Summary };

/** One summary for each of some days, also for those without a payment. */
export function summarizeDays(
  rollups: readonly DayRollup[],
  { days, currency }: { readonly days: readonly Day[]; readonly currency: Currency },
): readonly DaySummary[] {
  return days.map((day) => ({
    day,
    summary: summarizeCurrency(
      rollups.filter((rollup) => rollup.day === day),
      currency,
    ),
  }));
}
