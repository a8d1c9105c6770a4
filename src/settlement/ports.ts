import type { CalendarDay } from "../kernel/calendar-day.ts";
import type { Currency } from "../kernel/currency.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { AgreedLine } from "./compare-settlement.ts";
import type { ExpectedLine } from "./settlement-line.ts";
import type { SettlementTerm } from "./term.ts";

/** The merchant and mode of a contract and its books. */
export type SettlementOwner = { readonly merchantId: MerchantId; readonly mode: Mode };

/** The payout expected from an acquirer on a day, in minor units. */
export type CalendarEntry = {
  /** Absent for money whose contract is not known, and for refunds. */
  readonly valueDate: CalendarDay | undefined;
  readonly currency: Currency;
  readonly sales: number;
  readonly gross: bigint;
  readonly commission: bigint;
  /** Refunds that the acquirer will subtract. */
  readonly refunds: bigint;
};

export interface SettlementStore {
  /** Returns the contract in force, line by line. */
  terms(owner: SettlementOwner): Promise<readonly SettlementTerm[]>;
  replaceTerms(owner: SettlementOwner, terms: readonly SettlementTerm[]): Promise<void>;
  /**
   * Returns the lines that our books expect for these references, which are ids of our attempts.
   */
  expected(owner: SettlementOwner, references: readonly string[]): Promise<readonly ExpectedLine[]>;
  /** Returns the unpaid lines that were due by a day, in parts. */
  unpaid(owner: SettlementOwner, dueBy: CalendarDay): AsyncIterable<readonly ExpectedLine[]>;
  /**
   * Posts agreed lines, each in its own commit and at most once. Returns those that another import
   * has posted since the comparison.
   */
  post(owner: SettlementOwner, lines: readonly AgreedLine[]): Promise<readonly AgreedLine[]>;
  /** Returns the expected payouts by day. */
  calendar(owner: SettlementOwner): Promise<readonly CalendarEntry[]>;
}
