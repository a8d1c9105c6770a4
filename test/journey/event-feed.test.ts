import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { followEvents, readEvents } from "../support/event-reader.ts";
import { HELD, merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";
import { createApiClient } from "../support/api-client.ts";

const CARD = "5528790000000008";
const DECLINED = "4111111111111129";

describe("the event feed", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  /** Creates a merchant for one test, whose feed has only the events of that test. */
  async function newShop(name: string): Promise<TestMerchant & { api: TestService["api"] }> {
    const made = await shop.createMerchant(name);
    return { ...made, api: createApiClient(shop.url, made.testApiKey) };
  }
  const typesOf = async (apiKey: string, query: Record<string, string> = {}) =>
    (await readEvents(shop, apiKey, query)).events.map(({ type }) => type);

  it("lists events in order, with the record and the metadata", async () => {
    const { api, testApiKey } = await newShop("Listeci");
    const session = await api.session({ metadata: { cart: 7 } });
    const failed = await api.pay(session, DECLINED);
    const paid = await api.pay(session, CARD);
    const calls = merchantCalls(api, testApiKey);
    const refunded = await calls.refund(paid.body["order_id"], { amount: 5_000 });
    await expect.poll(() => typesOf(testApiKey)).toHaveLength(3);
    const { events, has_more, next } = await readEvents(shop, testApiKey);
    expect(events.map(({ type, data }) => [type, data["order_id"]])).toEqual([
      ["payment.failed", failed.body["order_id"]],
      ["payment.completed", paid.body["order_id"]],
      ["refund.succeeded", paid.body["order_id"]],
    ]);
    expect(events[0]?.data).toMatchObject({
      status: "failed",
      code: "insufficient_balance",
      amount: 125_000,
      currency: "TRY",
      mode: "test",
      session_id: session,
      metadata: { cart: 7 },
    });
    expect(events[2]?.data).toMatchObject({
      refund_id: refunded.body["refund_id"],
      status: "partially_refunded",
      amount: 5_000,
      payment: { order_id: paid.body["order_id"], refunded_amount: 5_000 },
      metadata: { cart: 7 },
    });
    expect(JSON.stringify(events)).not.toContain(CARD);
    expect({ has_more, next }).toEqual({ has_more: false, next: events[2]?.id });
  });

  it("has events for preauthorisations, captures, voids and challenges", async () => {
    const { api, testApiKey } = await newShop("Blokeci");
    const calls = merchantCalls(api, testApiKey);
    const captured = await paidOrder(api, { fields: HELD });
    await calls.capture(captured.order);
    const released = await paidOrder(api, { fields: HELD });
    await calls.void(released.order);
    const session = await api.session();
    const atBank = await api.pay(session, CARD, { fields: { is_3d: true } });
    await comeBack(await decide(await goToBank(atBank), "approve"));
    const transfer = await api.post("/api/v1/payment/pay", {
      session_id: await api.session(),
      payment_type: "bank_transfer",
    });
    const expected = [
      ["payment.authorized", captured.order],
      ["payment.completed", captured.order],
      ["payment.authorized", released.order],
      ["payment.cancelled", released.order],
      ["payment.processing", atBank.body["order_id"]],
      ["payment.completed", atBank.body["order_id"]],
      ["payment.pending", transfer.body["order_id"]],
    ];
    const seen = async () =>
      (await readEvents(shop, testApiKey)).events.map(({ type, data }) => [type, data["order_id"]]);
    await expect.poll(seen).toEqual(expected);
  });

  it("continues after an event, page by page in both directions, without gap or repetition", async () => {
    const { api, testApiKey } = await newShop("Sayfacı");
    const orders: unknown[] = [];
    for (let count = 0; count < 7; count += 1) orders.push((await paidOrder(api)).order);
    await expect.poll(() => typesOf(testApiKey)).toHaveLength(7);
    const read: unknown[] = [];
    const pages: boolean[] = [];
    let after: string | null = null;
    do {
      const page = await readEvents(shop, testApiKey, {
        limit: "3",
        ...(after === null ? {} : { after }),
      });
      read.push(...page.events.map(({ data }) => data["order_id"]));
      pages.push(page.has_more);
      after = page.has_more ? page.next : null;
    } while (after !== null);
    expect(read).toEqual(orders);
    expect(pages).toEqual([true, true, false]);
    const newest = await readEvents(shop, testApiKey, { order: "desc", limit: "4" });
    const rest = await readEvents(shop, testApiKey, { order: "desc", after: String(newest.next) });
    expect([...newest.events, ...rest.events].map(({ data }) => data["order_id"])).toEqual(
      orders.toReversed(),
    );
    const nothing = await readEvents(shop, testApiKey, { after: newest.events[0]?.id ?? "" });
    expect(nothing).toEqual({ events: [], has_more: false, next: newest.events[0]?.id });
  });

  it("filters by type, and says where to continue", async () => {
    const { api, testApiKey } = await newShop("Seçici");
    const session = await api.session();
    await api.pay(session, DECLINED);
    await api.pay(session, CARD);
    await expect.poll(() => typesOf(testApiKey)).toHaveLength(2);
    const failed = await readEvents(shop, testApiKey, { type: "payment.failed,refund.failed" });
    expect(failed.events.map(({ type }) => type)).toEqual(["payment.failed"]);
    expect(failed.has_more).toBe(false);
    const later = await readEvents(shop, testApiKey, { after: String(failed.next) });
    expect(later.events).toEqual([]);
  });

  it("keeps merchants and modes apart, and requires the key", async () => {
    const { api, testApiKey, liveApiKey } = await newShop("Komşu");
    await paidOrder(api);
    await expect.poll(() => typesOf(testApiKey)).toEqual(["payment.completed"]);
    expect(await typesOf(liveApiKey)).toEqual([]);
    const own = (await readEvents(shop, testApiKey)).events[0]?.id ?? "";
    const other = await shop.api.get(`/api/v1/events?after=${own}`, {
      authorization: `Bearer ${shop.merchant.testApiKey}`,
    });
    expect(other.status).toBe(400);
    expect(other.body).toMatchObject({
      code: "validation_failed",
      errors: [{ field: "after", message: "must be the id of an event of this merchant and mode" }],
    });
    for (const path of ["/api/v1/events", "/api/v1/events/stream"]) {
      const anonymous = await shop.api.get(path);
      expect([anonymous.status, anonymous.body["code"]]).toEqual([401, "missing_api_key"]);
    }
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["type=payment.done", "type"],
    ["order=newest", "order"],
    ["after=evt_1", "after"],
  ])("refuses %s and names the field", async (query, field) => {
    const refused = await shop.api.get(`/api/v1/events?${query}`, {
      authorization: `Bearer ${shop.merchant.testApiKey}`,
    });
    expect(refused.status).toBe(400);
    expect(refused.body["errors"]).toMatchObject([{ field }]);
  });

  it("streams events as they happen, and resumes after a disconnection", async () => {
    const { api, testApiKey } = await newShop("Canlı");
    const before = await paidOrder(api);
    await expect.poll(() => typesOf(testApiKey)).toHaveLength(1);
    const stream = await followEvents(shop, testApiKey);
    expect(stream.status).toBe(200);
    const first = await paidOrder(api);
    const streamed = await stream.next();
    expect(streamed).toMatchObject({ type: "payment.completed", data: { order_id: first.order } });
    stream.close();
    const missed = await paidOrder(api);
    const again = await followEvents(shop, testApiKey, {
      headers: { "last-event-id": streamed?.id ?? "" },
    });
    expect((await again.next())?.data["order_id"]).toBe(missed.order);
    expect(again.text()).toMatch(/^retry: 2000\n: connected\nid: evt_\w{27}\n\nid: evt_/);
    again.close();
    const all = await followEvents(shop, testApiKey, {
      query: { after: (await readEvents(shop, testApiKey)).events[0]?.id ?? "" },
    });
    expect((await all.next())?.data["order_id"]).toBe(first.order);
    all.close();
    expect(before.order).not.toBe(first.order);
  });

  it.each([
    ["of a merchant with events", 1],
    ["of a new merchant", 0],
  ])("misses no event if the stream %s breaks before its first one", async (_, earlier) => {
    const { api, testApiKey } = await newShop("Kopuk");
    for (let count = 0; count < earlier; count += 1) await paidOrder(api);
    await expect.poll(() => typesOf(testApiKey)).toHaveLength(earlier);
    const stream = await followEvents(shop, testApiKey);
    const begin = await stream.begin();
    stream.close();
    const missed = await paidOrder(api);
    await expect.poll(() => typesOf(testApiKey)).toHaveLength(earlier + 1);
    const again = await followEvents(shop, testApiKey, { headers: { "last-event-id": begin } });
    const rest = await readEvents(shop, testApiKey, { after: begin });
    expect((await again.next())?.data["order_id"]).toBe(missed.order);
    again.close();
    expect(rest.events.map(({ data }) => data["order_id"])).toEqual([missed.order]);
  });

  it("limits the streams of a merchant, and does not count closed ones", async () => {
    const { testApiKey } = await newShop("Kalabalık");
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => followEvents(shop, testApiKey)),
    );
    const refused = await shop.api.get("/api/v1/events/stream", {
      authorization: `Bearer ${testApiKey}`,
    });
    expect([refused.status, refused.body["code"]]).toEqual([429, "too_many_streams"]);
    for (const stream of streams) stream.close();
    const reopened = async () => {
      const stream = await followEvents(shop, testApiKey);
      stream.close();
      return stream.status;
    };
    await expect.poll(reopened).toBe(200);
  });

  it("ends its streams when the service stops", async () => {
    const other = await startTestService();
    const stream = await followEvents(other, other.merchant.testApiKey);
    const ended = stream.next();
    await other.close();
    expect(await ended).toBeUndefined();
  });
});
