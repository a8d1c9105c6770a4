import type { Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Payment } from "../payment/payment.ts";
import type { Rollup } from "./summary.ts";
import type { Period, ReportScope, TransactionFilter } from "./transaction-filter.ts";

export type PageRequest = {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
};

export type TransactionPage = {
  /** All matches, on this page and on the others. */
  readonly total: number;
  /** Newest first; those created at the same instant by descending order id. */
  readonly payments: readonly Payment[];
};

export interface ReportStore {
  list(filter: TransactionFilter, request: PageRequest): Promise<TransactionPage>;
  rollup(scope: ReportScope, period: Period): Promise<readonly Rollup[]>;
  /** When the earliest payment was created. */
  firstPaymentAt(scope: ReportScope): Promise<Instant | undefined>;
}

/** Does the work of one merchant; may keep its failure from the others. */
export type EachMerchant = (
  merchantId: MerchantId,
  work: () => Promise<unknown>,
) => Promise<unknown>;

/** Looks after the counts that reports are made from, so that nobody has to count payments. */
export interface RollupKeeper {
  /** Adds what payments have changed, for the merchants that have gathered enough of it. */
  compact(now: Instant, each?: EachMerchant): Promise<void>;
  /** Counts a merchant's payments anew, while others go on being made. */
  rebuild(merchantId: MerchantId): Promise<void>;
  /** How many counts differ from the payments themselves; 0 unless somebody wrote around them. */
  countDifferences(merchantId: MerchantId): Promise<number>;
}
