import type { BinRecord } from "../../domain/card/bin-record.ts";
import { BinTable } from "../../domain/card/bin-table.ts";
import type { BinDirectory, BinMode } from "../../domain/card/ports.ts";
import { Coalescer } from "../../kernel/queue/coalesce.ts";
import { keepWork } from "../../system/loop-watch.ts";
import type { BinTableStore, StoredBins } from "./bin-store.ts";

/** The table of each mode until an import; it is built when it is first needed. */
export type OwnBins = Readonly<Record<BinMode, () => BinTable>>;

type HeldTable = { readonly version: bigint; readonly table: () => BinTable };

/**
 * Keeps the stored BIN tables in memory and reads one again when its version has changed. A look-up
 * uses either the old table or the new one, never parts of both.
 */
export async function openBinDirectory(
  store: Pick<BinTableStore, "readVersions" | "readTable">,
  own: OwnBins,
): Promise<BinDirectory> {
  const read = async (mode: BinMode): Promise<HeldTable> => {
    const stored = await store.readTable(mode);
    return { version: stored.version, table: await tableOf(stored, own[mode]) };
  };
  const held: Record<BinMode, HeldTable> = { test: await read("test"), live: await read("live") };
  // Waiting calls share the next check; a check that began before a call might miss a new version.
  const checks = new Coalescer<undefined, undefined>(
    async (waiting) => {
      for (const [mode, version] of await store.readVersions()) {
        if (version !== held[mode].version) held[mode] = await read(mode);
      }
      return waiting;
    },
    { cap: Number.MAX_SAFE_INTEGER, concurrency: 1 },
  );
  return {
    table: (mode) => held[mode].table(),
    refresh: () => keepWork(checks.submit(undefined)),
  };
}

async function tableOf(
  { records, corrected }: StoredBins,
  own: () => BinTable,
): Promise<() => BinTable> {
  if (records === undefined && corrected.length === 0) return own;
  const replaced = new Set(corrected.map(({ bin }) => bin));
  const table = await BinTable.of(partsOf(records ?? [own().records()], { corrected, replaced }));
  return () => table;
}

type Corrections = {
  readonly corrected: readonly BinRecord[];
  readonly replaced: ReadonlySet<string>;
};

async function* partsOf(
  parts: AsyncIterable<readonly BinRecord[]> | Iterable<readonly BinRecord[]>,
  { corrected, replaced }: Corrections,
): AsyncGenerator<readonly BinRecord[]> {
  yield corrected;
  for await (const part of parts) {
    yield replaced.size === 0 ? part : part.filter(({ bin }) => !replaced.has(bin));
  }
}
