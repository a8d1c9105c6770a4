import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { OrderId } from "../../kernel/ids.ts";
import type { Money } from "../../kernel/money.ts";
import type { SettlementPart } from "./settlement-part.ts";

/** A sale is money that an acquirer pays out, a refund is money that it takes back. */
export const SETTLEMENT_KINDS = ["sale", "refund"] as const;
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/** One line of an acquirer's settlement: the amount that it paid, or took back, for one request. */
export type SettlementLine = {
  /** The line's number in its file, from 1. */
  readonly line: number;
  /**
   * The bank's reference of the request: that under which we sent the attempt, or its id. A refund
   * may have the reference of the sale, and a capture that of its authorization.
   */
  readonly reference: string;
  readonly kind: SettlementKind;
  readonly gross: Money;
  readonly commission: Money;
  readonly paidOn: CalendarDay;
  /** The installment that the bank pays by itself; absent for a whole amount. */
  readonly part?: SettlementPart | undefined;
  /** The stored row of an extract; absent for a line of the product's own form. */
  readonly rowKey?: string | undefined;
};

/** Money that, by our books, an acquirer will pay or take back. */
export type ExpectedLine = {
  readonly attemptId: string;
  /** The reference by which the file names the attempt, or the bank's own for it. */
  readonly reference: string;
  /** True if `reference` is that of the original: a refund's sale, a capture's authorization. */
  readonly isNamedByOriginal: boolean;
  readonly orderId: OrderId | undefined;
  readonly kind: SettlementKind;
  readonly gross: Money;
  /** Absent if the contract was not known when the money was taken. */
  readonly commission: Money | undefined;
  readonly valueDate: CalendarDay | undefined;
  readonly bookedAt: Instant;
  /** The day of the payout in the line that settled it; absent while it is outstanding. */
  readonly settledOn: CalendarDay | undefined;
  /** The commission of that line. */
  readonly settledCommission?: Money | undefined;
  /** The numbers of the installments that are settled, and the sum of their gross amounts. */
  readonly settledParts?: readonly number[] | undefined;
  readonly settledInParts?: Money | undefined;
  /** The payment's type and installments, by which the law caps commissions. */
  readonly paymentType?: string | undefined;
  readonly installmentCount?: number | undefined;
};

export const DIFFERENCES = [
  /** The bank reports a line that our books do not have. */
  "extra",
  /** An earlier file, or an earlier line of this file, contained it. */
  "duplicate",
  /** The bank took money back for a refund a second time, in another line or on another day. */
  "refunded_twice",
  /** The line was due by the last day of the file, but is not in it. */
  "missing",
  "amount_differs",
  "overcharged",
  "undercharged",
  /** The commission is above the law's cap (docs/decisions/law-as-data.md); it is posted. */
  "above_cap",
  /** The bank took money back because the cardholder disputed the sale; the row is not posted. */
  "chargeback",
  /** The bank paid on a later day than the contract says. */
  "late",
] as const;
export type Difference = (typeof DIFFERENCES)[number];

export type SettlementDifference = {
  readonly difference: Difference;
  readonly reference: string;
  readonly orderId: OrderId | undefined;
  /** The line's number in the file; absent for a missing line. */
  readonly line: number | undefined;
  /** Difference between the bank's line and ours; positive if it favours the merchant. */
  readonly away: Money;
};
