import { BinTable } from "../../domain/card/bin-table.ts";
import type { BinDirectory } from "../../domain/card/ports.ts";
import { SANDBOX_BINS } from "../../domain/card/sandbox-bins.ts";
import { Coalescer } from "../../kernel/queue/coalesce.ts";
import { keepWork } from "../../system/loop-watch.ts";
import type { BinTableStore, StoredBins } from "./bin-store.ts";

const NO_BINS = new BinTable([]);

type Tables = { readonly test: BinTable; readonly live: BinTable };

/**
 * Keeps the stored BIN table in memory and reads it again when its version has changed. A look-up
 * uses either the old table or the new one, never parts of both.
 */
export async function openBinDirectory(
  store: Pick<BinTableStore, "readVersion" | "readTable">,
): Promise<BinDirectory> {
  let { version, tables } = await tablesOf(await store.readTable());
  // Waiting calls share the next check; a check that began before a call might miss a new version.
  const checks = new Coalescer<undefined, undefined>(
    async (waiting) => {
      if ((await store.readVersion()) !== version) {
        ({ version, tables } = await tablesOf(await store.readTable()));
      }
      return waiting;
    },
    { cap: Number.MAX_SAFE_INTEGER, concurrency: 1 },
  );
  return {
    table: (mode) => tables[mode],
    refresh: () => keepWork(checks.submit(undefined)),
  };
}

type Read = { readonly version: bigint; readonly tables: Tables };

async function tablesOf({ version, records }: StoredBins): Promise<Read> {
  if (records === undefined) return { version, tables: { test: SANDBOX_BINS, live: NO_BINS } };
  const table = await BinTable.of(records);
  return { version, tables: { test: table, live: table } };
}
