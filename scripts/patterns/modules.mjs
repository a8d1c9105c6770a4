import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "../prepare/inputs.mjs";

const LOAD = fileURLToPath(new URL("./load.mjs", import.meta.url));

/**
 * Loads the built modules and returns the regular expressions that they build from other texts and
 * the patterns of their schemas. A module without an export is a program, which would begin to run,
 * so it is not loaded.
 */
export function patternsOfModules(root) {
  const modules = filesBelow(root, "dist").filter(
    (path) =>
      path.endsWith(".js") &&
      !/^dist\/(?:web|program)\//.test(path) &&
      /^export /m.test(readFileSync(join(root, path), "utf8")),
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--enable-source-maps", LOAD, root, ...modules],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`the built modules can't be loaded: ${stderr}`);
  return JSON.parse(stdout);
}
