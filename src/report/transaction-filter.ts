import type { Instant } from "../kernel/clock.ts";
import { ALL_TIME, endOfDay, startOfDay, type Day } from "../kernel/day.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { PaymentType } from "../payment/payment.ts";
import type { PaymentStatus } from "../payment/states.ts";

/** Whose payments a report is about; no report crosses merchants or modes (contract C2). */
export type ReportScope = { readonly merchantId: MerchantId; readonly mode: Mode };

/** From an instant until before another; payments belong to it by when they were created. */
export type Period = { readonly from: Instant; readonly until: Instant };

/** First and last day, both inclusive; a missing one leaves that side open. */
export type Days = { readonly start: Day | undefined; readonly end: Day | undefined };

/** Which payments a list or an export holds (spec 4.10); a missing condition lets all through. */
export type TransactionFilter = ReportScope & {
  readonly period: Period;
  readonly status: PaymentStatus | undefined;
  readonly paymentType: PaymentType | undefined;
  /** Bounds, both inclusive, of the session's amount in minor units of whatever currency. */
  readonly minMinor: bigint | undefined;
  readonly maxMinor: bigint | undefined;
};

/** The instants of some days of a time zone (contract C2: the merchant's). */
export function periodOf(days: Days, timeZone: string): Period {
  const { start, end } = days;
  return {
    from: start === undefined ? ALL_TIME.from : startOfDay(start, timeZone),
    until: end === undefined ? ALL_TIME.until : endOfDay(end, timeZone),
  };
}
