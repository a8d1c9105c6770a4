import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "./prepare/free-port.mjs";

// `npm run smoke` packs the package, installs it in an empty folder like a user, and runs it there
// until it is ready for payments. It finds errors of the packed package, such as a missing file.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const READY_MS = 60_000;
const STOP_MS = 35_000;

const work = mkdtempSync(join(tmpdir(), "vezne-smoke-"));
const app = join(work, "app");

function npm(args, cwd) {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function installPackage() {
  npm(["pack", "--pack-destination", work, "--loglevel=error"], root);
  const [tarball] = readdirSync(work).filter((name) => name.endsWith(".tgz"));
  mkdirSync(app);
  // Without this file npm would install into a parent folder that has packages.
  writeFileSync(join(app, "package.json"), '{ "private": true }');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  npm(["install", join(work, tarball), ...quiet], app);
}

function runCommands() {
  const version = npm(["exec", "--", "vezne", "--version"], app).trim();
  if (!/\d+\.\d+\.\d+/.test(version)) throw new Error(`vezne --version printed ${version}`);
  const help = npm(["exec", "--", "vezne", "--help"], app);
  if (!help.includes("start")) throw new Error(`vezne --help does not name start:\n${help}`);
  return version;
}

const OWN = "node_modules/vezne";

/**
 * Compares the versions that the package pins with its bill of materials, and their names with
 * those of the installed packages. npm follows the pins of a package that comes from a registry; of
 * one that comes from an archive it may install later versions.
 */
function checkBillOfMaterials() {
  const own = join(app, "node_modules", "vezne");
  const { components } = JSON.parse(readFileSync(join(own, "dist", "sbom.cdx.json"), "utf8"));
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const { packages } = JSON.parse(readFileSync(join(own, "npm-shrinkwrap.json"), "utf8"));
  const pins = Object.entries(packages)
    .filter(([location]) => location !== "")
    .map(([location, { version }]) => ({ name: location.split("node_modules/").at(-1), version }));
  const unlisted = pins.filter(({ name, version }) => !listed.has(`${name}@${version}`));
  refuse("the bill of materials lacks", unlisted);
  const names = new Set(pins.map(({ name }) => name));
  const installed = JSON.parse(npm(["query", "*"], app)).filter(
    ({ location }) => location.startsWith("node_modules/") && location !== OWN,
  );
  refuse(
    "npm-shrinkwrap.json lacks",
    installed.filter(({ name }) => !names.has(name)),
  );
}

function refuse(problem, found) {
  if (found.length === 0) return;
  const list = found.map(({ name, version }) => `${name}@${version}`).join(", ");
  throw new Error(`${problem} ${list}`);
}

/** Starts the installed service, waits until it is ready, stops it and expects exit code 0. */
async function startAndStop() {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), VEZNE_DATA_DIR: join(work, "data") };
  const server = spawn(join(app, "node_modules", ".bin", "vezne"), ["start"], {
    cwd: app,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", (code, signal) => resolve(signal ?? code));
  });
  try {
    await Promise.race([
      untilReady(`http://127.0.0.1:${port}/readyz`),
      ended.then((how) => Promise.reject(new Error(`vezne start ended by itself: ${how}`))),
    ]);
    server.kill("SIGTERM");
    const how = await Promise.race([ended, sleep(STOP_MS, "nothing", { ref: false })]);
    if (how !== 0) throw new Error(`SIGTERM should end vezne with 0, but it ended with ${how}`);
  } finally {
    server.kill("SIGKILL");
  }
}

async function untilReady(url) {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(100);
  }
  throw new Error(`${url} did not answer 200 within ${READY_MS / 1000} s`);
}

try {
  installPackage();
  checkBillOfMaterials();
  const version = runCommands();
  await startAndStop();
  console.log(`The packed vezne ${version} installs, starts, gets ready and stops.`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
