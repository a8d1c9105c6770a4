import { mkdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FailedItem } from "../domain/job/failed-item.ts";
import type { FailedItems } from "../domain/job/ports.ts";
import { tryItem, type TryDeps } from "../domain/job/try-item.ts";
import type { Random } from "../kernel/random.ts";
import { errorMessage } from "../kernel/thrown.ts";
import type { ImportReport } from "../domain/transfer/import-statement.ts";
import { filesIn, ignoreGone, keepOld, type SeenFiles } from "./seen-files.ts";
import { grownFiles, noteSize } from "./imported-sizes.ts";

export type StatementFolderDeps = Omit<TryDeps, "failedItems"> & {
  readonly folder: string;
  readonly random: Random;
  readonly failedItems: FailedItems;
  /** The files that this process has seen in earlier rounds. */
  readonly seen: SeenFiles;
  /** Imports the bytes of a file; throws if they are no statement or can't be stored. */
  readonly importBytes: (bytes: Uint8Array) => Promise<FileImport>;
  /** True if the file itself is faulty, so that the folder `refused` shows it to a person. */
  readonly isFileFault: (error: unknown) => boolean;
  /** Writes a log line about an import. */
  readonly note: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
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

/**
 * Imports all files of the statement folder once. A file is moved to `working` before it is read,
 * under a name of its own, so that a later file of the same name can't take its place. An imported
 * file is moved on to `done`, a faulty file, or one with a faulty statement, to `refused`; one that
 * its sender goes on writing there is read again. A file that could not be imported becomes a
 * failed item, is tried again and does not delay the others. Several processes may watch one
 * folder, and each imports the files that it finds in `working`, because the process that moved
 * them may have ended; the database stores each line once.
 */
export async function importFolder(deps: StatementFolderDeps): Promise<void> {
  const { folder, seen } = deps;
  for (const part of [WORKING, DONE, REFUSED]) {
    await mkdir(join(folder, part), { recursive: true });
  }
  seen.beginRound();
  await takeGrown(deps);
  const failed = await failedFiles(deps);
  await tryEach(deps, { part: "", failed, work: (path, name) => claim(deps, path, name) });
  await tryEach(deps, { part: WORKING, failed, work: (path, name) => take(deps, path, name) });
  await tryEach(deps, {
    part: REFUSED,
    failed,
    work: (path, name) => importFile(deps, path, name),
  });
  seen.endRound();
}

type FailedFiles = ReadonlyMap<string, FailedItem>;

type FolderRound = {
  /** The subfolder; empty for the files that have arrived. */
  readonly part: string;
  readonly failed: FailedFiles;
  readonly work: (path: string, name: string) => Promise<void>;
};

/** Tries the files that are complete and not put off. A file that is gone was another process's. */
async function tryEach(
  deps: StatementFolderDeps,
  { part, failed, work }: FolderRound,
): Promise<void> {
  const folder = join(deps.folder, part);
  for (const name of await filesIn(folder)) {
    const path = join(folder, name);
    const key = keyOf(part, name);
    const item = failed.get(key.itemId);
    const isComplete = await deps.seen.isComplete(path);
    if (!isComplete || (item !== undefined && item.dueAt > deps.clock.now())) continue;
    const hasFailed = item !== undefined;
    await tryItem(deps, {
      key,
      hasFailed,
      work: () => work(path, name).catch((error: unknown) => ignoreMoved(path, error)),
    });
  }
}

/** Ignores an error that came because another process has moved the file. */
async function ignoreMoved(path: string, error: unknown): Promise<void> {
  ignoreGone(error);
  if ((await stat(path).catch(ignoreGone)) !== undefined) throw error;
}

/** Returns the failed files, and forgets those that no longer exist. */
async function failedFiles({ folder, failedItems }: StatementFolderDeps): Promise<FailedFiles> {
  const there = new Set<string>();
  for (const part of ["", WORKING, REFUSED]) {
    for (const name of await filesIn(join(folder, part))) there.add(keyOf(part, name).itemId);
  }
  const items = (await failedItems.of("statement_file")).map(({ item }) => item);
  await failedItems.remove(items.filter(({ itemId }) => !there.has(itemId)));
  return new Map(items.map((item) => [item.itemId, item]));
}

function keyOf(part: string, name: string) {
  const itemId = part === REFUSED ? `${part}/${name}` : name;
  return { kind: "statement_file", merchantId: "", itemId } as const;
}

/** The characters that stand before a file's own name in `working`. */
const CLAIM = { bytes: 4, length: 9 };

/** Moves a complete file to `working`, under a name of its own. */
async function claim(
  { folder, random, seen }: StatementFolderDeps,
  path: string,
  name: string,
): Promise<void> {
  const id = Buffer.from(random.bytes(CLAIM.bytes)).toString("hex");
  const place = join(folder, WORKING, `${id}-${name}`);
  await rename(path, place);
  seen.move(path, place);
}

/** Takes files again that have grown since their import: their senders had only rested. */
async function takeGrown(deps: StatementFolderDeps): Promise<void> {
  const { folder, clock, seen, note } = deps;
  if (!seen.isTimeForImported()) return;
  for (const name of await grownFiles(join(folder, DONE), clock.now())) {
    note("statement has grown after its import; it is imported again", { file: name });
    await claim(deps, join(folder, DONE, name), name).catch(ignoreGone);
  }
}

/** Imports a file of `working`; a faulty one is shown in `refused`, where it is tried again. */
async function take(deps: StatementFolderDeps, path: string, claimed: string): Promise<void> {
  const { folder, report, isFileFault } = deps;
  const name = claimed.slice(CLAIM.length);
  try {
    await importFile(deps, path, name);
  } catch (error) {
    if (!(error instanceof StatementsRefused || isFileFault(error))) throw error;
    const kept = await keepOld(path, join(folder, REFUSED), name);
    report("statement refused", { file: kept, error: errorMessage(error) });
  }
}

/**
 * Imports a file and moves it to `done`. In `refused` it is read again where it lies, because its
 * sender may have completed it there; until a person takes it away it is a failed item.
 * @throws StatementsRefused once the other statements of the file are imported
 */
async function importFile(deps: StatementFolderDeps, path: string, name: string): Promise<void> {
  const { folder, seen, note, importBytes } = deps;
  const { size } = await stat(path);
  const imported = await importBytes(await readFile(path)).then(
    (report) => ({ report }),
    (error: unknown) => ({ error }),
  );
  // A sender that still has the file open goes on writing to it after the move; a later round
  // reads the whole file, and its first lines count once.
  if (!(await seen.isComplete(path))) return;
  if ("error" in imported) throw imported.error;
  const { report } = imported;
  const kept = report.refused.length > 0 ? name : await keepOld(path, join(folder, DONE), name);
  note("statement imported", { file: kept, ...countsOf(report) });
  if (report.refused.length > 0) throw new StatementsRefused(report.refused);
  await noteSize(join(folder, DONE), kept, size);
}

/** Statements of a file don't add up, each with the reason. */
class StatementsRefused extends Error {
  override readonly name = "StatementsRefused";

  constructor(refused: readonly string[]) {
    super(`nothing was imported of these statements: ${refused.join("; ")}`);
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
