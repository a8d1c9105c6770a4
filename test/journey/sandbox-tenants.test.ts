// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { query } from "../support/merchant-calls.ts";
import { createVisitor } from "../support/page-visitor.ts";
import { decide, openPage, payBy, untilStatus } from "../support/redirect-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { openTenant, type Tenant } from "../support/tenant.ts";

const CARD = "5528790000000008";

describe("sandboxes of several merchants in one installation", () => {
  let shop: TestService;
  let ayse: Tenant;
  let banu: Tenant;
  beforeAll(async () => {
    shop = await startTestService();
    ayse = await openTenant(shop, shop.merchant);
    banu = await openTenant(shop, await shop.createMerchant("Çiçekçi"));
  });
  afterAll(async () => {
    await Promise.all([ayse.receiver.stop(), banu.receiver.stop()]);
    await shop.close();
  });

  /** The types of an order's events that a merchant's server received, in order of arrival. */
  const deliveredTypes = ({ receiver }: Tenant, order: string): string[] =>
    receiver.received.flatMap(({ json }) => (json.data["order_id"] === order ? [json.type] : []));
  const liveSession = async (tenant: Tenant): Promise<string> => tenant.live.session();
  const pageOf = async (session: string): Promise<string> =>
    (await createVisitor(shop.url).get(`/checkout?session=${session}&lang=en`)).html;
  const timesOfSession = (session: string) =>
    query(shop, "select created_at, expires_at from session where session_id = $1", [session]);

  it("advance independently: thirty days of one change neither another nor live mode", async () => {
    const mine = await ayse.transfer();
    const myOpen = await ayse.api.session();
    const theirs = await banu.transfer();
    const theirOpen = await banu.api.session();
    const live = await Promise.all([liveSession(ayse), liveSession(banu)]);
    const before = await Promise.all(live.map(pageOf));

    const moved = await ayse.advance(30 * DAY);
    expect(moved.unfinished).toBe(0);
    expect(await ayse.statusOf(mine)).toBe("cancelled");
    expect((await ayse.api.pay(myOpen, CARD)).status).toBe(410);

    expect(await banu.statusOf(theirs)).toBe("pending");
    expect((await banu.api.pay(theirOpen, CARD)).body["status"]).toBe("completed");
    expect(await Promise.all(live.map(pageOf))).toEqual(before);
    const now = shop.clock.now();
    for (const tenant of [ayse, banu]) {
      const [times] = await timesOfSession(await liveSession(tenant));
      expect(times).toEqual({ created_at: now, expires_at: now + HOUR });
    }
    const [times] = await timesOfSession(await ayse.api.session());
    expect(times).toEqual({ created_at: now + 30 * DAY, expires_at: now + 30 * DAY + HOUR });
    const [theirTimes] = await timesOfSession(await banu.api.session());
    expect(theirTimes).toEqual({ created_at: now, expires_at: now + HOUR });
  });

  it("repeat webhook attempts in the order of their due times", async () => {
    let attempts = 0;
    ayse.receiver.answer = ({ json }) => {
      if (json.type === "payment.pending") attempts += 1;
      return { status: json.type === "payment.pending" && attempts < 4 ? 500 : 204 };
    };
    const waits = await ayse.transfer();
    await expect.poll(() => attempts).toBe(1);
    const moved = await ayse.advance(4 * DAY);
    expect(moved.unfinished).toBe(0);
    ayse.receiver.answer = () => ({ status: 204 });
    const pending = Array.from({ length: 4 }, () => "payment.pending");
    expect(deliveredTypes(ayse, waits.id)).toEqual([...pending, "payment.cancelled"]);
    const times = await query(
      shop,
      `select number, (extract(epoch from started_at - session.created_at) * 1000)::int as after
       from webhook_attempt join event using (merchant_id, event_id)
       join session using (merchant_id, session_id)
       where order_id = $1 and type = 'payment.pending' order by number`,
      [waits.id],
    );
    const after = times.map((row) => Number(row["after"]));
    expect(after).toEqual(after.toSorted((one, other) => one - other));
    expect(after[3]).toBeGreaterThan(5 * MINUTE);
  });

  it("can be advanced at the same time, each in its own order", async () => {
    const transfers = await Promise.all([ayse.transfer(), banu.transfer()]);
    const [long, short] = await Promise.all([ayse.advance(5 * DAY), banu.advance(2 * DAY)]);
    expect([long.unfinished, short.unfinished]).toEqual([0, 0]);
    expect(await ayse.statusOf(transfers[0])).toBe("cancelled");
    expect(await banu.statusOf(transfers[1])).toBe("pending");
    await banu.advance(DAY + MINUTE);
    expect(await banu.statusOf(transfers[1])).toBe("cancelled");
    for (const [tenant, { id }] of [
      [ayse, transfers[0]],
      [banu, transfers[1]],
    ] as const) {
      await expect
        .poll(() => deliveredTypes(tenant, id))
        .toEqual(["payment.pending", "payment.cancelled"]);
    }
  });

  it("give the bank's pages the time of their own sandbox", async () => {
    const begin = async (tenant: Tenant) => {
      const session = await tenant.api.session();
      const paid = await tenant.api.pay(session, CARD, { fields: { is_3d: true } });
      return { session, id: paid.body["order_id"], page: await openPage(paid) };
    };
    const [mine, theirs] = await Promise.all([begin(ayse), begin(banu)]);
    await ayse.advance(80 * MINUTE);
    await untilStatus({ ...shop, api: ayse.api }, mine, "failed");
    const late = await fetch(mine.page.action);
    expect(await late.text()).not.toMatch(/name="otp"/);
    const inTime = await fetch(theirs.page.action);
    expect(await inTime.text()).toMatch(/name="otp"/);
    await decide(shop, theirs.page, "approve");
    await untilStatus({ ...shop, api: banu.api }, theirs, "completed");
  });

  it("return to the real time, and leave nothing waiting for the future", async () => {
    await ayse.reset();
    await ayse.advance(20 * DAY);
    const wallet = await ayse.api.session();
    const atWallet = await payBy({ ...shop, api: ayse.api }, wallet, {
      payment_type: "wallet",
      wallet_id: "paycell",
    });
    const transfer = await ayse.transfer();
    const open = await ayse.api.session();
    shop.faults.next({ operation: "authorize", behaviour: "cutBeforeBooking" });
    const lost = await ayse.api.session();
    const lostOrder = (await ayse.api.pay(lost, CARD)).body["order_id"];
    await ayse.reset();
    const now = shop.clock.now();
    expect((await ayse.api.pay(open, CARD)).status).toBe(410);
    const expired = "select created_at from event where session_id = $1";
    await expect
      .poll(() => query(shop, expired, [open]), { timeout: 60_000 })
      .toEqual([{ created_at: now }]);

    // Half a minute later recovery concludes that the bank never received the attempt.
    shop.clock.move(MINUTE);
    await untilStatus({ ...shop, api: ayse.api }, { session: lost, id: lostOrder }, "failed");
    // The customer has the usual grace period of a session that has just ended.
    shop.clock.move(15 * MINUTE);
    await untilStatus(
      { ...shop, api: ayse.api },
      { session: wallet, id: atWallet.body["order_id"] },
      "failed",
    );
    expect(await ayse.statusOf(transfer)).toBe("pending");
    const [request] = await query(
      shop,
      "select expires_at from transfer_request where order_id = $1",
      [transfer.id],
    );
    expect(request).toEqual({ expires_at: now + 3 * DAY });
    shop.clock.move(3 * DAY);
    await untilStatus({ ...shop, api: ayse.api }, transfer, "cancelled");
    expect((await ayse.api.pay(await ayse.api.session(), CARD)).body["status"]).toBe("completed");
  });
});
