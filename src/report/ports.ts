import type { Instant } from "../kernel/clock.ts";
import type { Payment } from "../payment/payment.ts";
import type { Tally } from "./summary.ts";
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
  tally(scope: ReportScope, period: Period): Promise<readonly Tally[]>;
  /** When the earliest payment was created. */
  firstPaymentAt(scope: ReportScope): Promise<Instant | undefined>;
}
