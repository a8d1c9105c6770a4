import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Payment } from "../payment/payment.ts";
import type { Rollup } from "./summary.ts";
import type { Period, ReportScope, TransactionFilter } from "./transaction-filter.ts";

export type PageRequest = {
  /** Number of the page, from 1. */
  readonly page: number;
  readonly perPage: number;
};

export type TransactionPage = {
  /** The number of matches on all pages. */
  readonly total: number;
  /** Newest first; payments of the same instant by descending order id. */
  readonly payments: readonly Payment[];
};

export interface ReportStore {
  list(filter: TransactionFilter, request: PageRequest): Promise<TransactionPage>;
  rollup(scope: ReportScope, period: Period): Promise<readonly Rollup[]>;
  /** Returns when the earliest payment was created, or undefined if there is none. */
  firstPaymentAt(scope: ReportScope): Promise<Instant | undefined>;
}

/**
 * Runs the work of one merchant; an implementation may isolate the merchants' failures from each
 * other.
 */
export type EachMerchant = (
  merchantId: MerchantId,
  work: () => Promise<unknown>,
) => Promise<unknown>;

/**
 * Maintains the roll-ups from which reports are made, so that no report has to count payments
 * (docs/decisions/report-rollup.md).
 */
export interface RollupKeeper {
  /**
   * Merges the changes of payments into the roll-ups of merchants that have enough of them. Returns
   * true if a merchant may have more than one round merges.
   */
  compact(now: Instant, each?: EachMerchant): Promise<boolean>;
  /** Counts a merchant's payments anew; the merchant may make new payments at the same time. */
  rebuild(merchantId: MerchantId): Promise<void>;
  /**
   * Returns how many counts differ from the payments; more than 0 only after a change of payments
   * that bypassed the store.
   */
  countDifferences(merchantId: MerchantId): Promise<number>;
}

/** A category of basket items, and the number of sessions with payments that had it. */
export type UsedCategory = { readonly category: number; readonly sessions: number };

export interface UsedCategoryStore {
  /** Looks at the sessions of the newest payments since a time, 10 000 at most. */
  since(scope: ReportScope, from: Instant): Promise<readonly UsedCategory[]>;
}
