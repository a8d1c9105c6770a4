import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openClock } from "../../src/compose-clock.ts";
import { createSessionExpiry } from "../../src/edge/store/session-expiry-store.ts";
import { systemDigest } from "../../src/edge/system/digest.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/kernel/clock.ts";
import { expireSessions } from "../../src/payment/expire-sessions.ts";
import { createApiClient } from "../support/api-client.ts";
import { runCommand } from "../support/command-line.ts";
import { letTimePass, resetTime } from "../support/let-time-pass.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { awaitTransfer } from "../support/transfer-customer.ts";

type ClockDeps = ReturnType<typeof openClock>["deps"];

describe("7 the sandbox's clock", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const withClock = async <Value>(work: (deps: ClockDeps) => Promise<Value>): Promise<Value> => {
    const opened = openClock({ database: shop.database.connection }, shop.clock);
    try {
      return await work(opened.deps);
    } finally {
      await opened.close();
    }
  };

  it("lets sessions expire and deadlines pass, in the order of their times", async () => {
    const transfer = await awaitTransfer(shop);
    const abandoned = await shop.api.session();
    await shop.api.pay(await shop.api.session(), "5528790000000008");
    const moved = await withClock(({ advance }) => advance(3 * DAY));
    // The abandoned session's and the transfer's; with what a payment holds nothing happens.
    expect(moved).toMatchObject({
      ok: true,
      value: { stops: 2, unfinished: 0, isUnserved: false },
    });
    const status = await shop.api.status(transfer.session, transfer.id);
    expect(status.body["status"]).toBe("cancelled");
    const paid = await shop.api.pay(abandoned, "5528790000000008");
    expect(paid.status).toBe(410);
    const events = await query(
      shop,
      `select type, extract(epoch from event.created_at - $1)::int / 3600 as hour
       from event_feed join event using (merchant_id, event_id, type)
       where order_id = $2 or event.session_id = $3 order by position`,
      [new Date(shop.clock.now()), transfer.id, abandoned],
    );
    expect(events.map(({ type, hour }) => [type, Number(hour)])).toEqual([
      ["payment.pending", 0],
      ["session.expired", 1],
      ["payment.cancelled", 72],
    ]);
  });

  it("leaves limits to the real time, so that nobody stays in one after the way back", async () => {
    const limited = await startTestService({ environment: { VEZNE_RATE_LIMIT: "1" } });
    try {
      const status = async (): Promise<number> => (await limited.api.get("/docs")).status;
      await letTimePass(limited.database, 30 * DAY);
      await expect.poll(status, { interval: 1, timeout: 15_000 }).toBe(429);
      await resetTime(limited.database);
      expect(await status()).toBe(429);
      limited.clock.move(10 * SECOND);
      expect(await status()).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it("keeps live sessions out while it is moved, and stays where live payments are", async () => {
    const live = createApiClient(shop.url, shop.merchant.liveApiKey);
    const create = () =>
      live.post("/api/v1/checkout/session", {
        merchant_api_key: shop.merchant.liveApiKey,
        amount: 1_000,
        success_url: "https://shop.example/ok",
        fail_url: "https://shop.example/no",
      });
    const refusal = await create();
    expect(refusal.status).toBe(400);
    expect(refusal.body["detail"]).toContain("vezne clock reset");
    await withClock(({ reset }) => reset());
    await expect.poll(async () => (await create()).status).toBe(200);
    expect(await withClock(({ advance }) => advance(HOUR))).toEqual({
      ok: false,
      refusal: "live_sessions",
    });
  });

  it("tells of sessions that were made after the way back to the real time", async () => {
    const session = await shop.api.session();
    shop.clock.move(HOUR + 2 * MINUTE);
    const pool = shop.database.open({ max: 2 });
    const deps = { clock: shop.clock, digest: systemDigest, expiry: createSessionExpiry(pool) };
    await expireSessions(deps);
    const told = "select type from event where session_id = $1";
    expect(await query(shop, told, [session])).toEqual([{ type: "session.expired" }]);
  });

  it("is told how far to go in words that it knows", async () => {
    const { code, stderr } = await runCommand(shop.database, ["clock", "advance", "3y"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("90s, 30m, 12h or 3d")]);
  });
});
