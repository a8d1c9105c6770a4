import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare/prepare.mjs";

// `npm test` installs, builds, runs all static checks and then the tests. With `--static` it stops
// before the tests. Other arguments go to vitest: `npm test -- src/kernel` runs only those tests.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const checks = [
  { name: "format", commands: [tool("oxfmt", "--check")], advice: "npm run format" },
  { name: "lint", commands: [tool("oxlint")], advice: "npm run lint" },
  {
    name: "types",
    commands: [
      tool("tsc"),
      tool("tsc", "-p", "web"),
      tool("tsc", "-p", "test/browser"),
      tool("tsc", "-p", "tsconfig.client.json"),
    ],
    advice: "npm run types",
  },
  {
    name: "architecture",
    commands: [["scripts/check-architecture.mjs"]],
    advice: "npm run architecture",
  },
  { name: "supply chain", commands: [["scripts/check-supply.mjs"]], advice: "npm run supply" },
  {
    name: "regular expressions",
    commands: [["scripts/check-patterns.mjs"]],
    advice: "npm run patterns",
  },
  {
    name: "clients",
    commands: [["scripts/clients.mjs", "--check"]],
    advice: "npm run clients writes them",
  },
  {
    name: "migrations",
    commands: [["scripts/check-migrations.mjs"]],
    advice: "npm run migrations",
  },
  {
    name: "statements",
    commands: [["scripts/check-statements.mjs"]],
    advice: "npm run statements",
  },
  { name: "dead code", commands: [tool("knip", "--no-progress")], advice: "npx knip" },
];

/** A command of a package. It avoids node_modules/.bin, which has shell scripts on some systems. */
function tool(name, ...args) {
  const packages = { tsc: "typescript" };
  return [{ package: packages[name] ?? name, command: name }, ...args];
}

function scriptOf(program) {
  if (typeof program === "string") return program;
  const folder = join(root, "node_modules", program.package);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[program.command]);
}

/** Runs a script in Node; resolves to its exit code and, if it is piped, its output. */
function run([program, ...args], { stdio = "pipe", env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [scriptOf(program), ...args], { cwd: root, stdio, env });
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: Buffer.concat(output).toString() }));
  });
}

async function timed(name, work) {
  const startedAt = performance.now();
  const problem = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${problem === undefined ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (problem !== undefined) throw new Error(problem);
}

async function check({ commands, advice }) {
  for (const command of commands) {
    const { code, output } = await run(command);
    if (code !== 0) return `${output.trim()}\n\nTo see this alone: ${advice}`;
  }
  return undefined;
}

/** Runs all checks, two at a time; the first that fails is the last of its lane. */
async function inLanes(steps) {
  const waiting = [...steps];
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { name } = step;
      await timed(name, () => check(step)).catch((error) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  await Promise.all([lane(), lane()]);
}

async function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), "vezne-report-"));
  const file = join(folder, "report.json");
  try {
    const env = { ...process.env, TEST_REPORT: file };
    const { code } = await run([...tool("vitest", "run"), ...args], { stdio: "inherit", env });
    return { code, report: readReport(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  }
}

function describeBrowserTests({ testResults }) {
  const left = testResults
    .filter(({ name }) => name.includes(`${sep}browser${sep}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "skipped" || status === "pending").length;
  if (left === 0) return;
  console.log(
    `${left} browser tests DID NOT RUN: no browser starts on this machine; the reason is above.\n` +
      "Install Chromium, or name one in CHROMIUM_PATH; VEZNE_REQUIRE_BROWSER=1 makes this fail.\n",
  );
}

/** Names each failed test, because the output above it may be thousands of lines long. */
function listFailures({ testResults }) {
  for (const { name, assertionResults, message } of testResults) {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    const file = relative(root, name);
    for (const { fullName, failureMessages } of failed) {
      const [reason = ""] = (failureMessages[0] ?? "").split("\n", 1);
      console.log(`✗ ${file}: ${fullName}\n  ${reason}`);
    }
    if (failed.length === 0 && message) console.log(`✗ ${file}\n  ${message.split("\n", 1)[0]}`);
  }
}

async function main(args) {
  await timed("install and build", () => prepare(root, { tools: true }));
  await inLanes(checks);
  if (args.includes("--static")) return;
  const { code, report } = await runTests(args);
  describeBrowserTests(report);
  listFailures(report);
  if (!process.env.VEZNE_FULL)
    console.log("VEZNE_FULL=1 plays the tests of a push too, VEZNE_FULL=all those of the night.");
  // A test file that fails to load fails the run, but vitest counts no failed test.
  const failed = code === 0 ? 0 : Math.max(1, report.numFailedTests);
  console.log(
    `${report.numPassedTests} passed, ${failed} failed, ${report.numPendingTests} skipped`,
  );
  if (code !== 0) process.exitCode = 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
