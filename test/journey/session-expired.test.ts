// tier: night
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { HOUR, MINUTE, SECOND } from "../../src/kernel/clock.ts";
import { createApiClient } from "../support/api-client.ts";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { readEvents } from "../support/event-reader.ts";
import { HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const DECLINED = "4111111111111129";
const LOOKED_AT = `
  select from session_expiry where left(session_id, 12) = left($1, 12) and session_id >= $1`;
const SOON = { timeout: 60_000 };

describe("session.expired events", () => {
  let shop: TestService;
  /** A second process on the same database. */
  let other: TestService;
  beforeAll(async () => {
    shop = await startTestService();
    other = await startTestService(shop);
  });
  afterAll(async () => {
    await other.service.stop();
    await shop.close();
  });

  const newShop = async () => {
    const { testApiKey } = await shop.createMerchant("Zamancı");
    return { testApiKey, api: createApiClient(shop.url, testApiKey) };
  };
  const expiredOf = async (apiKey: string) =>
    (await readEvents(shop, apiKey, { type: "session.expired" })).events;
  const sessionsOf = async (apiKey: string) =>
    (await expiredOf(apiKey)).map(({ data }) => data["session_id"]);
  const rowsOf = async (sql: string, ...values: readonly unknown[]) =>
    (await query(shop, sql, values)).length;
  const lookedAt = (session: string) => expect.poll(() => rowsOf(LOOKED_AT, session), SOON).toBe(1);

  it("are written at the end of the hour, with amount and metadata", async () => {
    const { api, testApiKey } = await newShop();
    const session = await api.session({ metadata: { cart: 9 }, reference: "SIP-9" });
    shop.clock.move(HOUR + MINUTE + SECOND);
    await expect.poll(() => sessionsOf(testApiKey), SOON).toEqual([session]);
    expect((await expiredOf(testApiKey))[0]).toMatchObject({
      type: "session.expired",
      data: {
        session_id: session,
        amount: 125_000,
        currency: "TRY",
        mode: "test",
        metadata: { cart: 9 },
        reference: "SIP-9",
      },
    });
  });

  it("are not written where money was taken, is preauthorised or is awaited", async () => {
    const { api, testApiKey } = await newShop();
    await paidOrder(api);
    const held = await paidOrder(api, { fields: HELD });
    await merchantCalls(api, testApiKey).void(held.order);
    await api.post("/api/v1/payment/pay", {
      session_id: await api.session(),
      payment_type: "bank_transfer",
    });
    const unpaid = await api.session();
    await api.pay(unpaid, DECLINED);
    shop.clock.move(HOUR + MINUTE + SECOND);
    await expect.poll(() => sessionsOf(testApiKey), SOON).toEqual([unpaid]);
  });

  it("wait for a payment that is under way, whose outcome decides", async () => {
    const { api, testApiKey } = await newShop();
    const begin = async () => {
      const session = await api.session();
      shop.clock.move(59 * MINUTE);
      return { session, paid: await api.pay(session, CARD, { fields: { is_3d: true } }) };
    };
    for (const [decision, count] of [
      ["approve", 0],
      ["decline", 1],
    ] as const) {
      const { session, paid } = await begin();
      shop.clock.move(2 * MINUTE + SECOND);
      await lookedAt(session);
      const watched = () => rowsOf("select from session_watch where session_id = $1", session);
      expect(await watched()).toBe(1);
      await comeBack(await decide(await goToBank(paid), decision));
      shop.clock.move(2 * MINUTE);
      await expect.poll(watched, SOON).toBe(0);
      await expect.poll(() => sessionsOf(testApiKey), SOON).toHaveLength(count);
    }
  });

  it("are the end of the session, also for a payment whose process stood still", async () => {
    const { api, testApiKey } = await newShop();
    const session = await api.session();
    const { acquirers } = shop.service.deps;
    const { choose } = acquirers;
    const standing = vi.spyOn(acquirers, "choose").mockImplementationOnce(async (wanted) => {
      shop.clock.move(MINUTE + 6 * SECOND);
      await expect.poll(() => sessionsOf(testApiKey), SOON).toEqual([session]);
      return choose(wanted);
    });
    shop.clock.move(HOUR - SECOND);
    const paid = await api.pay(session, CARD);
    standing.mockRestore();
    expect(paid).toMatchObject({ status: 410, body: { code: "session_expired" } });
    expect(await rowsOf("select from payment where session_id = $1", session)).toBe(0);
  });

  it("are written once, by several processes and after a restart, in batches", async () => {
    const { api, testApiKey } = await newShop();
    const sessions = await Promise.all(Array.from({ length: 450 }, () => api.session()));
    shop.clock.move(HOUR + MINUTE + SECOND);
    const count = () =>
      rowsOf(
        "select from event where session_id = any ($1) and type = 'session.expired'",
        sessions,
      );
    await expect.poll(count, SOON).toBe(450);
    const again = await startTestService(shop);
    const latest = await api.session();
    shop.clock.move(HOUR + MINUTE + SECOND);
    await lookedAt(latest);
    await again.service.stop();
    expect(await count()).toBe(450);
    const { events } = await readEvents(shop, testApiKey, { limit: "100" });
    expect(new Set(events.map(({ data }) => data["session_id"])).size).toBe(100);
  });
});
