import type { Stats } from "node:fs";
import { mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FailedItems } from "../../job/ports.ts";
import { tryItem, type TryDeps } from "../../job/try-item.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Random } from "../../kernel/random.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import type { ImportReport } from "../../transfer/import-statement.ts";

export type StatementFolderDeps = Omit<TryDeps, "failedItems"> & {
  readonly folder: string;
  readonly random: Random;
  readonly failedItems: FailedItems;
  /** Imports the bytes of a file; throws if they are no statement or can't be stored. */
  readonly importBytes: (bytes: Uint8Array) => Promise<FileImport>;
  /** True if the file itself is faulty, so that a second try would fail as well. */
  readonly isFileFault: (error: unknown) => boolean;
};

export type FileImport = ImportReport & {
  /** Lines of the file that could not be read. */
  readonly setAside: readonly { readonly line: number; readonly reason: string }[];
  /** Statements of the file that don't add up, each with the reason. */
  readonly refused: readonly string[];
};

const WORKING = "working";
const DONE = "done";
const REFUSED = "refused";

/** A file that has not changed for this time is taken as complete. */
const UNCHANGED_MS = 2_000;

/**
 * Imports all files of the statement folder once. A file is moved to `working` before it is read,
 * under a name of its own, so that a later file of the same name can't take its place. An imported
 * file is moved on to `done`, a faulty file, or one with a faulty statement, to `refused`. A file
 * at which the service fails stays in `working`, becomes a failed item and does not delay the
 * others. Several processes may watch one folder, and each imports the files that it finds in
 * `working`, because the process that moved them may have ended; the database stores each line
 * once.
 */
export async function importFolder(deps: StatementFolderDeps, now: number): Promise<void> {
  const { folder } = deps;
  for (const part of [WORKING, DONE, REFUSED]) {
    await mkdir(join(folder, part), { recursive: true });
  }
  const arrived = await filesIn(folder);
  const failed = await dueTimes(deps, [...arrived, ...(await filesIn(join(folder, WORKING)))]);
  await tryEach(deps, { names: arrived, failed, work: (name) => claim(deps, name, now) });
  const claimed = await filesIn(join(folder, WORKING));
  await tryEach(deps, { names: claimed, failed, work: (name) => importOne(deps, name, now) });
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((one) => one.isFile() && !one.name.startsWith("."));
  return files.map(({ name }) => name).toSorted();
}

type Tries = {
  readonly names: readonly string[];
  readonly failed: ReadonlyMap<string, Instant>;
  readonly work: (name: string) => Promise<void>;
};

async function tryEach(deps: StatementFolderDeps, { names, failed, work }: Tries): Promise<void> {
  for (const name of names) {
    const dueAt = failed.get(name);
    if (dueAt !== undefined && dueAt > deps.clock.now()) continue;
    await tryItem(deps, {
      key: keyOf(name),
      hasFailed: dueAt !== undefined,
      work: () => work(name),
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

/** The characters that stand before a file's own name in `working`. */
const CLAIM = { bytes: 4, length: 9 };

/** Moves a complete file to `working`; a process that finds it gone has lost it to another one. */
async function claim(
  { folder, random }: StatementFolderDeps,
  name: string,
  now: number,
): Promise<void> {
  const path = join(folder, name);
  const id = Buffer.from(random.bytes(CLAIM.bytes)).toString("hex");
  try {
    if (isComplete(await stat(path), now))
      await rename(path, join(folder, WORKING, `${id}-${name}`));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

async function importOne(deps: StatementFolderDeps, claimed: string, now: number): Promise<void> {
  const { folder, report } = deps;
  const path = join(folder, WORKING, claimed);
  const name = claimed.slice(CLAIM.length);
  try {
    const before = await stat(path);
    if (!isComplete(before, now)) return;
    const result = await importBytesOf(deps, path);
    // A sender that still has the file open goes on writing to it after the move; the next round
    // reads the whole file, and its first lines count once.
    if (!isUnchanged(before, await stat(path))) return;
    if ("fault" in result) report("statement not imported", { file: name, error: result.fault });
    else {
      report("statement imported", { file: name, ...countsOf(result) });
    }
    const isRefused = "fault" in result || result.refused.length > 0;
    await rename(path, join(folder, isRefused ? REFUSED : DONE, name));
  } catch (error) {
    // Another process has imported and moved the file.
    if (!isGone(error)) throw error;
  }
}

function countsOf({ unmatched, possibleCopies, setAside, refused, ...counts }: FileImport) {
  const copies = possibleCopies.length;
  return {
    ...counts,
    unmatched: unmatched.length,
    ...(copies === 0 ? {} : { equal_lines_without_a_number: copies }),
    ...(setAside.length === 0 ? {} : { lines_set_aside: setAside.map(({ line }) => line) }),
    ...(refused.length === 0 ? {} : { statements_refused: refused }),
  };
}

async function importBytesOf(
  { importBytes, isFileFault }: StatementFolderDeps,
  path: string,
): Promise<FileImport | { readonly fault: string }> {
  const bytes = await readFile(path);
  try {
    return await importBytes(bytes);
  } catch (error) {
    if (!isFileFault(error)) throw error;
    return { fault: errorMessage(error) };
  }
}

function isComplete({ mtimeMs }: Stats, now: number): boolean {
  return now - mtimeMs >= UNCHANGED_MS;
}

function isUnchanged(before: Stats, after: Stats): boolean {
  return before.mtimeMs === after.mtimeMs && before.size === after.size;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
