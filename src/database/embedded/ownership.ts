import { chown, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Gives a file to the owner of its folder if root has created it. Otherwise a single start by root
 * would leave files that the usual user of the service can't read.
 */
export async function giveToOwnerOfFolder(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
}
