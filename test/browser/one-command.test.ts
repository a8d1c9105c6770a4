// tier: night
import { spawn, spawnSync, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVENT_TYPES } from "../../src/domain/event/event.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { findOffline, wrapperOf, type Offline } from "../support/offline.ts";
import { freePort } from "../support/free-port.ts";
import { payButton, welcome } from "./customer.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Paths that a fresh checkout lacks. */
const MADE = new Set([".git", ".vezne", "dist", "node_modules"]);
const MOST_MS = 90_000;

/** A checkout after `npm ci`: nothing built, no data, and no network. */
describe.runIf(browserAvailable())("the start with one command", () => {
  let offline: Offline | undefined;
  let folder: string;
  let checkout: string;
  let environment: NodeJS.ProcessEnv;
  let child: Program;
  let startedAt = 0;
  let printed = "";
  let browser: Browser;
  beforeAll(async () => {
    offline = findOffline();
    folder = mkdtempSync(join(tmpdir(), "vezne-checkout-"));
    checkout = join(folder, "vezne");
    cpSync(ROOT, checkout, { recursive: true, filter: (path) => !MADE.has(basename(path)) });
    symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
    environment = { PATH: process.env["PATH"], HOME: folder, NO_COLOR: "1" };
    if (offline === undefined) environment["PORT"] = String(await freePort());
    startedAt = performance.now();
    child = start(["npm", "start"], offline?.alone);
    child.stdout.on("data", (chunk: Buffer) => void (printed += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => void (printed += chunk.toString()));
  });
  afterAll(async () => {
    await browser?.close();
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (
    [program = "", ...args]: readonly string[],
    before: readonly string[] = [],
  ): Program => {
    const [first = "", ...rest] = [...before, program, ...args];
    return spawn(first, rest, {
      cwd: checkout,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
  };
  /** Runs a program in the same network. */
  const vezne = (...args: readonly string[]): Program =>
    start(["node", "bin/vezne.mjs", ...args], offline?.beside(child.pid ?? 0));

  it("leads to a paid order within 90 s, with one process and two copied values", async () => {
    await expect.poll(() => printed, { timeout: MOST_MS, interval: 100 }).toContain("is ready at");
    const readyAt = performance.now();
    const before = offline?.beside(child.pid ?? 0);
    if (before !== undefined) {
      const [program, ...args] = [...before, "ip", "-o", "link"];
      const links = spawnSync(program, args, { encoding: "utf8" }).stdout.trim().split("\n");
      expect(links).toEqual([expect.stringContaining("lo:")]);
    }
    browser = await launchBrowser(
      before === undefined ? {} : { wrapped: (path) => wrapperOf(folder, before, path) },
    );
    const customer = await welcome(browser);
    const { page } = customer;
    const copied: string[] = [];
    const [, shop = ""] = /Demo shop +(\S+)/.exec(printed) ?? [];
    copied.push(shop);
    await page.goto(shop);
    await page.getByRole("button", { name: "Ödemeye geç" }).click();
    await page.locator("details.sandbox summary").click();
    await page.getByRole("button", { name: "Doldur: 5528 7900 0000 0008" }).click();
    await payButton(page).click();
    await page.waitForURL(/\/bank\/3ds\//);
    const code = await page.locator(".code").innerText();
    copied.push(code);
    await page.locator("input[name=otp]").fill(code);
    await page.locator("button[name=decision][value=approve]").click();
    await page.getByRole("link", { name: /^Mağazaya dön/ }).click();
    await page.getByRole("heading", { name: "Siparişiniz alındı" }).waitFor();
    const took = performance.now() - startedAt;
    const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
    const processes = nodesBelow(child.pid ?? 0);
    console.log(
      `ready after ${seconds(readyAt - startedAt)} s, paid after ${seconds(took)} s, ` +
        `${copied.length} copied, ${processes} process, network ${offline === undefined ? "on" : "off"}`,
    );
    expect(took).toBeLessThan(MOST_MS);
    expect(copied.length).toBeLessThanOrEqual(2);
    expect(processes).toBe(1);
    expect(customer.requests.every((url) => url.startsWith(new URL(shop).origin))).toBe(true);
    expect(customer.complaints).toEqual([]);
    await customer.leave();
  });

  it("is sufficient for listening and for causing every type of event", async () => {
    const last = await text(vezne("events", "list", "--limit", "1", "--json").stdout);
    const { events } = JSON.parse(last) as { readonly events: readonly { readonly id: string }[] };
    const listener = vezne("listen", "--json", "--after", events[0]?.id ?? "");
    let listenOutput = "";
    listener.stdout.on("data", (chunk: Buffer) => void (listenOutput += chunk.toString()));
    const trigger = vezne("trigger", "all", "--json");
    await once(trigger, "exit");
    expect(trigger.exitCode).toBe(0);
    const types = (): readonly unknown[] =>
      listenOutput
        .split("\n")
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { readonly type: unknown }).type);
    for (const type of EVENT_TYPES) {
      await expect.poll(types, { timeout: 40_000 }).toContain(type);
    }
    await end(listener);
  });
});

type Program = ChildProcessByStdio<null, Readable, Readable>;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

/** The number of Node processes below npm's own. */
function nodesBelow(pid: number): number {
  const below = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isBelow(name, pid));
  return below.filter((name) => read(`/proc/${name}/cmdline`).startsWith("node")).length;
}

function isBelow(name: string, pid: number): boolean {
  const [, parent = "0"] = /^\d+ \(.*\) \S (\d+)/s.exec(read(`/proc/${name}/stat`)) ?? [];
  return Number(parent) === pid || (Number(parent) > 1 && isBelow(parent, pid));
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
