import { mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FailedItems } from "../../job/ports.ts";
import { tryItem, type TryDeps } from "../../job/try-item.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { ImportReport } from "../../transfer/import-statement.ts";

export type StatementFolderDeps = Omit<TryDeps, "failedItems"> & {
  readonly folder: string;
  readonly failedItems: FailedItems;
  /** Imports the bytes of a file; throws where they are no statement, or can't be stored. */
  readonly importBytes: (bytes: Uint8Array) => Promise<ImportReport>;
  /** Whether the fault is the file's own, which another try would not mend. */
  readonly isFileFault: (error: unknown) => boolean;
};

const DONE = "done";
const REFUSED = "refused";

/** Whoever writes a file may not have finished; one that has not changed for so long is whole. */
const UNCHANGED_MS = 2_000;

/**
 * One round over a folder that statements are put into: each file is imported, and moved to `done`
 * or, where it can't be read, to `refused`. Several processes may watch one folder, because a line
 * is kept once. A file that the service fails at stays, and holds up none of the others.
 */
export async function importFolder(deps: StatementFolderDeps, now: number): Promise<void> {
  const { folder } = deps;
  for (const part of [DONE, REFUSED]) await mkdir(join(folder, part), { recursive: true });
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((one) => one.isFile() && !one.name.startsWith("."));
  const names = files.map(({ name }) => name).toSorted();
  const failed = await dueTimes(deps, names);
  for (const name of names) {
    const dueAt = failed.get(name);
    if (dueAt !== undefined && dueAt > deps.clock.now()) continue;
    await tryItem(deps, {
      key: keyOf(name),
      hasFailed: dueAt !== undefined,
      work: () => importOne(deps, name, now),
    });
  }
}

/** When files are tried again; those that are not there any more are no concern. */
async function dueTimes(
  { failedItems }: StatementFolderDeps,
  names: readonly string[],
): Promise<ReadonlyMap<string, Instant>> {
  const items = (await failedItems.of("statement_file")).map(({ item }) => item);
  await failedItems.remove(items.filter(({ itemId }) => !names.includes(itemId)));
  return new Map(items.map(({ itemId, dueAt }) => [itemId, dueAt]));
}

function keyOf(name: string) {
  return { kind: "statement_file", merchantId: "", itemId: name } as const;
}

async function importOne(deps: StatementFolderDeps, name: string, now: number): Promise<void> {
  const { folder, report } = deps;
  const path = join(folder, name);
  try {
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs < UNCHANGED_MS) return;
    const { unmatched, ...counts } = await deps.importBytes(await readFile(path));
    report("statement imported", { file: name, ...counts, unmatched: unmatched.length });
    await rename(path, join(folder, DONE, name));
  } catch (error) {
    // Another process was faster.
    if (isGone(error)) return;
    if (!deps.isFileFault(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    report("statement not imported", { file: name, error: why });
    await rename(path, join(folder, REFUSED, name));
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
