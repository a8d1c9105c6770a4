import type { CalendarDay } from "../kernel/calendar-day.ts";
import type { OrderId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";

/** What an acquirer says that it paid, or took back, of one request. */
export type SettlementLine = {
  /** Where it stands in its file, from 1. */
  readonly line: number;
  /** Our attempt, which is the bank's reference of the request. */
  readonly reference: string;
  readonly kind: "sale" | "refund";
  readonly gross: Money;
  readonly commission: Money;
  readonly paidOn: CalendarDay;
};

/** Money that our books expect an acquirer to pay, or to take back. */
export type ExpectedLine = {
  readonly reference: string;
  readonly orderId: OrderId | undefined;
  readonly kind: "sale" | "refund";
  readonly gross: Money;
  /** Absent where the contract was not known when the money was taken. */
  readonly commission: Money | undefined;
  readonly valueDate: CalendarDay | undefined;
  /** Whether an earlier file had it. */
  readonly isSettled: boolean;
};

export type Difference =
  /** The bank has something that our books have not. */
  | "extra"
  /** An earlier file, or an earlier line, had it. */
  | "duplicate"
  /** Should have been paid by the last day of the file, and is not in it. */
  | "missing"
  | "amount_differs"
  | "overcharged"
  | "undercharged"
  /** The bank paid on a later day than the contract says. */
  | "late";

export type SettlementDifference = {
  readonly difference: Difference;
  readonly reference: string;
  readonly orderId: OrderId | undefined;
  /** Where it stands in the file; absent for what is missing there. */
  readonly line: number | undefined;
  /** What the bank's line is away from ours, to the advantage of the merchant where positive. */
  readonly away: Money;
};
