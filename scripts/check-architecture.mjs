import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkArrows } from "./architecture/arrows.mjs";
import { checkCalls, checkShape, checkTests } from "./architecture/bans.mjs";
import { checkBudgets, measure } from "./architecture/budgets.mjs";
import { checkComposition } from "./architecture/composition.mjs";
import { checkDecisions } from "./architecture/decisions.mjs";
import { checkCycles, checkFolderCycles, checkUnreached } from "./architecture/graph.mjs";
import { checkMap } from "./architecture/map.mjs";
import { checkPackages, checkReasons } from "./architecture/packages.mjs";
import { readModule } from "./architecture/read.mjs";
import { checkProofs, checkReferences } from "./architecture/references.mjs";
import { checkWords } from "./architecture/words.mjs";
import { filesBelow } from "./prepare/inputs.mjs";

const FOLDERS = ["src", "web", "test", "bench", "scripts", "bin"];
/** This page has one line for each dependency. */
const REASONS = "docs/decisions/dependencies.md";
const RULES = [
  checkArrows,
  checkCycles,
  checkFolderCycles,
  checkUnreached,
  checkCalls,
  checkTests,
  checkShape,
  checkComposition,
  checkBudgets,
  checkWords,
];

/**
 * Returns all findings in `files`, which maps paths to texts. Each finding has a path, a line and a
 * message. `manifest` is package.json; `documents` maps the paths of Markdown files to texts.
 */
export function checkProject(files, { manifest = {}, documents = {} } = {}) {
  const modules = readModules(files);
  return [
    ...RULES.flatMap((rule) => rule(modules)),
    ...checkPackages(modules, manifest),
    ...checkReasons(manifest, documents[REASONS] ?? ""),
    ...checkReferences(files, documents),
    ...checkProofs(files, documents),
    ...checkDecisions(modules, documents),
    ...checkMap(files, documents),
  ];
}

function readModules(files) {
  const paths = new Set(Object.keys(files));
  return Object.entries(files).map(([path, text]) => readModule(path, text, paths));
}

function readProject(root) {
  const paths = FOLDERS.flatMap((folder) => filesBelow(root, folder)).filter((path) =>
    /\.(tsx?|mjs)$/.test(path),
  );
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function readDocuments(root) {
  const ofRoot = readdirSync(root).filter((path) => path.endsWith(".md"));
  const paths = [...ofRoot, ...filesBelow(root, "docs").filter((path) => path.endsWith(".md"))];
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function main() {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const files = readProject(root);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const findings = checkProject(files, { manifest, documents: readDocuments(root) });
  for (const { path, line, message } of findings) console.error(`${path}:${line}  ${message}`);
  const { files: count, medianFile, functionP95 } = measure(readModules(files));
  console.log(
    `${count} source files, ${medianFile} lines at the median; functions of up to ` +
      `${functionP95} lines (95 %); ${findings.length} findings`,
  );
  if (findings.length > 0) process.exitCode = 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
