import { readdir, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DAY, type Instant } from "../kernel/clock.ts";
import { ignoreGone } from "./seen-files.ts";

/** How long an imported file is watched: a sender that rests goes on far sooner. */
const WATCHED_MS = 3 * DAY;

/** The name of an empty file that says how large its neighbour was at its import. */
const NOTE = /^\.(\d{1,15})\.(.+)$/s;

/** Notes beside an imported file how large it was, for all processes and across their restarts. */
export async function noteSize(folder: string, name: string, size: number): Promise<void> {
  await writeFile(join(folder, `.${size}.${name}`), "");
}

/** Returns the files that have grown since their import, and forgets their notes and old ones. */
export async function grownFiles(folder: string, now: Instant): Promise<readonly string[]> {
  const grown: string[] = [];
  for (const note of await readdir(folder)) {
    const [, size, name = ""] = NOTE.exec(note) ?? [];
    if (size === undefined) continue;
    const path = join(folder, note);
    const file = await stat(join(folder, name)).catch(ignoreGone);
    const isGrown = file !== undefined && file.size > Number(size);
    if (isGrown) grown.push(name);
    else if (file !== undefined && !(await isOld(path, now))) continue;
    await unlink(path).catch(ignoreGone);
  }
  return grown;
}

async function isOld(path: string, now: Instant): Promise<boolean> {
  const note = await stat(path).catch(ignoreGone);
  return note !== undefined && now - note.mtimeMs > WATCHED_MS;
}
