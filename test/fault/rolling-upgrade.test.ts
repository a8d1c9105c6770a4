// tier: night
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { instant } from "../../src/kernel/clock.ts";
import { openBalancer, type Balancer } from "../support/balancer.ts";
import { createTestDatabase, type OwnedDatabase } from "../support/database.ts";
import { nextRelease, releaseIn, runRelease, THIS_RELEASE } from "../support/releases.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { freePort } from "../support/free-port.ts";
import { VAULT_KEY } from "../support/vault-key.ts";
import { eventsOnTheWay, judgeUpgrade } from "../support/upgrade-findings.ts";
import { startUpgradeLoad, type UpgradeLoad } from "../support/upgrade-load.ts";
import {
  addEndpoint,
  manageWebhooks,
  startReceiver,
  type Receiver,
} from "../support/webhook-receiver.ts";

/** `npm run upgrade-trial` sets both: the folder of the old release, and the load of a phase. */
const OLD_FOLDER = process.env["VEZNE_UPGRADE_FROM"];
const PAYMENTS = Number(process.env["VEZNE_UPGRADE_PAYMENTS"] ?? 10);
const CUSTOMERS = OLD_FOLDER === undefined ? 3 : 5;
const PHASE_MS = OLD_FOLDER === undefined ? 60_000 : 600_000;

/** Migrations as the next release may have them, one for each way in which a file can run. */
const NEXT = {
  "9001-add": "-- migration: locks payment\nalter table payment add column next_note text;",
  "9002-index":
    "-- migration: concurrently\n" +
    "create index concurrently payment_by_next_note on payment (merchant_id, next_note);",
  "9003-fill":
    "-- migration: in batches\nupdate payment set next_note = '' " +
    "where ctid >= $1 and ctid < $2 and next_note is null;",
};

describe("an upgrade of two processes on one database, forth and back, under load", () => {
  const next = nextRelease(NEXT);
  const [older, newer] =
    OLD_FOLDER === undefined ? [THIS_RELEASE, next.release] : [releaseIn(OLD_FOLDER), THIS_RELEASE];
  let database: OwnedDatabase;
  let pool: Pool;
  let receiver: Receiver;
  let before: RunningService;
  let after: RunningService;
  let balancer: Balancer;
  let load: UpgradeLoad;

  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
    pool = database.open();
    receiver = await startReceiver();
    await runRelease(older, database, ["migrate"]);
    const ports = [await freePort(), await freePort()];
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
    balancer = await openBalancer(addresses);
    const settings = (index: number): Record<string, string> => ({
      PORT: String(ports[index]),
      VEZNE_PUBLIC_URL: balancer.url,
      VEZNE_MIGRATE: "off",
      VEZNE_STOP_DELAY: "2",
      VEZNE_LOG_LEVEL: "error",
      VEZNE_VAULT_KEY: VAULT_KEY,
      VEZNE_WEBHOOK_LOOPBACK: "true",
    });
    before = await runService(settings(0), { entry: older.entry, database });
    after = await runService(settings(1), { entry: newer.entry, database, firstUntil: "none" });
    const webhooks = await manageWebhooks({ database, clock: { now: () => instant(Date.now()) } });
    await addEndpoint(webhooks, before, { url: receiver.url });
    await webhooks.close();
    load = startUpgradeLoad({ url: balancer.url, apiKey: before.apiKey }, CUSTOMERS);
  }, PHASE_MS);
  afterAll(async () => {
    await before.close();
    await after.close();
    await balancer.close();
    await receiver.stop();
    await database.drop();
    next.remove();
  });

  const phase = async (name: string, change: () => Promise<unknown>): Promise<void> => {
    load.phase(name);
    await change();
    const reached = load.paid() + PAYMENTS;
    await vi.waitUntil(() => load.paid() >= reached, { timeout: PHASE_MS, interval: 20 });
  };

  it(
    "fails no call, loses and doubles nothing, and leaves bank, books and events in agreement",
    async () => {
      await phase("old release", () => Promise.resolve());
      await phase("migration", () => runRelease(newer, database, ["migrate"]));
      await phase("both", () => after.start());
      await phase("new release", () => before.terminate());
      await phase("old release beside it", () => before.start());
      await phase("old release on the new schema", () => after.terminate());
      await phase("both again", () => after.start());
      await phase("new release again", () => before.terminate());
      await load.stop();
      expect(load.paid()).toBeGreaterThan(0);
      await expect.poll(() => eventsOnTheWay(pool), { timeout: 300_000 }).toEqual([]);
      const found = await judgeUpgrade(pool, load.acknowledged, receiver.received);
      const report = await runRelease(THIS_RELEASE, database, ["verify", "--rebuild", "--json"]);
      const { ok, payments, rebuilt, differences } = JSON.parse(report) as VerifyReport;
      const phases = Object.fromEntries(load.phases);
      const books = { ok, payments, rebuilt, differences };
      if (OLD_FOLDER !== undefined) print({ phases, ...found, books });
      expect(found).toEqual({ lost: [], chargedTwice: [], differences: [], deliveries: [] });
      expect(books).toEqual({ ok: true, payments, rebuilt: payments, differences: [] });
      expect(payments).toBeGreaterThanOrEqual(load.acknowledged.length);
      expect(Object.values(phases).flatMap(({ failed }) => failed)).toEqual([]);
      expect(receiver.received.length).toBeGreaterThan(load.acknowledged.length);
    },
    8 * PHASE_MS,
  );
});

type VerifyReport = {
  readonly ok: boolean;
  readonly payments: number;
  readonly rebuilt: number;
  readonly differences: readonly string[];
};

function print(report: unknown): void {
  process.stderr.write(`${JSON.stringify(report, null, 2)}\n`);
}
