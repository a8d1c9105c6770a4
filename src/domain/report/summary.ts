import type { Currency } from "../../kernel/currency.ts";
import { money, type Money } from "../../kernel/money.ts";
import type { PaymentType } from "../payment/payment.ts";
import { STATUS_RESULT, type PaymentStatus } from "../payment/states.ts";

/**
 * The number of payments of one type, status and currency, and the sum of their sessions' amounts.
 */
export type Rollup = {
  readonly paymentType: PaymentType;
  readonly status: PaymentStatus;
  readonly currency: Currency;
  readonly payments: number;
  readonly amountMinor: bigint;
  /** How many of these payments have been refunded, at least in part. */
  readonly refunded: number;
};

export type TypeShare = { readonly count: number; readonly amount: Money };

/**
 * The figures of spec 4.11 as contract C5 defines them. Amounts are sums over the successful
 * payments in a single currency, before refunds and without the commission of installments, like
 * `amount` in the list. Counts cover all summarized payments of any currency.
 */
export type Summary = {
  readonly totalTransactions: number;
  readonly totalAmount: Money;
  readonly successful: number;
  readonly failed: number;
  readonly refunded: number;
  /** Percentage with two decimals; 0 if no payment has succeeded or failed. */
  readonly approvalRate: number;
  /** The payment types that occur; their counts and amounts add up to the totals. */
  readonly breakdown: ReadonlyMap<PaymentType, TypeShare>;
};

export function summarize(rollups: readonly Rollup[], currency: Currency): Summary {
  const succeeded = rollups.filter(({ status }) => STATUS_RESULT[status] === "successful");
  const successful = countOf(succeeded);
  const failed = countOf(rollups.filter(({ status }) => STATUS_RESULT[status] === "failed"));
  const types = new Set(
    rollups.filter(({ payments }) => payments > 0).map(({ paymentType }) => paymentType),
  );
  const share = (type: PaymentType): TypeShare => {
    const ofType = ({ paymentType }: Rollup): boolean => paymentType === type;
    return {
      count: countOf(rollups.filter(ofType)),
      amount: amountOf(succeeded.filter(ofType), currency),
    };
  };
  return {
    totalTransactions: countOf(rollups),
    totalAmount: amountOf(succeeded, currency),
    successful,
    failed,
    refunded: rollups.reduce((sum, { refunded }) => sum + refunded, 0),
    approvalRate: percentOf(successful, successful + failed),
    breakdown: new Map([...types].toSorted().map((type) => [type, share(type)])),
  };
}

/**
 * Returns the figures of the payments in one currency; counts and amounts cover the same payments.
 */
export function summarizeCurrency(rollups: readonly Rollup[], currency: Currency): Summary {
  return summarize(
    rollups.filter((rollup) => rollup.currency === currency),
    currency,
  );
}

function countOf(rollups: readonly Rollup[]): number {
  return rollups.reduce((sum, { payments }) => sum + payments, 0);
}

function amountOf(rollups: readonly Rollup[], currency: Currency): Money {
  const minor = rollups.reduce(
    (sum, rollup) => (rollup.currency === currency ? sum + rollup.amountMinor : sum),
    0n,
  );
  return money(minor, currency);
}

/** Hundredths are computed with integers, so that a half is always rounded up. */
function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0;
  const hundredths = (BigInt(part) * 20_000n + BigInt(whole)) / (BigInt(whole) * 2n);
  return Number(hundredths) / 100;
}
