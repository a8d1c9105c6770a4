// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemDigest } from "../../src/system/digest.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/kernel/clock.ts";
import { expireSessions } from "../../src/domain/payment/charge/expire-sessions.ts";
import { runCommand } from "../support/command-line.ts";
import { letTimePass, resetTime } from "../support/let-time-pass.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { timesOf } from "../support/times.ts";
import { awaitTransfer } from "../support/transfer-customer.ts";
import { jobDeps } from "../support/job-deps.ts";
import { atInstallation, installationOf } from "../support/installation.ts";

describe("the clock of a merchant's sandbox", () => {
  let shop: TestService;
  const sandbox = () => ({
    database: shop.database,
    clock: shop.clock,
    merchantId: shop.merchant.merchant.merchantId,
  });
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it("expires sessions and passes deadlines in the order of their times", async () => {
    const transfer = await awaitTransfer(shop);
    const abandoned = await shop.api.session();
    await shop.api.pay(await shop.api.session(), "5528790000000008");
    const moved = await letTimePass(sandbox(), 3 * DAY);
    // The two times are those of the abandoned session and of the transfer.
    expect(moved).toMatchObject({ stops: 2, unfinished: 0, isUnserved: false });
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

  it("leaves limits in real time, so that they end as usual after a reset", async () => {
    const limited = await startTestService({ environment: { VEZNE_RATE_LIMIT: "1" } });
    const { database } = limited;
    const own = { database, merchantId: limited.merchant.merchant.merchantId };
    try {
      const status = async (): Promise<number> => (await limited.api.get("/docs")).status;
      await letTimePass(own, 30 * DAY);
      await expect.poll(status, { interval: 1, timeout: 60_000 }).toBe(429);
      await resetTime(own);
      expect(await status()).toBe(429);
      limited.clock.move(10 * SECOND);
      expect(await status()).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it("writes events for sessions that were created after a reset to the real time", async () => {
    await resetTime(sandbox());
    const session = await shop.api.session();
    shop.clock.move(HOUR + 2 * MINUTE);
    const pool = shop.database.open({ max: 2 });
    const jobs = { ...jobDeps(pool, shop.clock), report: () => undefined };
    const times = timesOf(shop.clock);
    await atInstallation(shop, ({ expiry, failedItems }) =>
      expireSessions({ ...times, ...jobs, failedItems, digest: systemDigest, expiry }),
    );
    const types = "select type from event where session_id = $1";
    expect(await query(shop, types, [session])).toEqual([{ type: "session.expired" }]);
  });

  it("is moved by one command at a time, and stops where it is reset meanwhile", async () => {
    const { merchantId } = sandbox();
    const installation = await installationOf(shop);
    const { sandboxMovement: deps } = installation;
    await shop.api.session();
    const first = deps.advance(merchantId, 3 * DAY);
    expect(await deps.advance(merchantId, DAY)).toEqual({ ok: false, refusal: "already_moving" });
    await expect
      .poll(async () => (await deps.mover(merchantId).state()).aheadMs)
      .toBeGreaterThan(0);
    await deps.reset(merchantId);
    expect(await first).toEqual({ ok: false, refusal: "went_back" });
    expect(await deps.mover(merchantId).state()).toMatchObject({ aheadMs: 0 });
    await installation.close();
  });

  it("accepts a duration in known words, and at most a year", async () => {
    for (const [by, message] of [
      ["3y", "90s, 30m, 12h or 3d"],
      ["367d", "366d at most"],
    ] as const) {
      const { code, stderr } = await runCommand(shop.database, ["clock", "advance", by]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
  });
});
