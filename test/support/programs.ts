import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A program that the machine may have; `scripts/deploy-tools.sh` fetches the missing ones. */
export function programAt(name: string): string | undefined {
  const folders = [
    process.env["VEZNE_DEPLOY_TOOLS"],
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  return folders
    .flatMap((folder) => (folder === undefined ? [] : [join(folder, name)]))
    .find((path) => existsSync(path));
}
