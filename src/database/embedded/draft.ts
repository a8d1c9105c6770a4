import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "./refusal.ts";

export const DRAFT_PREFIX = ".postgres-new-";

/**
 * Creates a temporary folder in which files are prepared before a rename or link makes them visible
 * in one step. Only its creator can enter it; its name contains the process number.
 */
export async function makeDraft(parent: string): Promise<string> {
  return mkdtemp(join(parent, `${DRAFT_PREFIX}${process.pid}-`));
}

/** Removes temporary folders of processes that were killed. */
export async function removeAbandonedDrafts(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    if (isAlive(Number.parseInt(name.slice(DRAFT_PREFIX.length), 10))) continue;
    // An orphaned initdb may still write there; a later start removes the rest.
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
