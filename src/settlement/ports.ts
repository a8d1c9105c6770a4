import type { CalendarDay } from "../kernel/calendar-day.ts";
import type { Currency } from "../kernel/currency.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { AgreedLine } from "./compare-settlement.ts";
import type { ExpectedLine } from "./settlement-line.ts";
import type { SettlementTerm } from "./term.ts";

/** Whose contract and whose books. */
export type SettlementOwner = { readonly merchantId: MerchantId; readonly mode: Mode };

/** What an acquirer is expected to pay on a day; minor units. */
export type CalendarEntry = {
  /** Absent for money whose contract is not known, and for refunds. */
  readonly valueDate: CalendarDay | undefined;
  readonly currency: Currency;
  readonly sales: number;
  readonly gross: bigint;
  readonly commission: bigint;
  /** Refunds that the acquirer has yet to take back. */
  readonly refunds: bigint;
};

export interface SettlementStore {
  /** The contract in force, line by line. */
  terms(owner: SettlementOwner): Promise<readonly SettlementTerm[]>;
  replaceTerms(owner: SettlementOwner, terms: readonly SettlementTerm[]): Promise<void>;
  /** The lines of some requests at the bank. */
  expected(owner: SettlementOwner, references: readonly string[]): Promise<readonly ExpectedLine[]>;
  /** Those unpaid that were due by a day, part by part. */
  unpaid(owner: SettlementOwner, dueBy: CalendarDay): AsyncIterable<readonly ExpectedLine[]>;
  /**
   * Posts lines that agree, each in a commit of its own and at most once; gives those that another
   * import has posted in the meantime.
   */
  post(owner: SettlementOwner, lines: readonly AgreedLine[]): Promise<readonly AgreedLine[]>;
  /** What is still to be paid, by day. */
  calendar(owner: SettlementOwner): Promise<readonly CalendarEntry[]>;
}
