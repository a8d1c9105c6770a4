// tier: night
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiAnswer } from "../support/api-client.ts";
import { merchantCalls, paidOrder, type MerchantCalls } from "../support/merchant-calls.ts";
import { runService, type RunningService } from "../support/running-service.ts";

const CARD = "5528790000000008";

describe("a read-only database", () => {
  let service: RunningService;
  let till: MerchantCalls;
  let paid: { readonly session: string; readonly order: string };
  let unpaid: string;
  beforeAll(async () => {
    service = await runService({ VEZNE_LOG_LEVEL: "fatal" });
    till = merchantCalls(service.api, service.apiKey);
    paid = await paidOrder(service.api);
    unpaid = await service.api.session();
    await service.terminate();
    rmSync(join(service.dataDir, "demo-shop.json"));
    await owner("set default_transaction_read_only = on");
    await service.start("alive");
  });
  afterAll(() => service.close());

  async function owner(setting: string): Promise<void> {
    const client = new Client(service.database.owner);
    await client.connect();
    const { database } = service.database.connection;
    // The connection that changes the setting must not be bound by it.
    await client.query("set default_transaction_read_only = off");
    await client.query(`alter database ${database} ${setting}`);
    await client.end();
  }

  const ready = async (): Promise<number> => (await fetch(`${service.url}/readyz`)).status;
  const bearer = (): Record<string, string> => ({ authorization: `Bearer ${service.apiKey}` });

  it("lets a service start, which is then not ready", async () => {
    expect(await ready()).toBe(503);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  });

  it("serves reads: status, reports, exports and look-ups", async () => {
    const status = await service.api.status(paid.session, paid.order);
    expect(status.body["status"]).toBe("completed");
    const list = await service.api.get("/api/v1/payment/transactions", bearer());
    expect(list.body["total"]).toBe(1);
    const { text } = await service.api.get(
      "/api/v1/payment/transactions/export?format=csv",
      bearer(),
    );
    expect(text).toContain(paid.order);
    const events = await service.api.get("/api/v1/events", bearer());
    expect(events.status).toBe(200);
    const bin = { session_id: unpaid, bin_number: "552879" };
    expect((await service.api.post("/api/v1/payment/bin", bin)).status).toBe(200);
  });

  it("makes each call that writes fail with 503, a code and Retry-After", async () => {
    const session = {
      merchant_api_key: service.apiKey,
      amount: 1_000,
      success_url: "https://shop.example/ok",
      fail_url: "https://shop.example/no",
    };
    const keyed = { "idempotency-key": "later" };
    const refused: readonly ApiAnswer[] = [
      await service.api.post("/api/v1/checkout/session", session),
      await service.api.post("/api/v1/checkout/session", session, keyed),
      await service.api.pay(unpaid, CARD),
      await service.api.pay(unpaid, CARD, { headers: keyed }),
      await till.refund(paid.order, { amount: 100 }),
      await till.refund(paid.order, { amount: 100 }, keyed),
      await service.api.post(
        "/api/v1/webhook-endpoints",
        { url: "http://127.0.0.1:9999/hooks" },
        bearer(),
      ),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503));
    for (const { headers, body } of refused) {
      expect(headers.get("retry-after")).toMatch(/^\d+$/);
      expect(body["code"] ?? "database_read_only").toBe("database_read_only");
      expect(body["detail"]).toContain("takes no writes");
    }
  });

  it("is written to again without help, once it accepts writes", async () => {
    await owner("reset default_transaction_read_only");
    await expect.poll(ready, { timeout: 80_000 }).toBe(200);
    // Each earlier connection refuses one more write, also those of the test bank.
    const another = async () =>
      (await service.api.pay(await service.api.session(), CARD)).body["status"];
    await expect.poll(another, { timeout: 80_000 }).toBe("completed");
    const call = () => service.api.pay(unpaid, CARD, { headers: { "idempotency-key": "later" } });
    await expect.poll(async () => (await call()).status, { timeout: 80_000 }).toBe(200);
    const again = await call();
    expect(again.body["status"]).toBe("completed");
    // The service then does the writes that its start had left out.
    const shop = join(service.dataDir, "demo-shop.json");
    await expect.poll(() => existsSync(shop), { timeout: 80_000 }).toBe(true);
    expect(service.output()).toContain("Sandbox key");
  });
});
