import { existsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const PARENT_CHECK_MS = 250;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Runs the command line in this process, so that signals, exit codes and stdout are the command's
 * own. A source checkout is first installed and built if it is stale; the published package has no
 * `src` and runs at once.
 */
export async function launch() {
  if (isSourceCheckout() && !(await prepareCheckout())) return;
  const entry = join(root, "dist", "program", "main.js");
  if (!existsSync(entry)) return fail(`${entry} is missing; install the package again.`, 1);
  stopWithShell();
  process.argv[1] = entry;
  await import(pathToFileURL(entry).href);
}

function isSourceCheckout() {
  return existsSync(join(root, "src")) && existsSync(join(root, "tsconfig.build.json"));
}

async function prepareCheckout() {
  const { prepare } = await import("./prepare/prepare.mjs");
  try {
    await prepare(root, { isProduction: process.env.VEZNE_ENVIRONMENT === "production" });
    return true;
  } catch (error) {
    if (error.name !== "StepFailed") throw error;
    fail(error.message, error.signal ? 128 + constants.signals[error.signal] : 1);
    return false;
  }
}

/**
 * npx starts us through a shell that ends on SIGTERM without forwarding it. When that parent is
 * gone, we send the signal to ourselves.
 */
function stopWithShell() {
  if (!process.env.npm_command || process.platform === "win32") return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_CHECK_MS);
  timer.unref();
}

function fail(sentence, exitCode) {
  process.stderr.write(`vezne: ${sentence}\n`);
  process.exitCode = exitCode;
}
