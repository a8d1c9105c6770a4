import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { Currency } from "../../kernel/currency.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { VersionedTable } from "../table/versioned-table.ts";
import type { AgreedLine } from "./compare-settlement.ts";
import type { DatedSale, UndatedSale } from "./dated-sale.ts";
import type { ExpectedLine } from "./settlement-line.ts";
import type { SettlementTerm } from "./term.ts";

/** The merchant and mode of a contract and its books. */
export type SettlementOwner = { readonly merchantId: MerchantId; readonly mode: Mode };

/** The connection that a file is about; its references are unique only there. */
export type SettlementSource = SettlementOwner & {
  /** The connection, for example `acq_…`, or `sandbox` for the test bank. */
  readonly acquirer: string;
};

/** The payout expected from an acquirer on a day, in minor units. */
export type CalendarEntry = {
  /** The connection that pays. */
  readonly acquirer: string;
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
  /** The contract, whose earlier states stay readable. */
  readonly contract: VersionedTable<SettlementTerm>;
  /** Returns the contract in force, line by line. */
  terms(owner: SettlementOwner): Promise<readonly SettlementTerm[]>;
  /**
   * Returns the lines that our books expect of a connection for these references: those of the
   * attempts that they name, and those of the captures and refunds of a named authorization.
   */
  expected(
    source: SettlementSource,
    references: readonly string[],
  ): Promise<readonly ExpectedLine[]>;
  /** Returns a connection's unpaid lines that were due by a day, in parts. */
  unpaid(source: SettlementSource, dueBy: CalendarDay): AsyncIterable<readonly ExpectedLine[]>;
  /**
   * Posts agreed lines, each at most once, in commits of many lines. Returns those that another
   * import has posted since the comparison.
   */
  post(owner: SettlementOwner, lines: readonly AgreedLine[]): Promise<readonly AgreedLine[]>;
  /** Returns the unsettled sales that have neither a commission nor a value date, in parts. */
  undated(owner: SettlementOwner): AsyncIterable<readonly UndatedSale[]>;
  /** Posts the dates of sales in one commit, and returns the sales that were still undated. */
  date(owner: SettlementOwner, sales: readonly DatedSale[]): Promise<readonly DatedSale[]>;
  /** Returns the expected payouts by day and connection. */
  calendar(owner: SettlementOwner): Promise<readonly CalendarEntry[]>;
}
