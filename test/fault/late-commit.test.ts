// tier: core
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { intentValues, RECORD_INTENTS } from "../../src/store/payment/record-intents.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const WAITING = `
  select pid from pg_stat_activity
  where datname = current_database() and application_name = 'vezne writer'
    and wait_event_type = 'Lock'`;

// On a cluster the intent is written on its shard.
const isCluster = inject("clusterNodes").length > 0;

describe.skipIf(isCluster)("an intent whose connection breaks while the server commits it", () => {
  let shop: TestService;
  beforeAll(async () => {
    shop = await startTestService();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await shop.close();
  });

  it("is paid, if the commit comes after the writer has looked for it", async () => {
    const { deps } = shop.service;
    const record = deps.payments.recordIntent.bind(deps.payments);
    const waiting = async (): Promise<unknown> => (await query(shop, WAITING))[0]?.["pid"];
    vi.spyOn(deps.payments, "recordIntent").mockImplementationOnce(async (intent) => {
      const server = await shop.database.open({ max: 1 }).connect();
      await server.query("begin");
      await server.query(RECORD_INTENTS.text, intentValues([intent]));
      const recorded = record(intent);
      await expect.poll(waiting).toBeDefined();
      const broken = await waiting();
      await query(shop, `select pg_terminate_backend(${String(broken)})`);
      await expect.poll(async () => ![undefined, broken].includes(await waiting())).toBe(true);
      await server.query("commit");
      server.release();
      return recorded;
    });
    const paid = await shop.api.pay(await shop.api.session(), CARD);
    expect(paid.body["status"]).toBe("completed");
    expect(await query(shop, "select state from payment")).toEqual([{ state: "completed" }]);
  });
});
