import type { Instant } from "../kernel/clock.ts";
import type { BinRecord } from "./bin-record.ts";
import type { BinTable } from "./bin-table.ts";

/** The BIN table in force, in the memory of this process. */
export interface BinDirectory {
  /** Test mode has the sandbox's table until one is imported; live mode has none until then. */
  table(mode: "test" | "live"): BinTable;
  /** Resolves once the table is at least as new as this call; payments do without. */
  refresh(): Promise<void>;
}

/** What an import changed, in rows. */
export type BinTableChange = {
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
};

/** The BIN table that all processes share. */
export interface BinStore {
  /** Puts these rows in the place of all others, in one step. */
  replace(records: readonly BinRecord[], at: Instant): Promise<BinTableChange>;
  /** Goes back to the sandbox's own table. */
  reset(at: Instant): Promise<void>;
}
