// tier: night
import { mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isUnavailable } from "../../src/database/connection/database-error.ts";
import { itemRunner } from "../../src/domain/job/item-runner.ts";
import { createMonthPartitions } from "../../src/database/migration/month-partitions.ts";
import { createApiClient } from "../support/api-client.ts";
import { readEvents } from "../support/event-reader.ts";
import { breakableShop, type BrokenShop } from "../support/failed-items.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import { camt053 } from "../support/statements.ts";
import { jobDeps } from "../support/job-deps.ts";

const IBAN = "TR330006100519786457841326";
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const SOON = { timeout: 80_000 };

describe("a session that cannot be expired", () => {
  let broken: BrokenShop;
  beforeAll(async () => void (broken = await breakableShop()));
  afterAll(() => broken.close());

  it.each([
    ["can't be read", "update session set currency = 'XXX' where session_id = $1"],
    [
      "has an event that can't be written",
      `do $$ begin execute 'alter table event add constraint unwritable
         check (session_id <> ''SESSION'') not valid'; end $$`,
    ],
  ])("because it %s does not block the others", async (_why, break_) => {
    const { shop, owner } = broken;
    const api = createApiClient(shop.url, shop.merchant.testApiKey);
    const expired = async () =>
      (await readEvents(shop, shop.merchant.testApiKey, { type: "session.expired" })).events.map(
        ({ data }) => data["session_id"],
      );
    const [first, poison, last] = [await api.session(), await api.session(), await api.session()];
    const isConstraint = break_.includes("SESSION");
    await owner.query(break_.replace("SESSION", poison), isConstraint ? [] : [poison]);
    shop.clock.move(HOUR + 61 * SECOND);
    await expect.poll(expired, SOON).toEqual(expect.arrayContaining([first, last]));
    expect(await broken.fails("session_expiry")).toMatchObject({ itemId: poison });
    const mend = isConstraint
      ? owner.query("alter table event drop constraint unwritable")
      : owner.query("update session set currency = 'TRY' where session_id = $1", [poison]);
    await mend;
    await broken.retries("session_expiry");
    await expect.poll(expired, SOON).toContain(poison);
  });
});

