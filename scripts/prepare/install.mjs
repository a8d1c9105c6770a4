import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { StepFailed, runStep, say } from "./step.mjs";

/**
 * True if node_modules matches package-lock.json. npm records the installed packages there, so a
 * manual `npm ci` is recognised too. Optional packages, such as binaries of other platforms, may be
 * absent, and so may development packages unless `tools` is set.
 */
export function isInstalled(root, { tools }) {
  const wanted = readPackages(join(root, "package-lock.json"));
  const present = readPackages(join(root, "node_modules", ".package-lock.json"));
  if (!wanted) throw new StepFailed("package-lock.json is missing or unreadable.");
  if (!present) return false;
  const isOwed = (entry) => !entry.optional && !entry.devOptional && (tools || !entry.dev);
  const { "": own, ...others } = wanted;
  return (
    Object.entries(others).every(([path, entry]) =>
      present[path] ? isSame(entry, present[path]) : !isOwed(entry),
    ) &&
    hasFolders(root, tools ? { ...own.dependencies, ...own.devDependencies } : own.dependencies)
  );
}

function isSame(wanted, present) {
  return wanted.version === present.version && wanted.integrity === present.integrity;
}

// A manually emptied node_modules still has npm's record.
function hasFolders(root, dependencies = {}) {
  return Object.keys(dependencies).every((name) =>
    existsSync(join(root, "node_modules", name, "package.json")),
  );
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
}

const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Runs `npm ci` with the build tools, even if NODE_ENV is `production`. Install scripts of packages
 * do not run: none is needed, and a compromised package would use them to take over the machine.
 */
export async function install(root, onSpawn) {
  say("installing packages as package-lock.json says (npm ci) …");
  await runNpm(root, ["ci", "--include=dev", ...QUIET], onSpawn);
}

/** Removes the development packages, which a service in production does not need. */
export async function removeTools(root, onSpawn) {
  say("removing the development packages (npm prune) …");
  await runNpm(root, ["prune", "--omit=dev", ...QUIET], onSpawn);
}

async function runNpm(root, args, onSpawn) {
  await runStep(`npm ${args[0]}`, [...npm(), ...args], {
    cwd: root,
    onSpawn,
    shell: process.platform === "win32" && !ownNpm(),
  });
}

function npm() {
  const script = ownNpm();
  return script ? [process.execPath, script] : ["npm"];
}

/** The npm that started this process, or undefined. */
function ownNpm() {
  const script = process.env.npm_execpath ?? "";
  return basename(script) === "npm-cli.js" ? script : undefined;
}
