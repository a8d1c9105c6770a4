import { chown, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * When root starts a service that an ordinary user otherwise starts, the files it makes go to the
 * owner of the folder, so that this user can go on working with them.
 */
export async function giveToOwnerOfFolder(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
}
