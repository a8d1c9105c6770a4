import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { TerminalNet } from "./terminals.ts";
import type { SettlementReport } from "./import-settlement.ts";
import type { SettlementOwner, SettlementSource } from "./ports.ts";
import type { SettlementDifference } from "./settlement-line.ts";

/** An imported settlement file and its comparison with the books. */
export type SettlementImport = {
  readonly importId: string;
  readonly importedAt: Instant;
  readonly importedBy: string;
  /** The connection whose file it is. */
  readonly acquirer: string;
  readonly lines: number;
  readonly settled: number;
  readonly differenceCount: number;
  /** The last day of payouts in the file; absent for files of earlier releases. */
  readonly lastDay: CalendarDay | undefined;
};

/** An import with its first differences, a thousand at most. */
export type SettlementImportDetails = SettlementImport & {
  readonly differences: readonly SettlementDifference[];
  /** The sums of an extract by day and terminal, a thousand at most. */
  readonly terminals: readonly TerminalNet[];
};

export type ImportNote = { readonly by: string; readonly report: SettlementReport };

export interface SettlementImports {
  /** Stores an import. Returns its id. */
  keep(source: SettlementSource, note: ImportNote): Promise<string>;
  list(owner: SettlementOwner, limit: number): Promise<readonly SettlementImport[]>;
  find(owner: SettlementOwner, importId: string): Promise<SettlementImportDetails | undefined>;
}
