import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, fingerprint, isUnchanged, remember } from "./inputs.mjs";
import { runStep, say } from "./step.mjs";

/** The program that `vezne` runs, and the script that writes it. */
const PROGRAM = "dist/program/main.js";
const BUNDLE = "scripts/prepare/bundle.mjs";

/** Sources without a built file: tests, and declarations of a package that has none. */
const WITHOUT_OUTPUT = /\.(?:test|d)\.tsx?$/;

export function isServerFresh(root) {
  return missingOutputs(root).length === 0 && isUnchanged(root, "server", serverInputs(root));
}

/** The files that a build of the server writes and that aren't there. */
export function missingOutputs(root) {
  const outputs = [...serverSources(root).map(outputOf), PROGRAM];
  return outputs.filter((path) => !existsSync(join(root, path)));
}

/**
 * Strips the types only, which is much faster; `npm run types` checks them. Tests and measurements
 * import single modules of `dist`; `vezne` runs the bundle of them.
 */
export async function buildServer(root, onSpawn) {
  const stamp = fingerprint(root, serverInputs(root));
  say("building the server …");
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const command = [process.execPath, tsc, "-p", "tsconfig.build.json"];
  const bundle = [process.execPath, join(root, BUNDLE)];
  await Promise.all([
    runStep("the server's build", command, { cwd: root, onSpawn }),
    runStep("the program's bundle", bundle, { cwd: root, onSpawn }),
  ]);
  removeOrphans(root);
  remember(root, "server", stamp);
}

export function areDeclarationsFresh(root) {
  const outputs = clientSources(root).map((source) => join(root, declarationOf(source)));
  return (
    outputs.every((path) => existsSync(path)) &&
    isUnchanged(root, "declarations", declarationInputs(root))
  );
}

/** Writes the client's declarations for users of the package; no program needs them. */
export async function buildDeclarations(root, onSpawn) {
  const stamp = fingerprint(root, declarationInputs(root));
  say("writing the client's declarations …");
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const options = ["--noEmit", "false", "--noCheck"];
  const command = [process.execPath, tsc, "-p", "tsconfig.client.json", ...options];
  await runStep("the declarations' build", command, { cwd: root, onSpawn });
  const expected = new Set(clientSources(root).map(declarationOf));
  for (const path of filesBelow(root, "dist")) {
    if (path.endsWith(".d.ts") && !expected.has(path)) rmSync(join(root, path));
  }
  remember(root, "declarations", stamp);
}

export function isWebFresh(root) {
  const manifest = readJson(join(root, "dist", "web", "manifest.json"));
  if (!manifest) return false;
  const files = Object.values(manifest).flatMap((entry) => Object.values(entry));
  return (
    files.every(({ file }) => existsSync(join(root, "dist", "web", file))) &&
    isUnchanged(root, "web", webInputs(root))
  );
}

export async function buildWeb(root, onSpawn) {
  const inputs = webInputs(root);
  const stamp = fingerprint(root, inputs);
  say("building the pages …");
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const command = [process.execPath, vite, "build", "--logLevel=warn"];
  await runStep("the pages' build", command, { cwd: root, onSpawn });
  const used = webInputs(root);
  const isSameList = used.join("\n") === inputs.join("\n");
  remember(root, "web", isSameList ? stamp : fingerprint(root, used));
}

function serverSources(root) {
  return filesBelow(root, "src").filter(
    (path) => /\.tsx?$/.test(path) && !WITHOUT_OUTPUT.test(path),
  );
}

function clientSources(root) {
  return serverSources(root).filter((path) => path.startsWith("src/client/"));
}

function declarationInputs(root) {
  const settings = ["tsconfig.json", "tsconfig.client.json", "package-lock.json"];
  return [...clientSources(root), ...settings];
}

function serverInputs(root) {
  const settings = ["tsconfig.json", "tsconfig.build.json", "package-lock.json", BUNDLE];
  return [...serverSources(root), ...settings];
}

// The browser code may import pure functions of the domain; the build lists the imported files.
function webInputs(root) {
  const own = filesBelow(root, "web").filter((path) => !WITHOUT_OUTPUT.test(path));
  const borrowed = readJson(join(root, "dist", "web", ".inputs.json")) ?? [];
  return [...own, ...borrowed, "vite.config.ts", "package-lock.json"];
}

function outputOf(source) {
  return source.replace(/^src\b/, "dist").replace(/\.tsx?$/, ".js");
}

function declarationOf(source) {
  return source.replace(/^src\b/, "dist").replace(/\.ts$/, ".d.ts");
}

/** Removes built files whose sources no longer exist. */
function removeOrphans(root) {
  const expected = new Set(serverSources(root).map(outputOf));
  for (const path of filesBelow(root, "dist")) {
    const isOther = /^dist\/(?:web|program)\//.test(path);
    const script = path.replace(/\.map$/, "");
    if (!isOther && script.endsWith(".js") && !expected.has(script)) rmSync(join(root, path));
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
