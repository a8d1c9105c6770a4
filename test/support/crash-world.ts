import type { Pool } from "pg";
import { FaultScript } from "../../src/bank/faults.ts";
import { sqlBook } from "../../src/bank/sql-book.ts";
import { startBank, type RunningBank } from "../../src/bank/server/start-bank.ts";
import { readConfig } from "../../src/config/config.ts";
import { createEventPlacer } from "../../src/store/event/event-placer.ts";
import { installationSecret } from "../../src/database/installation/installation-secret.ts";
import { createMerchantStore } from "../../src/store/merchant/merchant-store.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { createLogger } from "../../src/system/logger.ts";
import { later, MINUTE, SECOND, toIso } from "../../src/kernel/clock.ts";
import { createMerchant } from "../../src/domain/merchant/create-merchant.ts";
import { createApiClient, type ApiClient, type Exchange } from "./api-client.ts";
import { CrashProcess, type HttpRequest } from "./crash-process.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { movableClock, random, type MovableClock } from "./sandbox-bank.ts";
import { freePort } from "./free-port.ts";
import type { TestMerchant } from "./service.ts";
import { VAULT_KEY } from "./vault-key.ts";
import { addEndpoint, startReceiver, type Receiver } from "./webhook-receiver.ts";
import { lookAtFeeds } from "../../src/service/jobs/account-feeds.ts";
import { openSandbox } from "../../src/service/runtime/acquirers.ts";
import { openFeeds } from "../../src/service/runtime/feed-protocols.ts";
import { openInstallation } from "../../src/service/installation/installation.ts";
import { recoverPayments } from "../../src/service/runtime/payments.ts";
import { openService, type Service, type ServiceParts } from "../../src/service/service.ts";
import { atInstallation } from "./installation.ts";

const APPROVED = "5528790000000008";
/** The steps of the clock after a restart, in ms. */
const STEP_MS = 2 * SECOND;

/** A merchant of its own for each death, because a dead process may hold locks of shared rows. */
export type CrashShop = TestMerchant & { readonly api: ApiClient };

type Parts = {
  readonly database: TestDatabase;
  readonly clock: MovableClock;
  readonly faults: FaultScript;
  readonly receiver: Receiver;
  readonly bank: RunningBank;
  readonly environment: Readonly<Record<string, string>>;
  readonly pool: Pool;
};

/**
 * A database, and a bank that outlives the service. Until the restart the service here has no jobs,
 * so that only the dying processes work.
 */
export class CrashWorld {
  readonly database: TestDatabase;
  readonly clock: MovableClock;
  readonly faults: FaultScript;
  readonly receiver: Receiver;
  readonly pool: Pool;
  readonly #parts: Parts;
  #service: Service | undefined;

  private constructor(parts: Parts) {
    this.#parts = parts;
    ({
      database: this.database,
      clock: this.clock,
      faults: this.faults,
      receiver: this.receiver,
      pool: this.pool,
    } = parts);
  }

  static async open(): Promise<CrashWorld> {
    const database = await createTestDatabase();
    const pool = database.open({ max: 8 });
    const clock = movableClock();
    const faults = new FaultScript();
    const bank = await startBank({
      host: "127.0.0.1",
      port: 0,
      book: sqlBook(pool),
      clock,
      random,
      masterSecret: await installationSecret(pool, random, "sandbox_bank"),
      delay: () => Promise.resolve(),
      faults,
    });
    const environment = {
      PORT: String(await freePort()),
      VEZNE_VAULT_KEY: VAULT_KEY,
      VEZNE_RATE_LIMIT: "off",
      VEZNE_BANK_URL: bank.url,
    };
    const receiver = await startReceiver();
    const world = new CrashWorld({ database, clock, faults, receiver, bank, environment, pool });
    await world.#open();
    await world.#makeVaultKey();
    return world;
  }

  async #open(): Promise<void> {
    this.#service = await openService(this.#serviceParts());
  }

  #serviceParts(): ServiceParts {
    return {
      config: readConfig(this.#parts.environment),
      database: this.database.connection,
      clock: this.clock,
      random,
      logger: createLogger("silent"),
    };
  }

  /** Created with the first stored card, and found by every later process. */
  async #makeVaultKey(): Promise<void> {
    const { api } = await this.newShop();
    const session = await api.session({ customer: { customer_id: "first" } });
    await api.pay(session, APPROVED, { fields: { save_card: true } });
  }

  get service(): Service {
    if (this.#service === undefined) throw new Error("the world is closed");
    return this.#service;
  }

  /** A process of the service at the current time. */
  process(): CrashProcess {
    const { environment } = this.#parts;
    const { connection } = this.database;
    return new CrashProcess({ database: connection, environment, now: this.clock.now() });
  }

  /** Restarts the service, with all its jobs. */
  async restart(): Promise<void> {
    await this.service.stop();
    await this.#open();
    await this.service.start();
  }

  /** Lets a minute pass, in which recovery runs as often as in a real minute. */
  async passMinute(): Promise<void> {
    const round = recoverPayments(this.service.deps, {
      refreshClocks: () => Promise.resolve(),
    }).round;
    for (let passed = 0; passed < MINUTE; passed += STEP_MS) {
      this.clock.move(STEP_MS);
      // Runs a round at once, like a further process; the service's own round comes at its
      // interval.
      await round();
    }
  }

  async newShop(): Promise<CrashShop> {
    const { clock, pool } = this;
    const merchants = createMerchantStore(pool, clock);
    const made = await createMerchant(
      { clock, random, digest: systemDigest, merchants },
      { name: "Kitapçı" },
    );
    await atInstallation(this, (webhooks) => addEndpoint(webhooks, made.merchant, this.receiver));
    return { ...made, api: createApiClient("", made.testApiKey, this.#exchange) };
  }

  /** Matches the arrived lines, like another process of the service. */
  async collectTransfers(): Promise<void> {
    const installation = await openInstallation(this.#serviceParts());
    // As ten seconds after the death of the process that has begun a look.
    await this.pool.query("update bank_feed set leased_until = null");
    const { sandbox, sandboxCredentials } = await openSandbox(installation, {});
    const feedProtocols = openFeeds(installation);
    const parts = { deps: this.service.deps, feedProtocols, sandboxCredentials };
    const looks = lookAtFeeds(installation, parts, () => undefined);
    await looks.round();
    await looks.settled();
    await Promise.all([sandbox.close(), feedProtocols.close()]);
    await installation.close();
  }

  /**
   * Places all events. Deliveries of this merchant are due at once, others later. A process that
   * stopped in a transaction may still hold deliveries of others; those stay as they are.
   */
  async placeEvents(merchantId: string): Promise<void> {
    const now = this.clock.now();
    await createEventPlacer(this.pool).place(now);
    await this.pool.query(
      `update webhook_delivery set due_at = $2
       where (merchant_id, endpoint_id, event_id) in (
         select merchant_id, endpoint_id, event_id from webhook_delivery
         where merchant_id <> $1 and state = 'waiting' for update skip locked)`,
      [merchantId, toIso(later(now, STEP_MS))],
    );
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.#parts.bank.close();
    await this.receiver.stop();
    await this.database.drop();
  }

  readonly #exchange: Exchange = async (method, path, { body, headers = {} }) => {
    const answer = await this.service.app.inject({
      method: method as HttpRequest["method"],
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    const fields = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: answer.statusCode,
      headers: new Headers(fields as [string, string][]),
      text: answer.body,
    };
  };
}
