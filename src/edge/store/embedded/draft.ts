import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "./refusal.ts";

export const DRAFT_PREFIX = ".postgres-new-";

/**
 * Makes a folder to prepare something in, which then gets its real name in one step. Only its maker
 * can enter it, and its name tells who that is.
 */
export async function makeDraft(parent: string): Promise<string> {
  return mkdtemp(join(parent, `${DRAFT_PREFIX}${process.pid}-`));
}

/** Removes what processes left that were killed while they prepared something. */
export async function removeAbandonedDrafts(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    if (isAlive(Number.parseInt(name.slice(DRAFT_PREFIX.length), 10))) continue;
    // An initdb may still be writing there; what can't be removed now is removed by a later start.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
