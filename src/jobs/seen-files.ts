import { link, readdir, rename, stat, unlink } from "node:fs/promises";
import { join, parse } from "node:path";
import { SECOND } from "../kernel/clock.ts";

/** A file that has not changed for this time is taken as complete. */
const UNCHANGED_MS = 2 * SECOND;
/** How often the files that were imported are looked at. */
const IMPORTED_EVERY_MS = 10 * SECOND;

type SeenFile = { readonly size: number; readonly mtimeMs: number; readonly since: number };

/**
 * The files of a folder as a process has seen them, round by round. Whether a file still changes is
 * judged by that alone, because the times of a file come from its sender's clock or archive.
 */
export class SeenFiles {
  /** A clock that never goes back, in ms. */
  readonly #now: () => number;
  readonly #files = new Map<string, SeenFile>();
  readonly #ofRound = new Set<string>();
  #importedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  beginRound(): void {
    this.#ofRound.clear();
  }

  /** Forgets the files that were not there in this round. */
  endRound(): void {
    for (const path of this.#files.keys()) if (!this.#ofRound.has(path)) this.#files.delete(path);
  }

  /** True if the file had the same size and time when it was seen long enough ago. */
  async isComplete(path: string): Promise<boolean> {
    const found = await stat(path).catch(ignoreGone);
    if (found === undefined) return false;
    const { size, mtimeMs } = found;
    this.#ofRound.add(path);
    const known = this.#files.get(path);
    if (known?.size === size && known.mtimeMs === mtimeMs) {
      return this.#now() - known.since >= UNCHANGED_MS;
    }
    this.#files.set(path, { size, mtimeMs, since: this.#now() });
    return false;
  }

  /** Notes that a file lies elsewhere, unchanged. */
  move(from: string, to: string): void {
    const known = this.#files.get(from);
    this.#files.delete(from);
    this.#ofRound.add(to);
    if (known !== undefined) this.#files.set(to, known);
  }

  isTimeForImported(): boolean {
    if (this.#now() - this.#importedAt < IMPORTED_EVERY_MS) return false;
    this.#importedAt = this.#now();
    return true;
  }
}

export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((one) => one.isFile() && !one.name.startsWith("."));
  return files.map(({ name }) => name).toSorted();
}

/**
 * Moves a file into a folder without replacing an earlier one: banks use the same names each day.
 * Returns the name that it has there, such as `statement.2.xml`.
 */
export async function keepOld(path: string, folder: string, wanted: string): Promise<string> {
  const { name, ext } = parse(wanted);
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? wanted : `${name}.${number}${ext}`;
    if (await isMoved(path, join(folder, tried))) return tried;
  }
}

async function isMoved(from: string, to: string): Promise<boolean> {
  try {
    // Unlike a renaming, a link refuses a name that is taken.
    await link(from, to);
    await unlink(from);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!LINKS_REFUSED.has(codeOf(error))) throw error;
  }
  const [folder, name] = [parse(to).dir, parse(to).base];
  if ((await filesIn(folder)).includes(name)) return false;
  await rename(from, to);
  return true;
}

/** The answers of file systems without links, such as shares of other machines. */
const LINKS_REFUSED = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** Another process, or a person, may have moved a file meanwhile. */
export function ignoreGone(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
  return undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
