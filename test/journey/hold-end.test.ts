import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, later, SECOND, toIso } from "../../src/kernel/clock.ts";
import type { MerchantSettings } from "../../src/merchant/merchant.ts";
import { atInstallation } from "../support/installation.ts";
import { HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

describe("a hold", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const settings = (change: Partial<MerchantSettings>) =>
    atInstallation(shop, ({ merchants }) =>
      merchants.changeSettings(shop.merchant.merchant.merchantId, change),
    );
  const endOf = async (order: string) =>
    (await query(shop, "select on_hold_end from payment where order_id = $1", [order]))[0]?.[
      "on_hold_end"
    ];

  it.each(["flags", "codes"])(
    "tells its end in the style %s, and wherever it is shown",
    async (style) => {
      const captureBefore = toIso(later(shop.clock.now(), 7 * DAY));
      const session = await shop.api.session(HELD);
      const headers = { "vezne-response-style": style };
      const paid = await shop.api.pay(session, CARD, { headers });
      expect(paid.body["capture_before"]).toBe(captureBefore);
      const order = String(paid.body["order_id"]);
      expect((await shop.api.status(session, order)).body["capture_before"]).toBe(captureBefore);
      const authorization = `Bearer ${shop.merchant.testApiKey}`;
      const list = await shop.api.get("/api/v1/payment/transactions", { authorization });
      expect(list.body["transactions"]).toContainEqual(
        expect.objectContaining({ order_id: order, capture_before: captureBefore }),
      );
      const [event] = await query(shop, "select data from event where order_id = $1", [order]);
      expect(event).toMatchObject({ data: { capture_before: captureBefore } });
      await merchantCalls(shop.api, shop.merchant.testApiKey).void(order);
    },
  );

  it("keeps the end that its session, or the merchant's setting at that time, said", async () => {
    const bySession = await paidOrder(shop.api, { fields: { ...HELD, on_hold_end: "keep" } });
    const byDefault = await paidOrder(shop.api, { fields: HELD });
    await settings({ onHoldEnd: "capture" });
    // A process may remember settings for a second.
    shop.clock.move(2 * SECOND);
    const bySetting = await paidOrder(shop.api, { fields: HELD });
    await settings({ onHoldEnd: "void" });
    const ends = [bySession, byDefault, bySetting].map(({ order }) => endOf(order));
    expect(await Promise.all(ends)).toEqual(["keep", "void", "capture"]);
  });

  it("is refused by name if its session says another end", async () => {
    const answer = await shop.api.post("/api/v1/embedded/session", {
      merchant_api_key: shop.merchant.testApiKey,
      amount: 100,
      currency: "TRY",
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/sorry",
      customer: { name: "Ada", surname: "Şahin", email: "ada@shop.example" },
      on_hold_end: "release",
    });
    expect(answer.status).toBe(400);
    expect(answer.body["detail"]).toMatch(/^on_hold_end must be .*void.*capture.*keep/);
  });

  it("is no part of a payment that is charged at once", async () => {
    const session = await shop.api.session({ on_hold_end: "capture" });
    const paid = await shop.api.pay(session, CARD);
    expect(paid.body).not.toHaveProperty("capture_before");
    expect(await endOf(String(paid.body["order_id"]))).toBeNull();
  });
});
