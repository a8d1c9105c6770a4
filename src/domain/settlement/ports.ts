import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { Currency } from "../../kernel/currency.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { ColumnMappings } from "../table/ports.ts";
import type { VersionedTable } from "../table/versioned-table.ts";
import type { AgreedLine } from "./compare-settlement.ts";
import type { ExtractRow } from "./extract-row.ts";
import type { ExtractCandidate } from "./match-extract.ts";
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
  /** True if a file of the connection reaches the day, and did not have the money. */
  readonly wasCompared: boolean;
};

/** A row of an extract with its key, which is the same whenever its file is read. */
export type KeyedRow = { readonly key: string; readonly row: ExtractRow };

/** The rows of the extracts that banks write. */
export interface ExtractStore {
  /** Keeps rows that are new. Returns the keys of those that are settled already. */
  keep(source: SettlementSource, rows: readonly KeyedRow[]): Promise<ReadonlySet<string>>;
  /** Returns the rows of earlier files whose day has come and that were never compared. */
  waiting(source: SettlementSource, until: CalendarDay): Promise<readonly KeyedRow[]>;
  /** Notes that rows were compared with the books, whatever came of it. */
  noteCompared(source: SettlementSource, keys: readonly string[]): Promise<void>;
  /** Returns the money of our books that some of the rows may be about. */
  candidates(
    source: SettlementSource,
    rows: readonly ExtractRow[],
  ): Promise<readonly ExtractCandidate[]>;
}

/** Stores that an import of extracts needs beside the books. */
export type ExtractParts = {
  readonly extracts: ExtractStore;
  readonly columnMappings: ColumnMappings;
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
