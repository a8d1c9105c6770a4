import { checkBins, type DuplicateRow } from "../../card/check-bins.ts";
import type { BinStore, BinTableChange } from "../../card/ports.ts";
import { BIN_COLUMNS } from "../../card/read-bin-row.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { RowProblem } from "../../kernel/table-row.ts";
import { readTable } from "./read-table.ts";

export type BinImport = BinTableChange & { readonly duplicates: readonly DuplicateRow[] };

/** Puts a file of BIN records in the place of the whole table, or leaves it and says why not. */
export async function importBins(
  deps: { readonly bins: BinStore; readonly clock: Clock },
  file: Uint8Array,
): Promise<Result<BinImport, readonly RowProblem[]>> {
  const rows = readTable(file, { ...BIN_COLUMNS, rowsMax: BOUNDS.binRowsMax });
  if (!rows.ok) return rows;
  const checked = checkBins(rows.value);
  if (!checked.ok) return checked;
  const { records, duplicates } = checked.value;
  return ok({ ...(await deps.bins.replace(records, deps.clock.now())), duplicates });
}
