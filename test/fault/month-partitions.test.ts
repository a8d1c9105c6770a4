// tier: night
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { restoreBackup } from "../../src/database/backup/restore-backup.ts";
import { writeBackup } from "../../src/database/backup/write-backup.ts";
import {
  createMonthPartitions,
  type MonthPartitions,
} from "../../src/database/migration/month-partitions.ts";
import { DAY, instant, MINUTE, type Instant } from "../../src/kernel/clock.ts";
import { rebuilt, tampered, untilSealed, verified } from "../support/books.ts";
import { runCommand } from "../support/command-line.ts";
import { createTestDatabase } from "../support/database.ts";
import { merchantCalls, paidOrder, query, type PaidOrder } from "../support/merchant-calls.ts";
import { movableClock } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { placeAfterRestore } from "../../src/store/event/event-placer.ts";

const LAST_DAY = instant(Date.parse("2026-11-30T23:30:00Z"));
/** A payment takes up to half a second on a busy machine. */
const PATIENTLY = { timeout: 80_000 };
const JANUARY = Date.parse("2027-01-01T00:00:00Z");
const ENDS = "select conname from pg_constraint where conname = 'partition_end'";
const NEXT_MONTHS = ["payment_2026_12", "event_2026_12"];

describe("payments and events in partitions by month", () => {
  let shop: TestService;
  let partitions: MonthPartitions;
  const clock = movableClock(LAST_DAY);
  const roll = (large: number, now: Instant = clock.now()) => partitions.roll(now, large);
  let november: PaidOrder;
  let crossing: string;
  let declinedIn: string;

  beforeAll(async () => {
    shop = await startTestService({ clock });
    partitions = createMonthPartitions(shop.database.open({ max: 1, statementTimeoutMs: 0 }));
    november = await paidOrder(shop.api);
    crossing = await shop.api.session();
    declinedIn = await shop.api.session();
    await shop.api.pay(declinedIn, "4111111111111129");
  });
  afterAll(() => shop.close());

  const ordersIn = async (table: string) =>
    (await query(shop, `select order_id from ${table}`)).map((row) => row["order_id"]);

  it("stay in one partition while they are few", async () => {
    expect(await roll(1_000_000)).toEqual([]);
  });

  it("get the next month's partition while payments continue, without loss", async () => {
    const paying = { isOver: false, orders: new Array<string>() };
    const load = (async () => {
      while (!paying.isOver) paying.orders.push((await paidOrder(shop.api)).order);
    })();
    await expect.poll(() => paying.orders.length, PATIENTLY).toBeGreaterThan(3);
    expect(await roll(1, instant(clock.now() - 9 * DAY))).toEqual(NEXT_MONTHS);
    const before = paying.orders.length;
    await expect.poll(() => paying.orders.length, PATIENTLY).toBeGreaterThan(before + 3);
    paying.isOver = true;
    await load;
    expect(await ordersIn("payment_first")).toEqual(expect.arrayContaining(paying.orders));
    expect(await ordersIn("payment_2026_12")).toEqual([]);
    expect(await roll(1)).toEqual([]);
  });

  it("support a session that spans the end of a month", async () => {
    await paidInDecember();
    const again = await shop.api.pay(november.session, "5528790000000008");
    expect(again.body["success"]).toBe(false);
    const both = await query(shop, "select order_id from payment where session_id = $1", [
      november.session,
    ]);
    expect(both).toHaveLength(1);
    const other = await shop.api.pay(declinedIn, "5528790000000008");
    expect(other.body["success"]).toBe(true);
    const statesIn = (part: string) =>
      query(shop, `select state from ${part} where session_id = $1`, [declinedIn]);
    expect(await statesIn("payment_2026_12")).toEqual([{ state: "completed" }]);
    expect(await statesIn("payment_first")).toEqual([{ state: "failed" }]);
  });

  async function paidInDecember(): Promise<void> {
    clock.move(40 * MINUTE);
    const paid = await shop.api.pay(crossing, "5528790000000008");
    expect(await ordersIn("payment_2026_12")).toEqual([paid.body["order_id"]]);
  }

  it("appear as one list, one export and one set of books", async () => {
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const refunded = await till.refund(november.order, { amount: 5_000 });
    expect(refunded.body["success"]).toBe(true);
    const authorization = `Bearer ${shop.merchant.testApiKey}`;
    const list = await shop.api.get("/api/v1/payment/transactions?per_page=100", { authorization });
    const csv = await shop.api.get("/api/v1/payment/transactions/export?format=csv", {
      authorization,
    });
    const known = await query(
      shop,
      "select order_id from payment order by created_at desc, 1 desc",
    );
    const orders = known.map((row) => row["order_id"]);
    expect(list.body["total"]).toBe(orders.length);
    const listed = list.body["transactions"] as { order_id: string }[];
    expect(listed.map((one) => one.order_id)).toEqual(orders);
    expect(csv.text.trim().split("\n")).toHaveLength(orders.length + 1);
    expect(await verified(shop)).toMatchObject({ differences: [] });
  });

  it.each(["delete from event_2026_12", "update event_2026_12 set type = 'payment.failed'"])(
    "cannot be changed by a partition's own name: %s",
    async (statement) => {
      await expect(query(shop, statement)).rejects.toThrow("permission denied");
    },
  );

  it("never end before the data of a sandbox that is ahead", async () => {
    clock.move(45 * DAY);
    await paidOrder(shop.api);
    expect(await roll(1, instant(clock.now() - 45 * DAY))).toEqual([
      "payment_2027_02",
      "event_2027_02",
    ]);
  });

  it("are unchanged where the partition exchange fails", async () => {
    await query(shop, "create table payment_2027_03 ()");
    clock.move(20 * DAY);
    await paidOrder(shop.api);
    await expect(roll(1)).rejects.toThrow("already exists");
    expect(await query(shop, ENDS)).toEqual([]);
    await query(shop, "drop table payment_2027_03");
    clock.move(40 * DAY);
    await paidOrder(shop.api);
    expect(await roll(1)).toEqual(["payment_2027_04", "event_2027_04"]);
  });

  it("become one partition again in a restored database", async () => {
    const folder = mkdtempSync(join(tmpdir(), "vezne-partitions-"));
    const empty = await createTestDatabase({ empty: true });
    try {
      const source = { database: shop.database.connection, clock, version: "test" };
      await writeBackup(join(folder, "b"), { ...source, onTable: () => undefined });
      const target = {
        database: empty.connection,
        clock,
        onTable: () => undefined,
        placeAfterRestore,
      };
      const { figures } = await restoreBackup(join(folder, "b"), target);
      const { rows } = await empty.open().query("select count(*) as rows from payment_first");
      expect(rows[0]).toEqual({ rows: BigInt((await ordersIn("payment")).length) });
      expect(figures["refunded test TRY"]).toBe("5000");
    } finally {
      await empty.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("a partition that is closed on the last day of a month", () => {
  it("keeps the next month, so that no payment is refused while its bound is validated", async () => {
    const clock = movableClock(LAST_DAY);
    const shop = await startTestService({ clock });
    await paidOrder(shop.api);
    expect(await rolled(shop)).toEqual(["payment_2027_01", "event_2027_01"]);
    clock.move(40 * MINUTE);
    const { order } = await paidOrder(shop.api);
    expect(
      await query(shop, "select order_id from payment_first where created_at > $1", ["2026-12-01"]),
    ).toEqual([{ order_id: order }]);
    await shop.close();
  });

  it("takes payments for a week after its process was killed during the validation", async () => {
    const clock = movableClock(instant(LAST_DAY - 6 * DAY));
    const shop = await startTestService({ clock });
    await paidOrder(shop.api);
    await killedRoll(shop);
    clock.move(7 * DAY);
    const { order } = await paidOrder(shop.api);
    expect(
      await query(shop, "select order_id from payment_first where order_id = $1", [order]),
    ).toEqual([{ order_id: order }]);
    expect(await rolled(shop)).toEqual(["payment_2027_01", "event_2027_01"]);
    expect(await query(shop, ENDS)).toEqual([]);
    await shop.close();
  });

  it("can be removed with its rows, and payments continue", async () => {
    const clock = movableClock(LAST_DAY);
    const shop = await startTestService({ clock });
    const pool = shop.database.open({ max: 1, statementTimeoutMs: 0 });
    const { order } = await paidOrder(shop.api);
    expect(await rolled(shop)).toEqual(["payment_2027_01", "event_2027_01"]);
    await removeFirst(pool, "payment");
    await removeFirst(pool, "event");
    clock.move(40 * DAY);
    const next = await paidOrder(shop.api);
    const known = "select order_id from payment where order_id = any ($1)";
    expect(await query(shop, known, [[order, next.order]])).toEqual([{ order_id: next.order }]);
    await shop.close();
  });

  it.each([
    [["payment"], { payments: JANUARY, events: undefined }, ["payments"]],
    [["event"], { payments: undefined, events: JANUARY }, ["events"]],
    [["payment", "event"], { payments: JANUARY, events: JANUARY }, ["payments", "events"]],
  ])("is named and left out by a verification once it is removed: %j", async (...given) => {
    const [tables, removedBefore, rows] = given;
    const clock = movableClock(LAST_DAY);
    const shop = await startTestService({ clock });
    const pool = shop.database.open({ max: 1, statementTimeoutMs: 0 });
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const { order } = await paidOrder(shop.api);
    await till.refund(order, { amount: 1_000 });
    const other = await paidOrder(shop.api);
    await rolled(shop);
    clock.move(40 * DAY);
    // Its events lie in both months, and its payment in the first one.
    if (!tables.includes("payment")) await till.refund(other.order, { amount: 1_000 });
    await paidOrder(shop.api);
    await untilSealed(shop);
    for (const table of tables) await removeFirst(pool, table);
    expect(await verified(shop)).toMatchObject({ differences: [], removedBefore });
    expect((await rebuilt(shop)).differences).toEqual([]);
    const told = await runCommand(shop.database, ["verify"]);
    for (const name of rows) {
      expect(told.stdout).toContain(
        `the months of ${name} before 2027-01-01 were removed, and are not compared`,
      );
    }
    expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining("everything agrees") });
    const [last] = await query(shop, "select max(order_id) as order from payment");
    await tampered(shop, `delete from payment where order_id = '${String(last?.["order"])}'`, () =>
      expectProblem(shop, "postings without such a payment"),
    );
    await shop.close();
  });
});

async function expectProblem(shop: TestService, problem: string): Promise<void> {
  const { differences } = await verified(shop);
  expect(differences.map((one) => one.problem)).toContain(problem);
}

/** As docs/operations/distribution.md tells. */
async function removeFirst(pool: Pool, table: string): Promise<void> {
  await pool.query(`alter table ${table} detach partition ${table}_first`);
  await pool.query(`drop table ${table}_first`);
}

/** Begins to close the partitions, and loses its connection before the bound is validated. */
async function killedRoll({ database, clock }: TestService): Promise<void> {
  const pool = database.open({ max: 1, statementTimeoutMs: 0 });
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => void (reach = resolve));
  const stopping = {
    connect: () => pool.connect(),
    async query(sql: string, values?: unknown[]): Promise<unknown> {
      if (!sql.includes("validate constraint")) return pool.query(sql, values);
      reach();
      return new Promise(() => undefined);
    },
  };
  const begin = () => createMonthPartitions(stopping as never).roll(clock.now(), 1);
  await vi.waitFor(
    async () => expect(await Promise.race([reached, begin()])).toBeUndefined(),
    PATIENTLY,
  );
  await pool.end();
}

/** Closes the partitions once no job of the service holds the lock for it. */
async function rolled({ database, clock }: TestService): Promise<readonly string[]> {
  const pool = database.open({ max: 1, statementTimeoutMs: 0 });
  return vi.waitFor(async () => {
    const made = await createMonthPartitions(pool).roll(clock.now(), 1);
    expect(made).not.toEqual([]);
    return made;
  }, PATIENTLY);
}
