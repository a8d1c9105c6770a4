import type { DuplicateRow } from "../../domain/card/check-bins.ts";
import type { BinMode, BinStore, BinTableChange } from "../../domain/card/ports.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { RowProblem, SetAside } from "../../domain/table/table-row.ts";
import type { ColumnMapping } from "../../domain/table/column-mapping.ts";
import type { FileReader } from "../reader/file-reader.ts";

export type BinImport = BinTableChange & {
  readonly duplicates: readonly DuplicateRow[];
  readonly setAside: readonly SetAside[];
};

export type ImportBinsDeps = {
  readonly files: Pick<FileReader, "bins">;
  readonly bins: BinStore;
  readonly clock: Clock;
};

export type BinFile = {
  readonly mode: BinMode;
  readonly file: Uint8Array;
  /** The form of a bank's list; absent for the product's own. */
  readonly mapping?: ColumnMapping | undefined;
  /** True to count the changes and make none. */
  readonly isPreview?: boolean | undefined;
};

/** Replaces a mode's BIN table by the sound rows of a file; a faulty file changes nothing. */
export async function importBins(
  deps: ImportBinsDeps,
  { mode, file, mapping, isPreview = false }: BinFile,
): Promise<Result<BinImport, readonly RowProblem[]>> {
  const checked = await deps.files.bins(file, mapping);
  if (!checked.ok) return checked;
  const { value, setAside } = checked.value;
  const change = isPreview
    ? await deps.bins.compare(mode, value.records)
    : await deps.bins.replace(mode, value.records, deps.clock.now());
  return ok({ ...change, duplicates: value.duplicates, setAside });
}
