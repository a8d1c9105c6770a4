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
import { checkProse, checkWords } from "./architecture/words.mjs";
import { filesBelow } from "./prepare/inputs.mjs";

const FOLDERS = ["src", "web", "test", "bench", "scripts", "bin"];
/** The folders of further files whose sentences and comments are checked. */
const PROSE_FOLDERS = ["migrations", "clients", ".github"];
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
 * message. `manifest` is package.json; `documents` maps the paths of Markdown files to texts, and
 * `prose` those of all files with sentences for people.
 */
export function checkProject(files, { manifest = {}, documents = {}, prose = {} } = {}) {
  const modules = readModules(files);
  return [
    ...RULES.flatMap((rule) => rule(modules)),
    ...checkPackages(modules, manifest),
    ...checkReasons(manifest, documents[REASONS] ?? ""),
    ...checkReferences(files, documents),
    ...checkProofs(files, documents),
    ...checkDecisions(modules, documents),
    ...checkMap(files, documents),
    ...checkProse(prose),
  ];
}

function readModules(files) {
  const paths = new Set(Object.keys(files));
  return Object.entries(files).map(([path, text]) => readModule(path, text, paths));
}

function readProject(root) {
  return readFiles(root, FOLDERS, /\.(tsx?|mjs)$/);
}

function readDocuments(root) {
  const ofRoot = readdirSync(root).filter((path) => path.endsWith(".md"));
  return { ...readTexts(root, ofRoot), ...readFiles(root, ["docs"], /\.md$/) };
}

function readFiles(root, folders, name) {
  const paths = folders.flatMap((folder) => filesBelow(root, folder));
  return readTexts(
    root,
    paths.filter((path) => name.test(path)),
  );
}

function readTexts(root, paths) {
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function main() {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const files = readProject(root);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const documents = readDocuments(root);
  const prose = { ...documents, ...readFiles(root, PROSE_FOLDERS, /\.(md|sql|php|py)$/) };
  const findings = checkProject(files, { manifest, documents, prose });
  for (const { path, line, message } of findings) console.error(`${path}:${line}  ${message}`);
  const { files: count, medianFile, functionP95 } = measure(readModules(files));
  console.log(
    `${count} source files, ${medianFile} lines at the median; functions of up to ` +
      `${functionP95} lines (95 %); ${findings.length} findings`,
  );
  if (findings.length > 0) process.exitCode = 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
