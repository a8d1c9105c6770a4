// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paidOrder } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { startReceiver, verify } from "../support/webhook-receiver.ts";

describe("webhook endpoints over HTTP", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const PATH = "/api/v1/webhook-endpoints";
  const call = (method: string, path: string, { key = shop.merchant.testApiKey, body = {} } = {}) =>
    shop.api.send(method, path, {
      headers: {
        authorization: `Bearer ${key}`,
        ...(method === "POST" ? { "content-type": "application/json" } : {}),
      },
      ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
    });

  it("are registered, listed and removed by their merchant, in the mode of its key", async () => {
    const receiver = await startReceiver();
    const made = await call("POST", PATH, {
      body: { url: receiver.url, events: ["payment.completed"], description: "Sipariş" },
    });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      mode: "test",
      url: receiver.url,
      description: "Sipariş",
      events: ["payment.completed"],
      state: "enabled",
    });
    await paidOrder(shop.api);
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
    const { secret, ...endpoint } = made.body;
    const [delivery] = receiver.received;
    expect(delivery && verify(String(secret), delivery)).toEqual(delivery?.json);
    expect(secret).not.toBe(shop.merchant.merchant.webhookSecret);
    expect((await call("GET", PATH)).body).toEqual({ endpoints: [endpoint] });
    expect((await call("GET", PATH, { key: shop.merchant.liveApiKey })).body).toEqual({
      endpoints: [],
    });
    const path = `${PATH}/${String(endpoint["endpoint_id"])}`;
    const other = await shop.createMerchant("Komşu");
    for (const key of [shop.merchant.liveApiKey, other.testApiKey]) {
      const foreign = await call("DELETE", path, { key });
      expect([foreign.status, foreign.body["code"]]).toEqual([404, "endpoint_not_found"]);
    }
    expect((await call("DELETE", path)).body).toMatchObject({ removed: true });
    expect((await call("GET", PATH)).body).toEqual({ endpoints: [] });
    expect(secret).toMatch(/^whsec_/);
    await receiver.stop();
  });

  it("are refused with a forbidden address, naming the field", async () => {
    for (const [key, url, message] of [
      [
        shop.merchant.testApiKey,
        "http://10.0.0.1/",
        "must lead to a public address or this machine",
      ],
      [shop.merchant.liveApiKey, "https://127.0.0.1/", "must lead to a public address"],
      [shop.merchant.liveApiKey, "http://8.8.8.8/", "must be https in live mode"],
      [shop.merchant.testApiKey, "shop.example", "must be an absolute https address"],
    ] as const) {
      const refused = await call("POST", PATH, { key, body: { url } });
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({
        code: "validation_failed",
        errors: [{ field: "url", message }],
      });
    }
    const anonymous = await shop.api.get(PATH);
    expect([anonymous.status, anonymous.body["code"]]).toEqual([401, "missing_api_key"]);
  });

  it("are limited to sixteen for each mode", async () => {
    const { testApiKey: key } = await shop.createMerchant("Çoklu");
    const url = "http://127.0.0.1:4000/hooks";
    for (let count = 0; count < 16; count += 1) {
      expect((await call("POST", PATH, { key, body: { url } })).status).toBe(200);
    }
    const refused = await call("POST", PATH, { key, body: { url } });
    expect([refused.status, refused.body["code"]]).toEqual([409, "too_many_endpoints"]);
  });
});
