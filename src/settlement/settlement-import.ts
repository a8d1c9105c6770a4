import type { Instant } from "../kernel/clock.ts";
import type { SettlementReport } from "./import-settlement.ts";
import type { SettlementOwner } from "./ports.ts";
import type { SettlementDifference } from "./settlement-line.ts";

/** A settlement file that was compared with the books. */
export type SettlementImport = {
  readonly importId: string;
  readonly importedAt: Instant;
  readonly importedBy: string;
  readonly lines: number;
  readonly settled: number;
  readonly differenceCount: number;
};

/** With the first differences, a thousand at most. */
export type SettlementImportDetails = SettlementImport & {
  readonly differences: readonly SettlementDifference[];
};

export type ImportNote = { readonly by: string; readonly report: SettlementReport };

export interface SettlementImports {
  /** Gives the id that it is found by. */
  keep(owner: SettlementOwner, note: ImportNote): Promise<string>;
  /** The newest. */
  list(owner: SettlementOwner, limit: number): Promise<readonly SettlementImport[]>;
  find(owner: SettlementOwner, importId: string): Promise<SettlementImportDetails | undefined>;
}
