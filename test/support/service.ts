import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { Protocol } from "../../src/acquirer/kit/protocol.ts";
import type { Pool } from "pg";
import { inject } from "vitest";
import { FaultScript } from "../../src/bank/faults.ts";
import { openTracer } from "../../src/service/program.ts";
import { openService, type Service } from "../../src/service/service.ts";
import { readConfig, type Config } from "../../src/config/config.ts";
import { createLogger } from "../../src/system/logger.ts";
import type { Timer } from "../../src/kernel/queue/admission.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import { createMerchant } from "../../src/domain/merchant/create-merchant.ts";
import type { Merchant } from "../../src/domain/merchant/merchant.ts";
import type { MerchantStore } from "../../src/domain/merchant/ports.ts";
import type { ShopAccount } from "../../src/service/installation/shop-account.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";
import { movableClock, type MovableClock } from "./sandbox-bank.ts";
import { VAULT_KEY } from "./vault-key.ts";
import { createApiClient, type ApiClient } from "./api-client.ts";

/**
 * A test has a few requests at a time. Each connection costs PostgreSQL 30 ms of processor time
 * to open, and more for the plans of its own.
 */
const FEW_CONNECTIONS = { VEZNE_REQUEST_CONNECTIONS: "6", VEZNE_JOB_CONNECTIONS: "2" };

const random = { bytes: (count: number) => randomBytes(count) };

/** The whole service on a database of its own. */
export type ShopService = {
  readonly url: string;
  readonly config: Config;
  readonly database: TestDatabase;
  readonly clock: Clock;
  /** Every written log line. */
  readonly logLines: readonly string[];
  readonly merchant: TestMerchant;
  readonly api: ApiClient;
  createMerchant(name: string, settings?: Partial<Merchant["settings"]>): Promise<TestMerchant>;
  close(): Promise<void>;
};

/** The service in this process, with a clock that the test moves. */
export type TestService = ShopService & {
  readonly service: Service;
  readonly clock: MovableClock;
  /** Causes faults in the test bank. */
  readonly faults: FaultScript;
};

export type TestMerchant = {
  readonly merchant: Merchant;
  readonly testApiKey: string;
  readonly liveApiKey: string;
};

export type TestServiceOptions = {
  readonly clock?: MovableClock;
  readonly database?: TestDatabase;
  readonly environment?: Readonly<Record<string, string>>;
  /** The merchant of another service on the database; absent: a new one. */
  readonly merchant?: TestMerchant;
  /** The name of the process among others of the same service. */
  readonly instance?: string;
  /** How the bank delays an answer where a card asks for it; by default not at all. */
  readonly bankDelay?: (ms: number) => Promise<void>;
  /** The bank protocols of connections; absent: those of this release. */
  readonly protocols?: readonly Protocol[];
  /** How the service waits for a slow bank before it answers `processing`. */
  readonly patience?: Timer;
  /** True if no background job runs, so that only requests change rows. */
  readonly isWithoutJobs?: boolean;
};

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = options.database ?? (await createTestDatabase());
  const clock = options.clock ?? movableClock();
  const faults = new FaultScript();
  const logLines: string[] = [];
  const port = await freePort();
  let account: ShopAccount | undefined;
  const demoAccount = {
    read: async () => account ?? accountOf(merchant),
    write: async (renewed: ShopAccount) => void (account = renewed),
  };
  const config = readConfig({
    PORT: String(port),
    VEZNE_VAULT_KEY: VAULT_KEY,
    VEZNE_RATE_LIMIT: "off",
    ...FEW_CONNECTIONS,
    ...options.environment,
  });
  const process = { service: "vezne", version: "test", instance: options.instance ?? "test" };
  const tracer = await openTracer(config, { process, clock, warn: () => undefined });
  const service = await openService({
    config,
    tracer,
    database: database.connection,
    clock,
    random,
    logger: createLogger("info", { write: (line) => void logLines.push(line) }),
    bankFaults: faults,
    fileProgram: pathToFileURL(inject("fileProgram")),
    bankDelay: options.bankDelay ?? (() => Promise.resolve()),
    shop: () => demoAccount,
    protocols: options.protocols,
    ...(options.patience === undefined ? {} : { patience: options.patience }),
  });
  if (options.isWithoutJobs === true) await service.app.listen(listenAt(config));
  else await service.start();
  const { merchants } = service.deps;
  const newMerchant = merchantMaker(database.open({ max: 1 }), { clock, merchants });
  const merchant = options.merchant ?? (await newMerchant("Kitapçı"));
  const url = config.localUrl;
  return {
    url,
    config,
    service,
    database,
    clock,
    faults,
    logLines,
    merchant,
    api: createApiClient(url, merchant.testApiKey),
    createMerchant: newMerchant,
    async close() {
      await service.stop();
      await database.drop();
    },
  };
}

function listenAt({ host, port }: Config) {
  return { host, port };
}

type MakerDeps = { readonly clock: Clock; readonly merchants: MerchantStore };

export function merchantMaker(pool: Pool, deps: MakerDeps): ShopService["createMerchant"] {
  return async (name, settings = {}) => {
    const made = await createMerchant({ ...deps, random, digest: systemDigest }, { name });
    await pool.query("update merchant set settings = settings || $2 where merchant_id = $1", [
      made.merchant.merchantId,
      JSON.stringify(settings),
    ]);
    return made;
  };
}

/** The demo shop sells for the merchant of the test. */
export function accountOf({ merchant, testApiKey }: TestMerchant): ShopAccount {
  const { merchantId, webhookSecret } = merchant;
  return { merchantId, testApiKey, webhookSecret };
}
