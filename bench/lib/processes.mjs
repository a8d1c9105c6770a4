import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { databaseUrlOf } from "../../dist/database/connection/database-url.js";
import { probeFolder } from "./probe.mjs";
import { freePort } from "../../scripts/prepare/free-port.mjs";

const root = join(import.meta.dirname, "../..");

/** Starts a script of `bench` with a port as its argument; the script sends its address. */
async function startScript(name, env) {
  const args = [String(await freePort())];
  const child = fork(join(root, "bench", name), args, { env: { ...process.env, ...env } });
  const [url] = await Promise.race([once(child, "message"), diedEarly(child, name)]);
  return { url, pid: child.pid, stop: () => stop(child) };
}

/** Starts a script of `bench` that takes messages; its own first message says that it is ready. */
export async function startHelper(name, settings) {
  const env = { ...process.env, BENCH_SETTINGS: JSON.stringify(settings) };
  const child = fork(join(root, "bench", name), [], { env });
  await Promise.race([once(child, "message"), diedEarly(child, name)]);
  return { pid: child.pid, send: (message) => child.send(message), stop: () => stop(child) };
}

export function startBank({ bankSecret }) {
  return startScript("bank.mjs", { BANK_SECRET: bankSecret.reveal() });
}

export function startBare({ address, merchantId }) {
  return startScript("bare.mjs", { BARE_SETTINGS: JSON.stringify({ address, merchantId }) });
}

const NODE_OPTIONS = "--v8-pool-size=1 --max-semi-space-size=8";

/** Starts the service without a log and, unless `environment` says otherwise, without limits. */
export async function startService(installation, bank, environment = {}) {
  const { address, folder } = installation;
  const port = await freePort();
  const probe = pathToFileURL(join(root, "bench/probe.mjs")).href;
  const args = ["--import", probe, join(root, "dist/program/main.js"), "start"];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      // As in `npm start` and in deploy/.
      MALLOC_ARENA_MAX: "1",
      NODE_OPTIONS: `${NODE_OPTIONS} ${process.env["NODE_OPTIONS"] ?? ""}`,
      BENCH_PROBES: probeFolder(installation),
      PORT: String(port),
      DATABASE_URL: databaseUrlOf(address),
      VEZNE_DATA_DIR: join(folder, "service"),
      VEZNE_BANK_URL: bank.url,
      VEZNE_RATE_LIMIT: "off",
      ...environment,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([ready(url), diedEarly(child, "the service")]);
  return { url, pid: child.pid, stop: () => stop(child) };
}

async function diedEarly(child, name) {
  const [code, signal] = await once(child, "exit");
  throw new Error(`${name} ended before it was ready: ${signal ?? code}`);
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

async function ready(url) {
  for (let round = 0; round < 2_000; round += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("the service did not become ready");
}
