import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR, later, MINUTE, SECOND, toIso } from "../../src/kernel/clock.ts";
import type { MerchantSettings } from "../../src/domain/merchant/merchant.ts";
import { untilSealed, verified } from "../support/books.ts";
import { atInstallation } from "../support/installation.ts";
import { letTimePass } from "../support/let-time-pass.ts";
import { balancesOf, HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
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
  const till = () => merchantCalls(shop.api, shop.merchant.testApiKey);
  const hold = (end: string) => paidOrder(shop.api, { fields: { ...HELD, on_hold_end: end } });
  const eventsOf = async (order: string) => {
    const sql = `select type from event_feed join event using (merchant_id, event_id, type)
      where order_id = $1 order by position`;
    return (await query(shop, sql, [order])).map(({ type }) => type);
  };
  const pass = (ms: number) =>
    letTimePass(
      {
        database: shop.database,
        clock: shop.clock,
        merchantId: shop.merchant.merchant.merchantId,
      },
      ms,
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

  it.each(["flags", "codes"])("ends as it was told, in the style %s", async (style) => {
    const ends = ["void", "capture", "keep"] as const;
    const holds = await Promise.all(
      ends.map(async (end) => {
        const session = await shop.api.session({ ...HELD, on_hold_end: end });
        const headers = { "vezne-response-style": style };
        const paid = await shop.api.pay(session, CARD, { headers });
        return { session, order: String(paid.body["order_id"]) };
      }),
    );
    await pass(8 * DAY);
    const told = await Promise.all(
      holds.map(async ({ session, order }) => [
        (await shop.api.status(session, order)).body["status"],
        await eventsOf(order),
      ]),
    );
    const before = ["payment.authorized", "payment.hold_expiring"];
    expect(told).toEqual([
      ["cancelled", [...before, "payment.cancelled"]],
      ["completed", [...before, "payment.completed"]],
      ["authorized", before],
    ]);
    for (const { order } of holds) {
      const hours = await query(
        shop,
        `select round(extract(epoch from capture_before - event.created_at) / 3600)::int as left
         from event join payment using (merchant_id, order_id)
         where order_id = $1 order by event.created_at`,
        [order],
      );
      expect(hours.map(({ left }) => left).slice(0, 2)).toEqual([168, 24]);
      expect([undefined, 1]).toContain(hours[2]?.["left"]);
    }
    expect(await query(shop, "select * from open_hold")).toEqual([]);
  });

  it("that ends within a day is on the panel's overview, and its page offers the capture", async () => {
    const { order } = await hold("keep");
    await pass(6 * DAY + HOUR);
    const { merchantId } = shop.merchant.merchant;
    const base = `/panel/${merchantId}/test`;
    const owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId));
    const overview = await owner.get(base);
    expect(textOf(overview.html)).toContain("Holds that end within a day: 1");
    const [path = ""] = /[^"]*payments\?status=authorized/.exec(overview.html) ?? [];
    expect((await owner.get(path)).html).toContain(order);
    const page = await owner.get(`${base}/payments/${order}`);
    expect(textOf(page.html)).toMatch(/End of the hold .* Nothing is sent to the bank/);
    const [button = ""] = /[^"]*\/capture/.exec(page.html) ?? [];
    expect(textOf((await owner.get(button)).html)).toContain("1,250.00");
    await till().void(order);
    // A process may remember the overview for a moment.
    shop.clock.move(MINUTE);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, "o2@example.com"));
    expect(textOf((await owner.get(base)).html)).not.toContain("Holds that end within a day");
  });

  it("that was captured or voided before is not announced", async () => {
    const [captured, voided] = [await hold("capture"), await hold("void")];
    await till().capture(captured.order);
    await till().void(voided.order);
    await pass(8 * DAY);
    expect(await eventsOf(captured.order)).toEqual(["payment.authorized", "payment.completed"]);
    expect(await eventsOf(voided.order)).toEqual(["payment.authorized", "payment.cancelled"]);
  });

  it("that is over is captured no more, and its void ends the payment", async () => {
    const { session, order } = await hold("keep");
    await pass(8 * DAY);
    const captured = await till().capture(order);
    expect(captured.body).toMatchObject({
      success: false,
      status: "authorized",
      code: "general_error",
    });
    const voided = await till().void(order);
    expect(voided.body).toMatchObject({ success: true, status: "cancelled" });
    expect(voided.body).not.toHaveProperty("code");
    expect((await shop.api.status(session, order)).body["status"]).toBe("cancelled");
    expect(await balancesOf(shop, order)).toEqual({});
    const attempts = await query(
      shop,
      `select kind, state, bank_code from attempt
       where order_id = $1 and kind <> 'authorize' order by kind`,
      [order],
    );
    expect(attempts).toEqual([
      { kind: "capture", state: "declined", bank_code: "H1" },
      { kind: "void", state: "declined", bank_code: "H1" },
    ]);
  });

  it("stays as it is if the bank refuses its void, which is tried again until the end", async () => {
    const { order } = await paidOrder(shop.api, {
      card: "5406670000000009",
      fields: { ...HELD, on_hold_end: "void" },
    });
    await pass(8 * DAY);
    const tries = await query(
      shop,
      `select payment.state, attempt.created_at < capture_before as in_time
       from attempt join payment using (merchant_id, order_id)
       where order_id = $1 and kind = 'void' order by attempt.created_at`,
      [order],
    );
    expect(tries.length).toBeGreaterThan(1);
    expect(tries.length).toBeLessThan(6);
    expect(tries[0]).toEqual({ state: "authorized", in_time: true });
    expect(await query(shop, "select * from open_hold")).toEqual([]);
  });

  it("that can't be read leaves the others to end", async () => {
    const [damaged, other] = [await hold("void"), await hold("void")];
    const write = (end: string) =>
      query(shop, "update payment set on_hold_end = $2 where order_id = $1", [damaged.order, end]);
    await write("damaged");
    await pass(6 * DAY + 12 * HOUR);
    const failed = "select item_id from failed_item where kind = 'hold_end'";
    await expect.poll(() => query(shop, failed)).toEqual([{ item_id: damaged.order }]);
    await pass(DAY);
    expect((await shop.api.status(other.session, other.order)).body["status"]).toBe("cancelled");
    await write("void");
    await atInstallation(shop, ({ failedItems }) =>
      failedItems.retry({
        kind: "hold_end",
        merchantId: shop.merchant.merchant.merchantId,
        itemId: damaged.order,
      }),
    );
    const status = async () =>
      (await shop.api.status(damaged.session, damaged.order)).body["status"];
    await expect.poll(status, { timeout: 20_000 }).toBe("cancelled");
    await expect.poll(() => query(shop, failed)).toEqual([]);
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

  it("leaves histories that verify as steps of their payments", async () => {
    await untilSealed(shop);
    expect((await verified(shop)).differences).toEqual([]);
  });
});
