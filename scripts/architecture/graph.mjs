import { sourcesOf } from "./read.mjs";

/**
 * Finds import cycles. Type imports count as well, so that each file can be read after those that
 * it names.
 */
export function checkCycles(modules) {
  return cyclesOf(new Map(modules.map((module) => [module.path, targetsOf(module)])));
}

/**
 * Finds folders of `src` that import one another, type imports included. A folder and its subfolder
 * count as two folders, so only one of them may import the other.
 */
export function checkFolderCycles(modules) {
  const edges = new Map();
  for (const { path, imports, isTest } of modules) {
    if (isTest || !path.startsWith("src/")) continue;
    const from = folderOf(path);
    const targets = edges.get(from) ?? new Set();
    for (const { target } of imports) {
      if (target?.startsWith("src/") && folderOf(target) !== from) targets.add(folderOf(target));
    }
    edges.set(from, targets);
  }
  return cyclesOf(edges).map((finding) => ({
    ...finding,
    message: finding.message.replace("import cycle", "folders that import one another:"),
  }));
}

function folderOf(path) {
  return path.slice(0, path.lastIndexOf("/"));
}

function cyclesOf(edges) {
  const finished = new Set();
  const trail = [];
  const findings = [];
  const visit = (path) => {
    if (finished.has(path)) return;
    const at = trail.indexOf(path);
    if (at >= 0) {
      const cycle = [...trail.slice(at), path].join(" → ");
      findings.push({ path, line: 1, message: `import cycle ${cycle}` });
      return;
    }
    trail.push(path);
    for (const target of edges.get(path) ?? []) visit(target);
    trail.pop();
    finished.add(path);
  };
  for (const path of edges.keys()) visit(path);
  return findings;
}

function targetsOf({ imports }) {
  return imports.flatMap(({ target }) => target ?? []);
}

const PROGRAMS = ["src/service/main.ts", "src/cli/main.ts"];
/** The modules that the package exports. */
const LIBRARIES = ["src/client/vezne.ts"];

/** Finds files of `src` and `web` that no program, page or exported module imports. */
export function checkUnreached(modules) {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const programs = PROGRAMS.filter((path) => byPath.has(path));
  if (programs.length < PROGRAMS.length) return [];
  const others = modules.map(({ path }) => path).filter((path) => isPage(path) || isBench(path));
  const workers = modules.flatMap((module) => workerFiles(module, byPath));
  const reached = new Set();
  const libraries = LIBRARIES.filter((path) => byPath.has(path));
  const queue = [...programs, ...libraries, ...others, ...workers];
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    queue.push(...byPath.get(path).imports.flatMap((item) => item.target ?? []));
  }
  return modules
    .filter(({ path, isTest }) => isOfProgram(path) && !isTest && !reached.has(path))
    .map(({ path }) => ({
      path,
      line: 1,
      message: "no program reaches this file; use or delete it",
    }));
}

/** The compiler finds declarations of packages by itself. */
function isOfProgram(path) {
  return /^(src|web)\//.test(path) && !path.endsWith(".d.ts");
}

function isPage(path) {
  return /^web\/([^/]+)\/\1\.tsx?$/.test(path);
}

function isBench(path) {
  return path.startsWith("bench/");
}

// A thread or process is started by the path of its file, not by an import.
function workerFiles(module, byPath) {
  const folder = module.path.replace(/[^/]*$/, "");
  return module.calls
    .filter(({ name }) => name === "new URL")
    .map((call) => call.arguments[0]?.value)
    .filter((value) => typeof value === "string" && /^\.\/.*\.[jt]sx?$/.test(value))
    .map((value) => `${folder}${value.slice(2)}`)
    .flatMap((path) => [path, ...sourcesOf(path)])
    .filter((path) => byPath.has(path));
}
