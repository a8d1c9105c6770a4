import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { restoreBackup } from "../../src/database/backup/restore-backup.ts";
import { writeBackup } from "../../src/database/backup/write-backup.ts";
import { createRestorationStore } from "../../src/database/installation/restoration-store.ts";
import { MINUTE } from "../../src/kernel/clock.ts";
import { followRestoration } from "../../src/service/runtime/restoration.ts";
import { createApiClient } from "../support/api-client.ts";
import { createTestDatabase } from "../support/database.ts";
import { readEvents, type ReadEvent } from "../support/event-reader.ts";
import { installationOf } from "../support/installation.ts";
import { HELD, merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { movableClock } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { placeAfterRestore } from "../../src/store/event/event-placer.ts";

const onTable = (): void => undefined;
const WAIT = { timeout: 60_000, interval: 50 };

describe("the events of an order after a restore", () => {
  const clock = movableClock();
  const folder = mkdtempSync(join(tmpdir(), "vezne-restored-events-"));
  const closing: (() => Promise<unknown>)[] = [];
  const orders = { paid: "", session: "", paying: "", held: "" };
  let shop: TestService;
  let apiKey: string;
  /** The events of the backup that a reader has seen, and those of the lost time after it. */
  let kept: readonly ReadEvent[];
  let lost: readonly ReadEvent[];
  beforeAll(async () => {
    const before = await startTestService({ clock });
    closing.push(() => before.database.drop());
    apiKey = before.merchant.testApiKey;
    orders.paid = (await paidOrder(before.api)).order;
    orders.held = (await paidOrder(before.api, { fields: HELD })).order;
    orders.session = await before.api.session();
    const readTo = async (count: number) =>
      vi.waitFor(async () => {
        const { events } = await readEvents(before, apiKey);
        expect(events).toHaveLength(count);
        return events;
      }, WAIT);
    kept = await readTo(2);
    const backup = join(folder, "backup");
    await writeBackup(backup, {
      database: before.database.connection,
      clock,
      version: "test",
      onTable,
    });
    clock.move(MINUTE);
    const calls = merchantCalls(before.api, apiKey);
    await calls.refund(orders.paid, { amount: 100 });
    await calls.refund(orders.paid, { amount: 200 });
    await calls.void(orders.held);
    lost = (await readTo(5)).slice(2);
    await before.service.stop();

    clock.move(MINUTE);
    const empty = await createTestDatabase({ empty: true });
    await restoreBackup(backup, { database: empty.connection, clock, onTable, placeAfterRestore });
    shop = await startTestService({ database: empty, clock });
    closing.push(() => shop.close());
    const parts = await installationOf(shop);
    await createRestorationStore(shop.database.open({ max: 1 })).end(clock.now());
    await followRestoration({ ...parts, restored: shop.service.deps.restored })();
    await parts.close();
    clock.move(1);
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are numbered above all that were lost, and those of a new order from 1", async () => {
    const api = createApiClient(shop.url, apiKey);
    await merchantCalls(api, apiKey).refund(orders.paid, { amount: 300 });
    const fresh = (await paidOrder(api)).order;
    const eventsNow = async () => (await readEvents(shop, apiKey)).events;
    await expect.poll(async () => (await eventsNow()).length).toBe(4);
    const numbersOf = (events: readonly ReadEvent[], order: string) =>
      events.flatMap(({ data }) => {
        const own = data["order_id"] ?? (data["payment"] as { order_id?: string })?.order_id;
        return own === order ? [Number(data["event_sequence"])] : [];
      });
    const events = await eventsNow();
    const [first, again = 0] = numbersOf(events, orders.paid);
    expect(first).toBe(1);
    expect(Math.max(...numbersOf(lost, orders.paid))).toBe(3);
    expect(again).toBeGreaterThan(1_000);
    expect(numbersOf(events, fresh)).toEqual([1]);
  });

  it("go on after the backup for a reader that has read a lost one", async () => {
    const api = createApiClient(shop.url, apiKey);
    const headers = { authorization: `Bearer ${apiKey}` };
    for (const path of ["/api/v1/events", "/api/v1/events/stream"]) {
      const answer = await api.get(`${path}?after=${lost.at(-1)?.id}`, headers);
      expect([answer.status, answer.body["code"]]).toEqual([410, "event_not_in_feed"]);
      expect(answer.body["after"]).toBe(kept.at(-1)?.id);
    }
    const { events } = await readEvents(shop, apiKey, { after: String(kept.at(-1)?.id) });
    expect(events.length).toBeGreaterThan(0);
    const unknown = await api.get("/api/v1/events?after=evt_1", headers);
    expect(unknown.body["code"]).toBe("validation_failed");
  });
});
