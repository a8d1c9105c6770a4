import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { checkWork } from "../../src/cli/doctor/check-work.ts";
import { DAY, HOUR, later, MINUTE } from "../../src/kernel/clock.ts";
import { beginningInTurkey, dayInTurkey } from "../../src/kernel/calendar-day.ts";
import { newAttemptId, newOrderId, type OrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type { Acquirer } from "../../src/domain/payment/acquirer.ts";
import type { Attempt } from "../../src/domain/payment/payment.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { compareBookings } from "../../src/service/jobs/compare-bookings.ts";
import { unvaried } from "../support/acquirer-calls.ts";
import { untilSealed, verified } from "../support/books.ts";
import { installationOf } from "../support/installation.ts";
import {
  eventsOf,
  HELD,
  merchantCalls,
  paidOrder,
  query,
  type MerchantCalls,
} from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { random, sandboxCard } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** Counts the captures, voids and refunds that are sent to a bank from now on. */
function sentFrom(bank: Acquirer): () => number {
  const spies = (["capture", "void", "refund", "undo"] as const).map((one) => vi.spyOn(bank, one));
  return () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
}

describe("the comparison with the bank's list of bookings", () => {
  let shop: TestService;
  let till: MerchantCalls;
  let cases: string;
  let compare: () => Promise<boolean>;
  let opened: Installation;
  beforeAll(async () => {
    shop = await startTestService();
    opened = await installationOf(shop);
    compare = compareBookings(shop.service.deps, opened);
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const { merchantId } = shop.merchant.merchant;
    cases = `/panel/${merchantId}/test/cases`;
  });
  afterAll(async () => {
    await opened.close();
    await shop.close();
  });

  const order = async (fields = {}) => (await paidOrder(shop.api, { fields })).order;
  const paymentOf = (id: string) => shop.service.deps.payments.findPayment(id as OrderId);
  const compareLater = async (ms: number): Promise<void> => {
    shop.clock.move(ms);
    await compare();
  };
  /** Moves to one o'clock of the next day, by which nothing has been compared. */
  const beginDay = (): void => {
    const tomorrow = beginningInTurkey(dayInTurkey(later(shop.clock.now(), DAY)));
    shop.clock.move(tomorrow - shop.clock.now() + HOUR);
  };
  const waiting = async () =>
    (await query(shop, "select * from unknown_movement where cleared_at is null")).map(
      ({ kind }) => kind,
    );

  it("finds nothing where the books and the bank agree", async () => {
    const refunded = await order();
    await till.refund(refunded, { amount: 100 });
    await till.refund(refunded);
    const captured = await order(HELD);
    await till.capture(captured, { amount: 700 });
    await till.void(await order(HELD));
    await compareLater(2 * HOUR);
    await compareLater(DAY);
    expect(await waiting()).toEqual([]);
    const states = await query(shop, "select distinct state from attempt");
    expect(states).toEqual([{ state: "approved" }]);
  });

  it("reads no order of a booking that is listed as it was approved", async () => {
    await order();
    await till.refund(await order(), { amount: 100 });
    const { movements } = opened;
    const named = vi.fn(movements.named);
    shop.clock.move(2 * HOUR);
    await compareBookings(shop.service.deps, { ...opened, movements: { ...movements, named } })();
    expect(named).not.toHaveBeenCalled();
  });

  it("asks for the days before once in six hours and on a new day, for today each hour", async () => {
    shop.clock.move(
      beginningInTurkey(dayInTurkey(later(shop.clock.now(), DAY))) - shop.clock.now(),
    );
    const sandbox = await shop.service.deps.acquirers.byName("sandbox");
    const list = vi.spyOn(sandbox, "movements");
    const asked: number[] = [];
    for (let hour = 0; hour < 26; hour += 1) {
      shop.clock.move(HOUR);
      list.mockClear();
      await compare();
      asked.push(new Set(list.mock.calls.map(([{ day }]) => day)).size);
    }
    list.mockRestore();
    const whole = asked.flatMap((days, at) => (days === 3 ? [at + 1] : []));
    expect(asked.every((days) => days === 1 || days === 3)).toBe(true);
    expect(whole).toEqual([1, 7, 13, 19, 24]);
  });

  it("reads the newest bookings of today each hour, and all of them every six hours", async () => {
    const listed: number[] = [];
    const { movements } = opened;
    const counted: typeof movements = {
      ...movements,
      unmatched: (source, list) => {
        listed.push(list.length);
        return movements.unmatched(source, list);
      },
    };
    const compareCounted = compareBookings(shop.service.deps, { ...opened, movements: counted });
    const readIn = async (): Promise<number> => {
      listed.length = 0;
      await compareCounted();
      return listed.reduce((sum, count) => sum + count, 0);
    };
    beginDay();
    await compareCounted();
    await order();
    await order();
    shop.clock.move(HOUR);
    expect(await readIn()).toBe(2);
    // A bank may list a booking late, so the newest ones are read once more.
    await order();
    shop.clock.move(HOUR);
    expect(await readIn()).toBe(3);
    await order();
    shop.clock.move(HOUR);
    expect(await readIn()).toBe(2);
    shop.clock.move(3 * HOUR);
    expect(await readIn()).toBeGreaterThanOrEqual(4);
  });

  it("asks again in an hour about a booking without an answer", async () => {
    beginDay();
    const failed = await order();
    shop.clock.move(30 * MINUTE);
    await order();
    shop.clock.move(MINUTE);
    const { movements } = opened;
    // The comparison reads the attempt of the older booking as one that had failed.
    const failing: typeof movements = {
      ...movements,
      unmatched: (_, list) => Promise.resolve(list),
      async named(source, references) {
        const found = [...(await movements.named(source, references))];
        const asDeclined = (attempt: Attempt): Attempt =>
          attempt.orderId === failed ? { ...attempt, state: "declined" } : attempt;
        return new Map(found.map(([name, attempts]) => [name, attempts.map(asDeclined)]));
      },
    };
    const sandbox = await shop.service.deps.acquirers.byName("sandbox");
    const inquire = vi
      .spyOn(sandbox, "inquire")
      .mockResolvedValue({ kind: "unknown", cause: "timeout" });
    const compareFailing = compareBookings(shop.service.deps, { ...opened, movements: failing });
    for (const hour of [1, 2]) {
      await compareFailing();
      expect(inquire).toHaveBeenCalledTimes(hour);
      shop.clock.move(HOUR);
    }
    inquire.mockRestore();
    await compare();
  });

  it("reads the day again after the sandbox was set back to the real time", async () => {
    beginDay();
    await compare();
    const ahead = [2 * HOUR, 3 * HOUR].map((ms) => new Date(shop.clock.now() + ms));
    await query(shop, "update movement_check set days_compared_at = $1, listed_to = $2", ahead);
    await order();
    shop.clock.move(HOUR);
    await compare();
    const read =
      "select days_compared_at <= $1 as days, listed_to <= $1 as listed from movement_check";
    const now = new Date(shop.clock.now());
    expect(await query(shop, read, [now])).toEqual([{ days: true, listed: true }]);
  });

  it("keeps a charge for a person that the service does not know", async () => {
    await order();
    const { merchantId } = shop.merchant.merchant;
    const source = { now: shop.clock.now(), random };
    const attemptId = newAttemptId(merchantId, source);
    const sandbox = await shop.service.deps.acquirers.byName("sandbox");
    const sold = await sandbox.authorize({
      merchantId,
      attemptId,
      orderId: newOrderId(merchantId, source),
      kind: "sale",
      amount: money(4_200n, "TRY"),
      installmentCount: 1,
      card: sandboxCard("5528790000000008"),
      ...unvaried(attemptId),
    });
    expect(sold.kind).toBe("approved");
    await compareLater(2 * HOUR);
    await compareLater(2 * HOUR);
    expect(await waiting()).toEqual(["sale"]);
    const owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, "sahip@example.com"));
    const shown = (await owner.get(cases)).html;
    expect(textOf(shown)).toContain(attemptId);
    const checks = await checkWork(shop.database.open({ max: 1 }), {
      webhookLoopback: true,
      isRehearsal: false,
    });
    expect(checks.find(({ name }) => name === "bank bookings")).toMatchObject({
      status: "warning",
    });
    await expect
      .poll(async () => (await fetch(`${shop.url}/metrics`)).text(), { timeout: 60_000 })
      .toContain("vezne_unknown_bookings 1");
    const [row] = await query(shop, "select * from unknown_movement");
    const { acquirer, reference, kind, bank_reference } = row ?? {};
    const form = { acquirer, reference, kind, bank_reference } as Record<string, string>;
    const given = await owner.follow(await owner.post(`${cases}/booking`, form));
    expect(textOf(given.html)).toContain("The booking is closed.");
    expect(await waiting()).toEqual([]);
    await compareLater(2 * HOUR);
    expect(await waiting()).toEqual([]);
    const audited = "select object_id from panel_audit where action = 'booking.cleared'";
    expect(await query(shop, audited)).toEqual([{ object_id: attemptId }]);
  });

  it("is entered in the books where a person says so, and nothing is sent to the bank", async () => {
    const { merchantId } = shop.merchant.merchant;
    const { acquirers, payments } = shop.service.deps;
    const bank = await acquirers.byName("sandbox");
    const [captured, voided, refunded] = [await order(HELD), await order(HELD), await order()];
    const lost = [
      [captured, "capture", 700n],
      [voided, "void", 125_000n],
      [refunded, "refund", 4_000n],
    ] as const;
    for (const [orderId, kind, minor] of lost) {
      const charge = await payments.findAuthorization(orderId as OrderId);
      if (charge === undefined) throw new Error("the order has no charge");
      const attemptId = newAttemptId(merchantId, { now: shop.clock.now(), random });
      const amount = money(minor, "TRY");
      const { bankReference = "", createdAt: bookedAt } = charge;
      const named = { attemptId: charge.attemptId, reference: charge.attemptId, bankReference };
      const original = { ...named, state: undefined, amount: charge.amount, bookedAt };
      const ids = { merchantId, attemptId, reference: attemptId, orderId: charge.orderId };
      const sums = { captured: charge.amount, refundedBefore: money(0n, "TRY") };
      const made = await bank[kind]({ ...ids, original, amount, ...sums });
      expect(made.kind).toBe("approved");
    }
    await compareLater(2 * HOUR);
    const rows = await query(shop, "select * from unknown_movement where cleared_at is null");
    expect(rows).toHaveLength(3);
    const owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, "defter@example.com"));
    await owner.get(cases);
    const sent = sentFrom(bank);
    for (const { acquirer, reference, kind, bank_reference } of rows) {
      const form = { acquirer, reference, kind, bank_reference, finding: "adopt" };
      const fields = form as Record<string, string>;
      const given = await owner.follow(await owner.post(`${cases}/booking`, fields));
      expect(textOf(given.html)).toContain("The booking is entered in the order.");
      const again = await owner.follow(await owner.post(`${cases}/booking`, fields));
      expect(textOf(again.html)).toContain("does not wait any more");
    }
    expect(sent()).toBe(0);
    expect(await paymentOf(captured)).toMatchObject({ state: "completed", capturedMinor: 700n });
    expect(await paymentOf(voided)).toMatchObject({ state: "cancelled" });
    expect(await paymentOf(refunded)).toMatchObject({ state: "completed", refundedMinor: 4_000n });
    expect(await eventsOf(shop, captured)).toContain("payment.completed");
    expect(await eventsOf(shop, voided)).toContain("payment.cancelled");
    expect(await eventsOf(shop, refunded)).toContain("refund.succeeded");
    const audited = "select count(*) from panel_audit where action = 'booking.adopted'";
    expect(await query(shop, audited)).toEqual([{ count: 3n }]);
    await compareLater(DAY);
    await compareLater(DAY);
    expect(await waiting()).toEqual([]);
    expect((await till.refund(refunded)).body).toMatchObject({ status: "refunded" });
    await untilSealed(shop);
    expect((await verified(shop)).differences).toEqual([]);
  });

  it("stays with the person where its order can't take it", async () => {
    const orderId = (await order()) as OrderId;
    const charge = await shop.service.deps.payments.findAuthorization(orderId);
    const { merchantId } = shop.merchant.merchant;
    await query(
      shop,
      `insert into unknown_movement (merchant_id, acquirer, reference, kind, bank_reference, mode,
         amount, currency, booked_at, order_id, found_at)
       values ($1, 'sandbox', $2, 'capture', '77', 'test', 100, 'TRY', now(), $3, now())`,
      [merchantId, charge?.attemptId, orderId],
    );
    const owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, "olmaz@example.com"));
    await owner.get(cases);
    const key = { acquirer: "sandbox", reference: String(charge?.attemptId), kind: "capture" };
    const form = { ...key, bank_reference: "77", finding: "adopt" };
    const given = await owner.follow(await owner.post(`${cases}/booking`, form));
    expect(textOf(given.html)).toContain("does not allow this booking");
    expect(await waiting()).toEqual(["capture"]);
    await query(shop, "delete from unknown_movement where bank_reference = '77'");
  });

  it("follows a bank that takes back a refund and a capture", async () => {
    const refunded = await order();
    shop.faults.next({ operation: "refund", behaviour: "takenBack" });
    expect((await till.refund(refunded)).body).toMatchObject({ status: "refunded" });
    const captured = await order(HELD);
    shop.faults.next({ operation: "capture", behaviour: "takenBack" });
    expect((await till.capture(captured)).body).toMatchObject({ status: "completed" });
    await compareLater(2 * HOUR);
    expect(await paymentOf(refunded)).toMatchObject({ state: "refunded" });
    await compareLater(DAY);
    expect(await paymentOf(refunded)).toMatchObject({ state: "completed", refundedMinor: 0n });
    expect(await eventsOf(shop, refunded)).toContain("refund.failed");
    expect(await paymentOf(captured)).toMatchObject({ state: "authorized", capturedMinor: 0n });
    expect((await till.refund(refunded)).body).toMatchObject({ status: "refunded" });
    expect((await till.void(captured)).body).toMatchObject({ status: "cancelled" });
    await untilSealed(shop);
    expect((await verified(shop)).differences).toEqual([]);
  });

  it("compares every page of a long list", async () => {
    await order();
    await query(
      shop,
      `insert into bank.entry
       select (jsonb_populate_record(null::bank.entry, to_jsonb(entry) || jsonb_build_object(
         'request_id', 'long-' || n, 'reference', 'long-' || n))).*
       from (select * from bank.entry order by booked_at desc limit 1) as entry,
         generate_series(1, 450) as n`,
    );
    const together: number[] = [];
    const { movements } = opened;
    const named: typeof movements.named = (source, references) => {
      together.push(references.length);
      return movements.named(source, references);
    };
    shop.clock.move(2 * HOUR);
    await compareBookings(shop.service.deps, { ...opened, movements: { ...movements, named } })();
    expect(Math.max(...together)).toBeLessThanOrEqual(200);
    const [kept] = await query(
      shop,
      "select count(*)::int as count from unknown_movement where reference like 'long-%'",
    );
    expect(kept).toEqual({ count: 450 });
    await query(shop, "delete from unknown_movement where reference like 'long-%'");
    await query(shop, "delete from bank.entry where request_id like 'long-%'");
  });

  it("asks for all days since a restore that is marked meanwhile, also of an idle sandbox", async () => {
    shop.clock.move(10 * DAY);
    const now = shop.clock.now();
    await opened.restorations.begin({ restoredAt: now, dataUntil: later(now, -20 * DAY) });
    const sandbox = await shop.service.deps.acquirers.byName("sandbox");
    const list = vi.spyOn(sandbox, "movements");
    await compare();
    const days = new Set(list.mock.calls.map(([{ day }]) => day));
    list.mockRestore();
    expect(days.size).toBe(23);
    const states = (await opened.restorations.sources()).map(({ state }) => state);
    expect(states).toEqual(["compared"]);
    await opened.restorations.end(now);
    await compare();
  });

  it("does not count as made since a restore that was marked during it", async () => {
    await order();
    const { restorations } = opened;
    const read: typeof restorations.read = async () => {
      const before = await restorations.read();
      shop.clock.move(1);
      const restoredAt = shop.clock.now();
      await restorations.begin({ restoredAt, dataUntil: later(restoredAt, -DAY) });
      return before;
    };
    shop.clock.move(2 * HOUR);
    await compareBookings(shop.service.deps, {
      ...opened,
      restorations: { ...restorations, read },
    })();
    const states = (await restorations.sources()).map(({ state }) => state);
    expect(states).toEqual(["open"]);
  });
});
