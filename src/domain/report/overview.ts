import type { Currency } from "../../kernel/currency.ts";
import type { Day } from "../../kernel/day.ts";
import type { Money } from "../../kernel/money.ts";
import type { Scope } from "../merchant/scope.ts";
import type { DeclineReason } from "../payment/decline.ts";
import { summarizeCurrency, type Summary, type Rollup } from "./summary.ts";
import type { Period } from "./transaction-filter.ts";

/** The counts of one local day. */
export type DayRollup = Rollup & { readonly day: Day };

export type BankShare = {
  /** Undefined if the BIN table knew no bank. */
  readonly bank: string | undefined;
  readonly successful: number;
  readonly failed: number;
};

export type DeclineShare = {
  readonly reason: DeclineReason;
  /** The bank's own code, if it gave one. */
  readonly bankCode: string | undefined;
  readonly count: number;
};

export type RefundShare = { readonly count: number; readonly amount: Money };

/** The declines of one bank's cards for one reason, in a period and in the period before it. */
export type DeclineChange = {
  /** Undefined for payments without a card, and if the BIN table knew no bank. */
  readonly bank: string | undefined;
  readonly reason: DeclineReason;
  readonly now: number;
  readonly before: number;
  /** The day of the period with the most of these declines, if there is one. */
  readonly worstDay: Day | undefined;
  readonly onWorstDay: number;
};

export type ChangeChoice = OverviewChoice & {
  readonly before: Period;
  readonly timeZone: string;
};

/** The payments of a period in one currency. */
export type OverviewChoice = { readonly period: Period; readonly currency: Currency };

export interface OverviewStore {
  days(scope: Scope, period: Period, timeZone: string): Promise<readonly DayRollup[]>;
  /**
   * Figures that only the payments themselves contain; undefined if there are too many payments to
   * read.
   */
  details(scope: Scope, choice: OverviewChoice): Promise<OverviewDetails | undefined>;
  /**
   * Compares the declines with those of the period before, largest increase first; undefined if
   * there are too many payments to read.
   */
  changes(scope: Scope, choice: ChangeChoice): Promise<readonly DeclineChange[] | undefined>;
}

export type OverviewDetails = {
  readonly banks: readonly BankShare[];
  readonly declines: readonly DeclineShare[];
  /** Successful refunds by currency, requested within the period. */
  readonly refunds: readonly RefundShare[];
};

export type DaySummary = { readonly day: Day; readonly summary: Summary };

/** Returns one summary for each of the days, also for days without a payment. */
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
