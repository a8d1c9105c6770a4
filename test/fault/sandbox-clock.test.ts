// tier: night
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beginReturn, readSandbox } from "../../src/store/sandbox/move-sandbox.ts";
import { createMonthPartitions, ROLL_LOCK } from "../../src/database/migration/month-partitions.ts";
import { DAY, HOUR, instant, SECOND } from "../../src/kernel/clock.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { openTenant, type Tenant } from "../support/tenant.ts";
import type { AwaitedTransfer } from "../support/transfer-customer.ts";

const CARD = "5528790000000008";

describe("the sandbox clock with several processes, some of which die", () => {
  let shop: TestService;
  let tenant: Tenant;
  let other: TestService | undefined;
  let isStopped: boolean;
  beforeEach(async () => {
    shop = await startTestService();
    isStopped = false;
    tenant = await openTenant(shop, shop.merchant);
  });
  afterEach(async () => {
    await other?.service.stop();
    other = undefined;
    await tenant.receiver.stop();
    if (isStopped) await shop.database.drop();
    else await shop.close();
  });

  const startAnother = async (): Promise<TestService> =>
    (other = await startTestService({ database: shop.database, clock: shop.clock }));
  const historyOf = async (transfer: AwaitedTransfer, session: string) => {
    const rows = await query(
      shop,
      `select type, extract(epoch from event.created_at - $1)::int / 3600 as hour
       from event_feed join event using (merchant_id, event_id, type)
       where order_id = $2 or event.session_id = $3 order by position`,
      [new Date(shop.clock.now()), transfer.id, session],
    );
    return rows.map(({ type, hour }) => [type, Number(hour)]);
  };
  const HISTORY = [
    ["payment.pending", 0],
    ["session.expired", 1],
    ["payment.cancelled", 72],
  ];

  it("finishes an advance while the server restarts in the middle of it", async () => {
    const transfer = await tenant.transfer();
    const session = await tenant.api.session();
    const moving = tenant.advance(3 * DAY);
    await expect
      .poll(async () => (await historyOf(transfer, session)).length, { timeout: 60_000 })
      .toBe(2);
    isStopped = true;
    await shop.service.stop();
    await startAnother();
    await moving;
    await expect.poll(() => historyOf(transfer, session), { timeout: 80_000 }).toEqual(HISTORY);
  });

  it("is the same in each process after a move, and work is done once", async () => {
    const second = await startAnother();
    const transfer = await tenant.transfer();
    const session = await tenant.api.session();
    expect((await tenant.advance(3 * DAY)).unfinished).toBe(0);
    expect(await historyOf(transfer, session)).toEqual(HISTORY);
    const { testApiKey } = shop.merchant;
    for (const { url } of [shop, second]) {
      const made = await fetch(`${url}/api/v1/checkout/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          merchant_api_key: testApiKey,
          amount: 1_000,
          success_url: "https://shop.example/ok",
          fail_url: "https://shop.example/no",
        }),
      });
      const { expires_at } = (await made.json()) as { expires_at: string };
      expect(Date.parse(expires_at)).toBe(shop.clock.now() + 3 * DAY + HOUR);
    }
    // Both processes cache the session before the reset.
    const open = await tenant.api.session();
    const lookFrom = ({ url }: TestService) => fetch(`${url}/checkout?session=${open}&lang=en`);
    await Promise.all([lookFrom(shop), lookFrom(second)]);
    await tenant.reset();
    for (const one of [shop, second]) {
      await expect.poll(async () => (await lookFrom(one)).text()).toContain("expired");
    }
  });

  it("is back in real time though the process that reset it has died", async () => {
    await tenant.advance(10 * DAY);
    const transfer = await tenant.transfer();
    const open = await tenant.api.session();
    const pool = shop.database.open({ max: 1 });
    await beginReturn(pool, tenant.merchantId, shop.clock.now());
    shop.clock.move(11 * SECOND);
    await expect
      .poll(async () => (await readSandbox(pool, tenant.merchantId)).returningSince, {
        timeout: 40_000,
      })
      .toBeUndefined();
    await expect.poll(async () => (await tenant.api.pay(open, CARD)).status).toBe(410);
    const [request] = await query(
      shop,
      "select expires_at from transfer_request where order_id = $1",
      [transfer.id],
    );
    expect(Number(request?.["expires_at"])).toBeLessThanOrEqual(shop.clock.now() + 3 * DAY);
  });

  it("waits while a month's partition is closed, whose end lies after the sandbox's newest data", async () => {
    await tenant.api.pay(await tenant.api.session(), CARD);
    await tenant.advance(40 * DAY);
    const pool = shop.database.open({ max: 1, statementTimeoutMs: 0 });
    const made = await createMonthPartitions(pool).roll(instant(shop.clock.now()), 1);
    // The real time is in November, the sandbox's on the last day of December.
    expect(made).toEqual(["payment_2027_02", "event_2027_02"]);
    const paid = await tenant.api.pay(await tenant.api.session(), CARD);
    expect(paid.body["status"]).toBe("completed");

    await pool.query("select pg_advisory_lock($1)", [ROLL_LOCK]);
    let isOver = false;
    const moving = tenant.advance(DAY).finally(() => (isOver = true));
    await tenant.api.pay(await tenant.api.session(), CARD);
    expect(isOver).toBe(false);
    await pool.query("select pg_advisory_unlock($1)", [ROLL_LOCK]);
    expect((await moving).unfinished).toBe(0);
  });
});
