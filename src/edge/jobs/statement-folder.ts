import { mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ImportReport } from "../../transfer/import-statement.ts";

export type StatementFolderDeps = {
  readonly folder: string;
  /** Imports the bytes of a file; throws where they are no statement, or can't be stored. */
  readonly importBytes: (bytes: Uint8Array) => Promise<ImportReport>;
  /** Whether the fault is the file's own, which another try would not mend. */
  readonly isFileFault: (error: unknown) => boolean;
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

const DONE = "done";
const REFUSED = "refused";

/** Whoever writes a file may not have finished; one that has not changed for so long is whole. */
const SETTLED_MS = 2_000;

/**
 * One round over a folder that statements are put into: each file is imported, and moved to `done`
 * or, where it can't be read, to `refused`. Several processes may watch one folder, because a line
 * is kept once.
 */
export async function importFolder(deps: StatementFolderDeps, now: number): Promise<void> {
  const { folder } = deps;
  for (const part of [DONE, REFUSED]) await mkdir(join(folder, part), { recursive: true });
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((one) => one.isFile() && !one.name.startsWith("."));
  for (const { name } of names.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs >= SETTLED_MS) await importOne(deps, path, name);
  }
}

async function importOne(deps: StatementFolderDeps, path: string, name: string): Promise<void> {
  const { folder, report } = deps;
  try {
    const { lines, matched, unmatched, duplicates } = await deps.importBytes(await readFile(path));
    report("statement imported", {
      file: name,
      lines,
      matched,
      unmatched: unmatched.length,
      duplicates,
    });
    await rename(path, join(folder, DONE, name));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    report("statement not imported", { file: name, error: why });
    if (deps.isFileFault(error)) await rename(path, join(folder, REFUSED, name));
  }
}
