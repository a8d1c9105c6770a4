import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommonPasswords } from "../domain/merchant/password.ts";
import { packageRoot } from "./package-root.ts";

const FOLDER = join(packageRoot, "data");
const FILES = ["common-passwords.txt", "common-passwords-tr.txt"];

/** Reads the lists that ship with the package. */
export async function loadCommonPasswords(): Promise<CommonPasswords> {
  const texts = await Promise.all(FILES.map((name) => readFile(join(FOLDER, name), "utf8")));
  const lines = texts.flatMap((text) => text.split(/\r?\n/));
  return new Set(lines.filter((line) => line !== "" && !line.startsWith("# ")));
}
