import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type { ReportScope } from "./transaction-filter.ts";

/** First digits of cards whose bank the BIN table did not know when they paid. */
export type UnknownBin = {
  readonly bin: string;
  readonly payments: number;
  /** The sum of the charges, also of declined ones, in one currency. */
  readonly amount: Money;
};

export type UnknownBins = {
  /** The newest card payments that were looked at. */
  readonly payments: number;
  readonly unknown: number;
  /** The most frequent ones first. */
  readonly bins: readonly UnknownBin[];
};

export interface UnknownBinStore {
  /** Looks at the newest card payments since a time, 10 000 at most. */
  since(scope: ReportScope, from: Instant): Promise<UnknownBins>;
}
