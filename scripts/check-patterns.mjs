import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { collectPatterns } from "./patterns/collect.mjs";
import { patternsOfModules } from "./patterns/modules.mjs";
import { judgePatterns } from "./patterns/judge.mjs";
import { filesBelow } from "./prepare/inputs.mjs";
import { prepare } from "./prepare/prepare.mjs";

// `npm run patterns`: every regular expression of the service and of the pages must take time in
// proportion to the text, because most of them read texts of strangers. The reasons are in
// docs/decisions/bounded-time.md.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const REMEMBERED = join(root, "dist/.patterns.json");
const { version } = JSON.parse(
  readFileSync(join(root, "node_modules/recheck/package.json"), "utf8"),
);

/** What an earlier run has found to be linear: some patterns take seconds to judge. */
function readSafe() {
  try {
    const kept = JSON.parse(readFileSync(REMEMBERED, "utf8"));
    return new Set(kept.version === version ? kept.safe : []);
  } catch {
    return new Set();
  }
}

function writtenOut() {
  return ["src", "web"]
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) => collectPatterns(path, readFileSync(join(root, path), "utf8")));
}

await prepare(root);
const patterns = [...writtenOut(), ...patternsOfModules(root)];
const safe = readSafe();
const findings = await judgePatterns(patterns, safe);
writeFileSync(REMEMBERED, JSON.stringify({ version, safe: [...safe] }));
for (const { path, line, message } of findings) console.error(`${path}:${line}  ${message}`);
console.log(`${patterns.length} regular expressions; ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;
