import { readFile, stat } from "node:fs/promises";
import { errorCode } from "../database/embedded/refusal.ts";
import { VaultKeyError } from "./vault-key-error.ts";

/** The permission bits of all users but the owner. */
const OTHERS = 0o077;
const GROUP_READS = 0o040;

/**
 * Returns the text of a file with a key or a part of one, or undefined if there is no file.
 * @throws VaultKeyError for a file that other users may read
 */
export async function readSecretFile(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    const code = errorCode(error);
    if (code === "ENOENT") return undefined;
    throw new VaultKeyError(`${path} can't be read (${code}).`, { cause: error });
  });
  if (text !== undefined && process.platform !== "win32") await refuseOpenFile(path);
  return text;
}

async function refuseOpenFile(path: string): Promise<void> {
  const { mode, uid } = await stat(path);
  if ((mode & OTHERS) === 0) return;
  // A container's secret belongs to root, and only its group lets the service read it.
  if (uid === 0 && process.getuid?.() !== 0 && (mode & OTHERS) === GROUP_READS) return;
  throw new VaultKeyError(
    `${path} holds the key of stored cards, and other users may read it. Run: chmod 600 ${path}`,
  );
}
