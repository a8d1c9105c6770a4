import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MerchantId } from "../../src/kernel/ids.ts";
import { createApiClient, type ApiClient } from "./api-client.ts";
import { createTestDatabase, type OwnedDatabase } from "./database.ts";
import { ENTRY } from "./entry.ts";
import { freePort } from "./free-port.ts";

/** The built service in a process of its own, which can be killed and restarted at one address. */
export type RunningService = {
  readonly url: string;
  readonly database: OwnedDatabase;
  readonly api: ApiClient;
  /** The demo shop's key. */
  readonly apiKey: string;
  readonly merchantId: MerchantId;
  readonly dataDir: string;
  readonly pid: () => number;
  /** Starts it and waits until it is ready, or until it answers at all. */
  start(until?: Until): Promise<void>;
  /** Sends SIGKILL, and waits for its end. */
  kill(): Promise<void>;
  /** Sends SIGTERM; returns its exit code. */
  terminate(): Promise<number | null>;
  /** Sends a signal; returns the exit code once it has ended. */
  endBy(signal: NodeJS.Signals): Promise<number | null>;
  /** Its standard output and error since the first start. */
  output(): string;
  /** Closes the pipe of its standard output, like a reader that dies. */
  closeOutput(): void;
  close(): Promise<void>;
};

type Until = "ready" | "alive";

type RunOptions = {
  /** An open file for its standard output, instead of a pipe. */
  readonly stdout?: number | "pipe";
  /** `none`: the service is not started yet. */
  readonly firstUntil?: Until | "none";
  /** The program of another release. */
  readonly entry?: string;
  /** A database that stays when the service is closed; absent: a new one. */
  readonly database?: OwnedDatabase;
  /** Puts a proxy between the service and its database. */
  readonly addressOf?: (database: OwnedDatabase) => string;
};

export async function runService(
  environment: Readonly<Record<string, string>> = {},
  options: RunOptions = {},
): Promise<RunningService> {
  const { stdout = "pipe", firstUntil = "ready", entry = ENTRY } = options;
  const { addressOf = ({ url: address }) => address } = options;
  if (!existsSync(entry)) throw new Error("The service is not built: run `npm run build` first.");
  const database = options.database ?? (await createTestDatabase());
  const folder = mkdtempSync(join(tmpdir(), "vezne-run-"));
  const port = environment["PORT"] ?? (await freePort());
  const host = environment["HOST"] ?? "127.0.0.1";
  const url = `http://${host}:${port}`;
  const adminPort = environment["VEZNE_ADMIN_PORT"];
  const watchedUrl = adminPort === undefined ? url : `http://${host}:${adminPort}`;
  const chunks: Buffer[] = [];
  let child: ChildProcess | undefined;

  const start = async (until: Until = "ready"): Promise<void> => {
    child = spawn(process.execPath, [entry, "start"], {
      env: {
        PATH: process.env["PATH"],
        PORT: String(port),
        DATABASE_URL: addressOf(database),
        VEZNE_DATA_DIR: folder,
        VEZNE_RATE_LIMIT: "off",
        ...environment,
      },
      stdio: ["ignore", stdout, "pipe"],
    });
    child.stdout?.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => void chunks.push(chunk));
    const path = until === "ready" ? "/readyz" : "/healthz";
    await untilOk(watchedUrl + path, child).catch(async (error: unknown) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new Error(`${String(error)} It said: ${output().slice(-1_000)}`, { cause: error });
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
    return child.exitCode;
  };
  const output = (): string => Buffer.concat(chunks).toString();
  if (firstUntil !== "none") await start(firstUntil);
  // On a read-only database there is no shop yet.
  const shop = join(folder, "demo-shop.json");
  const text = existsSync(shop) ? readFileSync(shop, "utf8") : `{ "testApiKey": "" }`;
  const account = JSON.parse(text) as {
    readonly testApiKey: string;
    readonly merchantId: MerchantId;
  };
  return {
    url,
    database,
    api: createApiClient(url, account.testApiKey),
    apiKey: account.testApiKey,
    merchantId: account.merchantId,
    dataDir: folder,
    pid: () => child?.pid ?? 0,
    start,
    kill: async () => void (await end("SIGKILL")),
    terminate: () => end("SIGTERM"),
    endBy: end,
    output,
    closeOutput: () => void child?.stdout?.destroy(),
    async close() {
      await end("SIGTERM");
      if (options.database === undefined) await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Generous, because a start shares its machine with the load of a test. */
const STARTED_MS = 90_000;

async function untilOk(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + STARTED_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The service exited with ${child.exitCode}.`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("The service did not start in time.");
}
