import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Pool } from "pg";
import { Pool as Connections } from "undici";
import type { FaultBehaviour, Operation } from "../../src/bank/faults.ts";
import { restoreBackup } from "../../src/database/backup/restore-backup.ts";
import { writeBackup } from "../../src/database/backup/write-backup.ts";
import { createRestorationStore } from "../../src/database/installation/restoration-store.ts";
import { createMerchantStore } from "../../src/store/merchant/merchant-store.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { toIso, later } from "../../src/kernel/clock.ts";
import { merchantCode } from "../../src/kernel/ids.ts";
import { createMerchant } from "../../src/domain/merchant/create-merchant.ts";
import { makeOperatorKey, operatorClient, type OperatorClient } from "./operator.ts";
import { RECOVERY_LEASE_MS } from "../../src/domain/payment/timing.ts";
import { createApiClient, type ApiClient, type Exchange } from "./api-client.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { movableClock, random, type MovableClock } from "./sandbox-bank.ts";
import { freePort } from "./free-port.ts";
import type { TestMerchant } from "./service.ts";
import { VAULT_KEY } from "./vault-key.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { placeAfterRestore } from "../../src/store/event/event-placer.ts";
import { installationOf } from "./installation.ts";

const CHILD = join(import.meta.dirname, "../fault/history-child.mjs");
/** Connections of the shops to the service; each carries one request at a time. */
const CONNECTIONS = 32;
const LOG_KEPT = 20_000;
const TRIES = 100;
const RECOVERY_TRIES = 1_000;
const LEASE_MS = RECOVERY_LEASE_MS + 1_000;
const MOST_LEASES = 10;

/** The connections of the service itself; a merchant's own tools keep theirs. */
const SERVED = "('vezne', 'vezne writer', 'vezne reports', 'vezne export')";

type Order =
  | { readonly kind: "clock"; readonly now: number }
  | { readonly kind: "stop" }
  | {
      readonly kind: "storm";
      readonly share: number;
      readonly behaviours: readonly FaultBehaviour[];
    }
  | {
      readonly kind: "fault";
      readonly merchantCode: string;
      readonly operation: Operation;
      readonly behaviour: FaultBehaviour;
    };

/** A database with the ways into it that a test uses. */
type Data = {
  readonly database: TestDatabase;
  readonly pool: Pool;
  readonly installation: Installation;
};

async function dataIn(database: TestDatabase, clock: MovableClock): Promise<Data> {
  const pool = database.open({ max: 6 });
  return { database, pool, installation: await installationOf({ database, clock }) };
}

/**
 * The built service in a process of its own, with a clock that the test moves: it can be killed at
 * any moment, and restarts at the same address.
 */
export class HistoryService {
  readonly url: string;
  readonly clock: MovableClock;
  #data: Data;
  readonly #port: number;
  #connections: Connections;
  #child: ChildProcess | undefined;
  #orders = 0;
  /** The settings of the installation that are not the usual ones, from the next start on. */
  #settings: Readonly<Record<string, string>> = {};
  #operator: Promise<OperatorClient> | undefined;
  #isBreaking = false;
  #log = "";

  private constructor(data: Data, clock: MovableClock, port: number) {
    this.#data = data;
    this.clock = clock;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#connections = new Connections(this.url, { connections: CONNECTIONS });
  }

  static async start(): Promise<HistoryService> {
    const clock = movableClock();
    const data = await dataIn(await createTestDatabase(), clock);
    const service = new HistoryService(data, clock, await freePort());
    await service.start();
    return service;
  }

  get database(): TestDatabase {
    return this.#data.database;
  }

  get pool(): Pool {
    return this.#data.pool;
  }

  get installation(): Installation {
    return this.#data.installation;
  }

