import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { shrinkwrapOf } from "./release/shrinkwrap.mjs";

// Before `npm pack` writes npm-shrinkwrap.json into the package, and removes it afterwards: beside
// package-lock.json it would be taken in its place during development.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = join(root, "npm-shrinkwrap.json");
if (process.argv.includes("--remove")) {
  rmSync(path, { force: true });
} else {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  writeFileSync(path, `${JSON.stringify(shrinkwrapOf(lock), null, 2)}\n`);
}
