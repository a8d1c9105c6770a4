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
//
// Some proofs take seconds, so `npm run patterns -- --write` keeps the patterns whose proof is slow
// in patterns/proven.json. Each night (VEZNE_FULL=all) every pattern is proven anew.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const REMEMBERED = join(root, "dist/.patterns.json");
const PROVEN = join(root, "scripts/patterns/proven.json");
const { version } = JSON.parse(
  readFileSync(join(root, "node_modules/recheck/package.json"), "utf8"),
);

/** Patterns that an earlier run found to be linear by this version of the checker. */
function readSafe(path) {
  try {
    const kept = JSON.parse(readFileSync(path, "utf8"));
    return kept.version === version ? kept.safe : [];
  } catch {
    return [];
  }
}

const byText = (one, other) => (one < other ? -1 : 1);

function write(path, safe) {
  writeFileSync(
    path,
    `${JSON.stringify({ version, safe: [...safe].toSorted(byText) }, null, 2)}\n`,
  );
}

function writtenOut() {
  return ["src", "web"]
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) => collectPatterns(path, readFileSync(join(root, path), "utf8")));
}

await prepare(root);
const patterns = [...writtenOut(), ...patternsOfModules(root)];
const isWriting = process.argv.includes("--write");
const isAnew = isWriting || process.env.VEZNE_FULL === "all";
const safe = new Set(isAnew ? [] : [REMEMBERED, PROVEN].flatMap(readSafe));
const slow = new Set();
const findings = await judgePatterns(patterns, safe, slow);
write(REMEMBERED, safe);
if (isWriting) write(PROVEN, slow);
for (const { path, line, message } of findings) console.error(`${path}:${line}  ${message}`);
console.log(`${patterns.length} regular expressions; ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;