describe("a statement file that fails", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-folder-"));
  let broken: BrokenShop;
  beforeAll(async () => {
    broken = await breakableShop({ VEZNE_STATEMENTS_DIR: folder });
  });
  afterAll(async () => {
    await broken.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("because it cannot be moved stays, and the files after it are imported", async () => {
    const put = (name: string) => {
      const path = join(folder, name);
      writeFileSync(path, camt053(IBAN, []));
      utimesSync(path, new Date(0), new Date(0));
    };
    // With the characters that a file gets in `working` its name is longer than any file's.
    const long = `${"a".repeat(246)}.xml`;
    put(long);
    put("b.xml");
    const inDone = () => readdirSync(join(folder, "done")).filter((name) => !name.startsWith("."));
    await expect.poll(inDone, SOON).toContain("b.xml");
    expect(await broken.fails("statement_file")).toMatchObject({
      itemId: long,
      error: expect.stringContaining("ENAMETOOLONG") as string,
    });
    renameSync(join(folder, long), join(folder, "a.xml"));
    await expect.poll(() => broken.items("statement_file"), SOON).toEqual([]);
    await expect.poll(inDone, SOON).toContain("a.xml");
    expect(inDone()).toEqual(["a.xml", "b.xml"]);
  });
});

describe("books that cannot be sealed, and roll-ups that cannot be compacted", () => {
  let broken: BrokenShop;
  beforeAll(async () => void (broken = await breakableShop()));
  afterAll(() => broken.close());

  it("wait for one merchant only, until they are repaired", async () => {
    const { shop, owner } = broken;
    const neighbour = await shop.createMerchant("Komşu");
    const { order } = await paidOrder(shop.api);
    await paidOrder(createApiClient(shop.url, neighbour.testApiKey));
    const whole = await owner.query<{ data: unknown }>(
      "select data from event where order_id = $1",
      [order],
    );
    await owner.query("alter table event disable trigger all");
    await owner.query("update event set data = '5' where order_id = $1", [order]);
    const sealed = async (merchantId: string) =>
      (await owner.query("select from seal where merchant_id = $1", [merchantId])).rowCount;
    await expect.poll(() => sealed(neighbour.merchant.merchantId), SOON).toBe(1);
    const { merchantId } = shop.merchant.merchant;
    expect(await broken.fails("seal")).toMatchObject({ merchantId });
    await paidOrder(createApiClient(shop.url, neighbour.testApiKey));
    await expect.poll(() => sealed(neighbour.merchant.merchantId), SOON).toBe(2);
    expect(await sealed(merchantId)).toBe(0);
    await owner.query("update event set data = $2 where order_id = $1", [
      order,
      JSON.stringify(whole.rows[0]?.data),
    ]);
    await broken.retries("seal");
    expect(await sealed(merchantId)).toBe(1);
  });

  it("wait for one merchant only, while those of later merchants are compacted", async () => {
    const { shop, owner } = broken;
    const first = await shop.createMerchant("Bir");
    const second = await shop.createMerchant("İki");
    const change = (merchantId: string, payments: string) =>
      owner.query(
        `insert into payment_tally_change (merchant_id, mode, quarter, payment_type, status,
           currency, payments, amount, refunded)
         values ($1, 'test', '2020-01-01T00:00:00Z', 'creditcard', 'completed', 'TRY', $2, 100, 0)`,
        [merchantId, payments],
      );
    const ids = [first, second].map(({ merchant }) => merchant.merchantId).toSorted();
    const [poison = "", healthy = ""] = ids;
    await change(poison, String(2n ** 63n - 1n));
    await change(poison, String(2n ** 63n - 1n));
    await change(healthy, "1");
    const folded = async (merchantId: string) =>
      (await owner.query("select from payment_tally where merchant_id = $1", [merchantId]))
        .rowCount ?? 0;
    await expect.poll(() => folded(healthy), SOON).toBeGreaterThan(0);
    expect(await broken.fails("tally")).toMatchObject({ merchantId: poison });
    await owner.query("delete from payment_tally_change where merchant_id = $1", [poison]);
    await change(poison, "1");
    await broken.retries("tally");
    expect(await folded(poison)).toBeGreaterThan(0);
  });
});

describe("a table whose next partition cannot be created", () => {
  let broken: BrokenShop;
  beforeAll(async () => void (broken = await breakableShop()));
  afterAll(() => broken.close());

  it("does not block the other tables", async () => {
    const { clock } = broken.shop;
    const pool = broken.database.open({ max: 1 });
    const partitions = createMonthPartitions(pool);
    const deps = {
      ...jobDeps(broken.database.open(), clock),
      isPassing: isUnavailable,
      report: () => undefined,
    };
    const roll = async () => {
      const runItem = await itemRunner(deps, "partition");
      const now = clock.now();
      return partitions.roll(now, 0, (table, work) =>
        runItem({ merchantId: "", itemId: table }, work),
      );
    };
    // A table whose lock a busy service does not yield in a second is made by a later round.
    const made = new Set<string>();
    const untilMade = (partition: string) =>
      expect
        .poll(async () => {
          for (const one of await roll()) made.add(one);
          if (!made.has(partition)) clock.move(HOUR);
          return made;
        })
        .toContain(partition);
    await pool.query("create table payment_2026_12 ()");
    await untilMade("event_2026_12");
    expect(made).not.toContain("payment_2026_12");
    expect(await broken.fails("partition")).toMatchObject({
      itemId: "payment",
      error: expect.stringContaining("payment_2026_12") as string,
    });
    await pool.query("drop table payment_2026_12");
    clock.move(HOUR);
    await untilMade("payment_2026_12");
    const left = (await broken.items("partition")).map(({ itemId }) => itemId);
    expect(left).not.toContain("payment");
  });
});
