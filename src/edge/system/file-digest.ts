import { webcrypto } from "node:crypto";
import { keepWork } from "./loop-watch.ts";

/** Lower-case hex SHA-256 of a file, on another thread: a large one takes tens of milliseconds. */
export async function fileDigest(file: Uint8Array): Promise<string> {
  const digest = await keepWork(webcrypto.subtle.digest("SHA-256", file));
  return Buffer.from(digest).toString("hex");
}
