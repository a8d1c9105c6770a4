import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readConfig } from "../../src/config/config.ts";
import { createMerchantStore } from "../../src/store/merchant/merchant-store.ts";
import { createApiClient } from "./api-client.ts";
import { createTestDatabase } from "./database.ts";
import { movableClock } from "./sandbox-bank.ts";
import { freePort } from "./free-port.ts";
import { accountOf, merchantMaker, type ShopService } from "./service.ts";
import { VAULT_KEY } from "./vault-key.ts";

const CHILD = join(import.meta.dirname, "../fault/service-child.mjs");

/** Measurements of a service's event loop. */
export type LoopReading = {
  /** Processor time of its thread since its start, in ms. */
  readonly threadMs: number;
  /** The longest processor time at a stretch since the last report, in ms. */
  readonly heldMs: number;
  /** The first route that a request reached since then, such as `POST /api/v1/payment/pay`. */
  readonly route?: string;
};

export type Route = {
  readonly methods: readonly string[];
  readonly url: string;
  /** The body limit in bytes, where the route has one of its own. */
  readonly bodyLimit?: number;
};

export type RouteReading = {
  readonly routes: readonly Route[];
  /** The routes that requests have reached, such as `POST /api/v1/payment/pay`. */
  readonly reached: readonly string[];
};

/** The built service in a process of its own, where its event loop is measured. */
export type ServiceApart = ShopService & {
  /** Whether its process still runs. */
  isRunning(): boolean;
  /** Moves the clock of the service and of the test. */
  moveClock(ms: number): Promise<void>;
  loop(): Promise<LoopReading>;
  routes(): Promise<RouteReading>;
};

type Message = { readonly number: number; readonly answer: unknown };

/** `execArgv` are options of its process, such as those of V8. */
export async function startServiceApart(
  environment: Readonly<Record<string, string>> = {},
  execArgv: readonly string[] = [],
): Promise<ServiceApart> {
  const database = await createTestDatabase();
  const clock = movableClock();
  const pool = database.open({ max: 2 });
  const createMerchant = merchantMaker(pool, {
    clock,
    merchants: createMerchantStore(pool, clock),
  });
  const merchant = await createMerchant("Kitapçı");
  const settings = {
    PORT: String(await freePort()),
    VEZNE_VAULT_KEY: VAULT_KEY,
    VEZNE_RATE_LIMIT: "off",
    ...environment,
  };
  const config = readConfig(settings);
  const { connection } = database;
  const parts = {
    database: connection,
    environment: settings,
    startsAt: clock.now(),
    account: accountOf(merchant),
  };
  const child = fork(CHILD, [JSON.stringify(parts)], {
    execArgv: [...execArgv],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const logLines: string[] = [];
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  lines.on("line", (line) => void logLines.push(`${line}\n`));
  const ask = asker(child);
  await started(child, logLines);
  return {
    url: config.localUrl,
    config,
    database,
    clock,
    logLines,
    merchant,
    api: createApiClient(config.localUrl, merchant.testApiKey),
    createMerchant,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async moveClock(ms) {
      clock.move(ms);
      await ask("clock", clock.now());
    },
    loop: () => ask<LoopReading>("loop"),
    routes: () => ask<RouteReading>("routes"),
    async close() {
      await ask("stop");
      const gone = once(child, "exit");
      child.disconnect();
      await gone;
      await database.drop();
    },
  };
}

type Waiting = { resolve(answer: never): void; reject(error: Error): void };

function asker(child: ChildProcess): <Answer>(question: string, of?: unknown) => Promise<Answer> {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  child.on("message", ({ number, answer }: Message) => {
    waiting.get(number)?.resolve(answer as never);
    waiting.delete(number);
  });
  child.once("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error("the service has ended"));
  });
  return (question, of) =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      child.send({ number: asked, question, of });
    });
}

async function started(child: ChildProcess, logLines: readonly string[]): Promise<void> {
  const gone = once(child, "exit").then(() => {
    throw new Error(`the service did not start: ${logLines.join("")}`);
  });
  await Promise.race([once(child, "message"), gone]);
  gone.catch(() => undefined);
}
