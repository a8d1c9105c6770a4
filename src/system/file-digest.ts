import { webcrypto } from "node:crypto";
import { keepWork } from "./loop-watch.ts";

/** SHA-256 of a file in lower-case hex, on another thread because a large file takes tens of ms. */
export async function fileDigest(file: Uint8Array): Promise<string> {
  const digest = await keepWork(webcrypto.subtle.digest("SHA-256", file));
  return Buffer.from(digest).toString("hex");
}
