import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BinTable } from "../../domain/card/bin-table.ts";
import type { BinDirectory } from "../../domain/card/ports.ts";
import { SANDBOX_BINS } from "../../domain/card/sandbox-bins.ts";
import { readBinFile } from "../../file/csv/table-files.ts";
import { assert } from "../../kernel/assert.ts";
import { openBinDirectory } from "../../store/card/bin-directory.ts";
import { packageRoot } from "../../system/package-root.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "./job.ts";

/** The BIN tables in memory. */
export async function openBins({
  binStore,
  config,
}: Pick<Installation, "binStore" | "config">): Promise<BinDirectory> {
  const bins = await openBinDirectory(binStore, { test: () => SANDBOX_BINS, live: turkishBins });
  // The first payment in production doesn't wait for the file.
  if (config.isProduction) bins.table("live");
  return bins;
}

let read: BinTable | undefined;

/** The table of Turkey that the program brings (docs/decisions/bin-table-of-turkey.md). */
export function turkishBins(): BinTable {
  if (read !== undefined) return read;
  const table = readBinFile(readFileSync(join(packageRoot, "data", "bins-tr.csv")));
  assert(table.ok, "the BIN table of the program can be read");
  read = new BinTable(table.value.value.records);
  return read;
}

/** Reads a newly imported BIN table; a look-up reads it too, but a process may get no look-up. */
export function reloadBins(bins: BinDirectory): Round {
  return async () => {
    await bins.refresh();
    return false;
  };
}
