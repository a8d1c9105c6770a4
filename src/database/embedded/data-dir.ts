import { access, chmod, constants, mkdir, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { DRAFT_PREFIX } from "./draft.ts";
import { errorCode } from "./refusal.ts";

/** The data directory can't be used; the message tells the operator how to mend it. */
export class DataDirError extends Error {
  override readonly name = "DataDirError";
}

/** The permission bits of all users but the owner. */
const OTHERS = 0o077;
/** The files that the service itself writes. */
const OWN_FILES = new Set([
  "postgres",
  "postgres-credentials.json",
  "postgres.log",
  "postgres.log.1",
  "vault-key.json",
  "demo-shop.json",
  "listen-secret",
  "fatal-errors.json",
]);

export type FolderRules = {
  /**
   * True if a folder that stays open to other users is refused; otherwise it leads to a warning.
   */
  readonly isStrict: boolean;
  readonly warn: (sentence: string) => void;
};

/**
 * Creates the data directory, or checks the existing one. It holds keys and passwords, so only its
 * owner should enter it: the permissions of other users are removed if the directory contains only
 * the service's own files.
 * @throws DataDirError if the directory can't be used
 */
export async function openDataDir(dataDir: string, care?: FolderRules): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (care !== undefined) await closeToOthers(dataDir, care);
    return await realpath(dataDir);
  } catch (error) {
    if (error instanceof DataDirError) throw error;
    throw new DataDirError(
      `The data directory ${dataDir} can't be used (${errorCode(error) ?? "no reason known"}). ` +
        "Start Vezne as the user who owns it, or set VEZNE_DATA_DIR to another folder.",
      { cause: error },
    );
  }
}

async function closeToOthers(dataDir: string, { isStrict, warn }: FolderRules): Promise<void> {
  if (process.platform === "win32" || !(await isOpen(dataDir))) return;
  if ((await readdir(dataDir)).every((name) => OWN_FILES.has(name) || isDraft(name))) {
    await chmod(dataDir, 0o700).catch(() => undefined);
    if (!(await isOpen(dataDir))) {
      warn(`${dataDir} was open to other users; only its owner may enter it now`);
      return;
    }
  }
  const sentence =
    `The data directory ${dataDir} is open to other users. Run chmod 700 ${dataDir} as its owner, ` +
    `or set VEZNE_DATA_DIR to a folder below it, such as ${join(dataDir, "vezne")}.`;
  if (isStrict) throw new DataDirError(sentence);
  warn(sentence);
}

/** True for a temporary folder of an initdb that was killed. */
function isDraft(name: string): boolean {
  return name.startsWith(DRAFT_PREFIX);
}

async function isOpen(dataDir: string): Promise<boolean> {
  return ((await stat(dataDir)).mode & OTHERS) !== 0;
}

/** True if the directory contains the files of an embedded PostgreSQL. */
export async function hasInstallation(dataDir: string): Promise<boolean> {
  const found = await stat(join(dataDir, "postgres")).catch(() => undefined);
  return found !== undefined;
}
