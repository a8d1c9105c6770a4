import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { collectPatterns } from "./patterns/collect.mjs";
import { patternsOfModules } from "./patterns/modules.mjs";
import { judgePatterns } from "./patterns/judge.mjs";
import { filesBelow } from "./prepare/inputs.mjs";
import { prepare } from "./prepare/prepare.mjs";

// `npm run patterns` checks that every regular expression of the service and of the pages takes
// linear time, because most of them read foreign text. The reasons are in
// docs/decisions/bounded-time.md.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const REMEMBERED = join(root, "dist/.patterns.json");
const { version } = JSON.parse(
  readFileSync(join(root, "node_modules/recheck/package.json"), "utf8"),
);

/** Patterns that an earlier run found to be linear, kept because some checks take seconds. */
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
