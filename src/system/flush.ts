import { open } from "node:fs/promises";

/** Writes a file's content to the disk, so that it outlasts a loss of power. */
export function flushFile(path: string): Promise<void> {
  // Windows flushes a file only for those who may write it.
  return flush(path, "r+");
}

/** Writes the names in a folder to the disk; on Windows they are there already. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform !== "win32") await flush(path, "r");
}

async function flush(path: string, flags: "r" | "r+"): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
