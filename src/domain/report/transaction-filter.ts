import type { Instant } from "../../kernel/clock.ts";
import { ALL_TIME, endOfDay, startOfDay, type Day } from "../../kernel/day.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { PaymentType } from "../payment/payment.ts";
import type { PaymentStatus } from "../payment/states.ts";

/** The merchant and mode of a report; no report crosses merchants or modes (contract C2). */
export type ReportScope = { readonly merchantId: MerchantId; readonly mode: Mode };

/**
 * A period from one instant, inclusive, to another, exclusive; a payment belongs to the period in
 * which it was created.
 */
export type Period = { readonly from: Instant; readonly until: Instant };

/** First and last day, both inclusive; an absent one leaves that side open. */
export type Days = { readonly start: Day | undefined; readonly end: Day | undefined };

/** Selects the payments of a list or an export (spec 4.10); an absent condition matches all. */
export type TransactionFilter = ReportScope & {
  readonly period: Period;
  readonly status: PaymentStatus | undefined;
  readonly paymentType: PaymentType | undefined;
  /** Bounds of the session's amount, inclusive, in minor units of any currency. */
  readonly minMinor: bigint | undefined;
  readonly maxMinor: bigint | undefined;
};

/**
 * Returns the instants at which some days of a time zone begin and end (contract C2: the merchant's
 * zone).
 */
export function periodOf(days: Days, timeZone: string): Period {
  const { start, end } = days;
  return {
    from: start === undefined ? ALL_TIME.from : startOfDay(start, timeZone),
    until: end === undefined ? ALL_TIME.until : endOfDay(end, timeZone),
  };
}
