import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { freePort } from "../support/free-port.ts";
import { startTestService, type TestService } from "../support/service.ts";

const REPORTS = [
  "/api/v1/payment/transactions",
  "/api/v1/payment/summary?start_date=2026-11-01&end_date=2026-11-30",
  "/api/v1/payment/transactions/export?format=csv&start_date=2026-11-01&end_date=2026-11-30",
];

/** These connections are read-only, like those to a standby. */
const READ_ONLY = "options=-c%20default_transaction_read_only%3Don";

describe("reports from a replica", () => {
  let shop: TestService;
  let reading: TestService;
  beforeAll(async () => {
    shop = await startTestService();
    const replica = new URL(shop.database.url);
    replica.search = replica.search === "" ? READ_ONLY : `${replica.search}&${READ_ONLY}`;
    const environment = { DATABASE_REPLICA_URL: replica.href };
    reading = await startTestService({ ...shop, environment });
  });
  afterAll(async () => {
    await reading.service.stop();
    await shop.close();
  });

  it("are the same as from the primary, on read-only connections", async () => {
    const { order } = await paidOrder(shop.api);
    const ask = async (service: TestService) =>
      Promise.all(
        REPORTS.map(async (path) => {
          const headers = { authorization: `Bearer ${shop.merchant.testApiKey}` };
          const answer = await fetch(`${service.url}${path}`, { headers });
          return { status: answer.status, text: await answer.text() };
        }),
      );
    const expected = await ask(shop);
    expect(expected.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(expected[0]?.text).toContain(order);
    expect(await ask(reading)).toEqual(expected);
  });

  it("come from the primary while the replica is down, and payments continue", async () => {
    const environment = {
      DATABASE_REPLICA_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
    };
    const alone = await startTestService({ ...shop, environment });
    const till = merchantCalls(alone.api, alone.merchant.testApiKey);
    const { order } = await paidOrder(alone.api);
    expect((await till.refund(order)).body).toMatchObject({ status: "refunded" });
    for (const path of REPORTS) {
      const answer = await fetch(`${alone.url}${path}`, {
        headers: { authorization: `Bearer ${alone.merchant.testApiKey}` },
      });
      const text = await answer.text();
      expect([path, answer.status, answer.headers.has("retry-after")]).toEqual([path, 200, false]);
      if (!path.includes("summary")) expect(text).toContain(order);
    }
    const metrics = await (await fetch(`${alone.url}/metrics`)).text();
    expect(metrics).toContain("vezne_replica_in_use 0");
    expect(alone.logLines.join("")).toContain("reports read the primary instead of the replica");
    await alone.service.stop();
  });
});
