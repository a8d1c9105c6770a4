import { chmod, cp, lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeDraft, removeAbandonedDrafts } from "./draft.ts";
import { errorCode } from "./refusal.ts";

const CACHE = "/var/cache/vezne";

/** Files for building extensions, which the server does not need. */
const UNUSED = /\.a$|[/\\]pgxs$|[/\\]pkgconfig$/;

/**
 * Returns a folder that every user can enter and only root can change, from which programs can run
 * as another user. Returns undefined if there is none, because /var is read-only or another user
 * can change the folder or one above it.
 */
export async function trustedCacheFolder(folder: string = CACHE): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    for (let part = folder; await onlyRootChanges(part); part = dirname(part)) {
      if (part === dirname(part)) return folder;
    }
    return undefined;
  } catch {
    return undefined;
  }
}

async function onlyRootChanges(folder: string): Promise<boolean> {
  const status = await lstat(folder);
  const { uid, mode } = status;
  return status.isDirectory() && uid === 0 && (mode & 0o022) === 0 && (mode & 0o001) !== 0;
}

/** Copies the package's native files; a rename makes the complete target appear in one step. */
export async function copyBinaries(packageFolder: string, target: string): Promise<void> {
  if (await exists(target)) return;
  await removeAbandonedDrafts(dirname(target));
  const draft = await makeDraft(dirname(target));
  await cp(join(packageFolder, "native"), join(draft, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !UNUSED.test(path),
  });
  await openToAll(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Makes the copy readable for all users, because a strict umask would keep them out. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    if (entry.isFile()) await chmod(path, 0o755);
  }
}
