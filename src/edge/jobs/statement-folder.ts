import { mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FailedItems } from "../../job/ports.ts";
import { tryItem, type TryDeps } from "../../job/try-item.ts";
import type { Instant } from "../../kernel/clock.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import type { ImportReport } from "../../transfer/import-statement.ts";

export type StatementFolderDeps = Omit<TryDeps, "failedItems"> & {
  readonly folder: string;
  readonly failedItems: FailedItems;
  /** Imports the bytes of a file; throws if they are no statement or can't be stored. */
  readonly importBytes: (bytes: Uint8Array) => Promise<ImportReport>;
  /** True if the file itself is faulty, so that a second try would fail as well. */
  readonly isFileFault: (error: unknown) => boolean;
};

const DONE = "done";
const REFUSED = "refused";

/** A file that has not changed for this time is taken as complete. */
const UNCHANGED_MS = 2_000;

/**
 * Imports all files of the statement folder once. An imported file is moved to `done`, a faulty
 * file to `refused`. A file at which the service fails stays, becomes a failed item and does not
 * delay the others. Several processes may watch one folder, because the database stores each line
 * once.
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

/**
 * Returns the time of the next try of each failed file, and forgets failed files that no longer
 * exist.
 */
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
    // Another process has imported and moved the file.
    if (isGone(error)) return;
    if (!deps.isFileFault(error)) throw error;
    const why = errorMessage(error);
    report("statement not imported", { file: name, error: why });
    await rename(path, join(folder, REFUSED, name));
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