  async start(): Promise<void> {
    const environment = {
      PORT: String(this.#port),
      VEZNE_VAULT_KEY: VAULT_KEY,
      VEZNE_RATE_LIMIT: "off",
      VEZNE_LOG_LEVEL: "warn",
      ...this.#settings,
    };
    const parts = { database: this.database.connection, environment, startsAt: this.clock.now() };
    const child = fork(CHILD, [JSON.stringify(parts)], {
      execArgv: [],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    const keep = (chunk: Buffer): void =>
      void (this.#log = (this.#log + chunk.toString()).slice(-LOG_KEPT));
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    this.#child = child;
    const gone = once(child, "exit").then(() => {
      throw new Error(`the service did not start: ${this.#log}`);
    });
    await Promise.race([once(child, "message"), gone]);
    gone.catch(() => undefined);
  }

  /** The service's latest log lines, for the reader of a failure. */
  get log(): string {
    return this.#log;
  }

  /** Runs a fault while calls are under way, and resolves once the service has recovered. */
  async during<Value>(calls: () => Promise<Value>, breaks: () => Promise<void>): Promise<Value> {
    this.#isBreaking = true;
    const answered = calls();
    await breaks();
    const value = await answered;
    this.#isBreaking = false;
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) await this.start();
    const checks = Array.from({ length: CONNECTIONS }, () => this.#exchange("GET", "/readyz", {}));
    await Promise.all(checks);
    return value;
  }

  /** Sends SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    await this.#connections.destroy();
    this.#connections = new Connections(this.url, { connections: CONNECTIONS });
  }

  /** Kills the service, backs its data up, and goes on with them restored in another database. */
  async restore(): Promise<void> {
    await this.kill();
    const { clock } = this;
    const parent = mkdtempSync(join(tmpdir(), "vezne-history-"));
    const folder = join(parent, "backup");
    const onTable = (): void => undefined;
    const { connection } = this.database;
    await writeBackup(folder, { database: connection, clock, version: "test", onTable });
    const empty = await createTestDatabase({ empty: true });
    await restoreBackup(folder, { database: empty.connection, clock, onTable, placeAfterRestore });
    rmSync(parent, { recursive: true });
    const former = this.#data;
    this.#data = await dataIn(empty, clock);
    // The backup lacks nothing, so a person may end the restoration at once.
    await createRestorationStore(this.pool).end(clock.now());
    await former.installation.close();
    await former.database.drop();
  }

  /** Starts under these settings of the installation from the next time on. */
  configure(settings: Readonly<Record<string, string>>): void {
    this.#settings = settings;
  }

  get port(): number {
    return this.#port;
  }

  /** The administration API, with a key of every right. */
  operator(): Promise<OperatorClient> {
    this.#operator ??= makeOperatorKey(this).then(({ text }) =>
      operatorClient(this.url, text, this.#exchange),
    );
    return this.#operator;
  }

  /** Cuts every connection of the service to its database. */
  async sever(): Promise<void> {
    await this.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name in ${SERVED}`,
    );
  }

  /** Loses the bank's next answer to this merchant's operation in this way. */
  async loseNext(
    { merchant }: TestMerchant,
    operation: Operation,
    behaviour: FaultBehaviour,
  ): Promise<void> {
    const code = merchantCode(merchant.merchantId);
    await this.#send({ kind: "fault", merchantCode: code, operation, behaviour });
  }

  /** Gives this share of the bank's answers one of the faults, until the process ends. */
  async storm(share: number, behaviours: readonly FaultBehaviour[]): Promise<void> {
    await this.#send({ kind: "storm", share, behaviours });
  }

  /**
   * Moves the clock, and waits until recovery has done all due work; returns the moved time. An
   * attempt at which recovery failed is due again after its lease, which takes more time.
   */
  async pass(ms: number): Promise<number> {
    let passed = 0;
    for (let more = ms; passed <= ms + MOST_LEASES * LEASE_MS; more = LEASE_MS) {
      this.clock.move(more);
      passed += more;
      await this.#send({ kind: "clock", now: this.clock.now() });
      if (await this.#isRecovered()) return passed;
    }
    throw new Error(`recovery did not come to an end: ${this.#log}`);
  }

  async #isRecovered(): Promise<boolean> {
    const now = this.clock.now();
    // Attempts that recovery claimed and did not finish are due again when the lease ends.
    const values = [toIso(now), toIso(later(now, RECOVERY_LEASE_MS))];
    const text = `
      (select from attempt where due_at <= $1 or due_at = $2 limit 1)
      union all (select from open_hold where due_at <= $1 or due_at = $2 limit 1)`;
    for (let tries = 0; tries < RECOVERY_TRIES; tries += 1) {
      if ((await this.pool.query(text, values)).rowCount === 0) return true;
      await wait(10);
    }
    return false;
  }

  async createMerchant(name: string): Promise<TestMerchant> {
    const merchants = createMerchantStore(this.pool, this.clock);
    const deps = { clock: this.clock, random, digest: systemDigest, merchants };
    return createMerchant(deps, { name });
  }

  api(key: string): ApiClient {
    return createApiClient(this.url, key, this.#exchange);
  }

  async close(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) {
      const gone = once(this.#child, "exit");
      await this.#send({ kind: "stop" });
      this.#child.disconnect();
      await gone;
    }
    await this.#connections.close();
    await this.installation.close();
    await this.database.drop();
  }

  /** Repeats calls that the service has refused for lack of capacity on a busy machine. */
  readonly #exchange: Exchange = async (...request) => {
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#once(...request);
      const isRefused = answer.status === 408 || answer.status === 503;
      if (!isRefused || this.#isBreaking || tries === TRIES) return answer;
      await wait(100);
    }
  };

  readonly #once: Exchange = async (method, path, { body, headers = {} }) => {
    const answer = await this.#connections.request({ method, path, headers, body: body ?? null });
    const text = await answer.body.text();
    const fields = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: answer.statusCode,
      headers: new Headers(fields as [string, string][]),
      text,
    };
  };

  async #send(order: Order): Promise<void> {
    const child = this.#child;
    if (child === undefined) throw new Error("the service does not run");
    this.#orders += 1;
    const number = this.#orders;
    const done = new Promise<void>((resolve, reject) => {
      const listen = (message: { readonly done: number }): void => {
        if (message.done !== number) return;
        child.off("message", listen);
        child.off("exit", refuse);
        resolve();
      };
      const refuse = (): void => reject(new Error(`the service died: ${this.#log}`));
      child.on("message", listen);
      child.once("exit", refuse);
    });
    child.send({ ...order, number });
    await done;
  }
}
