import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { finishSbom } from "./sbom.mjs";

const COMMAND = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];

/** Makes the software bill of materials of a release from the lock file. */
export function readSbom(root) {
  const text = execFileSync("npm", COMMAND, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
    shell: process.platform === "win32",
  });
  const read = (file) => JSON.parse(readFileSync(join(root, file), "utf8"));
  const { name } = read("package.json");
  return finishSbom(JSON.parse(text), { name, lock: read("package-lock.json") });
}
