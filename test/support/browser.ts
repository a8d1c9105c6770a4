import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { type BrowserProgram, bundledChromium } from "./bundled-chromium.ts";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

// Only the switches that a machine without a display and a container without user namespaces need.
// Web security stays enabled, because these tests are about frames, origins and content policies.
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic"];

/** The time limit of an action on a page, in ms; a busy machine needs seconds for one. */
export const PATIENCE_MS = 120_000;

let found: BrowserProgram | string | undefined;

/**
 * Whether browser tests can run here; use it as `describe.runIf(browserAvailable())`. Where they
 * cannot, prints the reason on stderr once a process, or throws if VEZNE_REQUIRE_BROWSER is 1.
 */
export function browserAvailable(): boolean {
  if (found === undefined) {
    found = findBrowser();
    if (typeof found === "string") report(found);
  }
  return typeof found !== "string";
}

type LaunchOptions = {
  /** Caches whole pages for Back, like people's browsers. */
  readonly keepsPages?: boolean;
  /** Returns a program that starts the one at this path in another network or mount namespace. */
  readonly wrapped?: (path: string) => string;
};

/** Starts a browser of its own; the caller closes it. */
export async function launchBrowser({
  keepsPages = false,
  wrapped = (path) => path,
}: LaunchOptions = {}): Promise<Browser> {
  found ??= findBrowser();
  if (typeof found === "string") throw new Error(`No browser: ${found}.`);
  return chromium.launch({
    executablePath: wrapped(found.path),
    args: ARGUMENTS,
    ignoreDefaultArgs: keepsPages ? ["--disable-back-forward-cache"] : false,
    env: { ...process.env, ...found.env },
  });
}

function findBrowser(): BrowserProgram | string {
  const chosen = process.env["CHROMIUM_PATH"] ?? "";
  if (chosen !== "") return starting({ path: chosen, env: {} });
  const installed = INSTALLED.find(isExecutable);
  const tried =
    installed === undefined ? "none is installed" : starting({ path: installed, env: {} });
  if (typeof tried !== "string") return tried;
  const bundled = bundledChromium();
  const usable = typeof bundled === "string" ? bundled : starting(bundled);
  return typeof usable === "string" ? `${tried}; ${usable}` : usable;
}

/** Returns the program if it starts, which needs all of its libraries; otherwise its error. */
function starting(program: BrowserProgram): BrowserProgram | string {
  const answer = spawnSync(program.path, ["--version"], {
    env: { ...process.env, ...program.env },
    encoding: "utf8",
    timeout: 120_000,
  });
  if (answer.status === 0) return program;
  const complaint = answer.error?.message ?? answer.stderr.trim().split("\n")[0] ?? "";
  return `${program.path} does not start (${complaint})`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function report(reason: string): void {
  const sentence = `Browser tests cannot run: ${reason}. Install Chromium or set CHROMIUM_PATH.`;
  if (process.env["VEZNE_REQUIRE_BROWSER"] === "1") throw new Error(sentence);
  process.stderr.write(`${sentence}\n`);
}
