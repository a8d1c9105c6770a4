import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { instant, later, MINUTE, toIso } from "../../kernel/clock.ts";
import { createOpenHolds } from "./open-hold-store.ts";

const NOON = instant(Date.UTC(2026, 10, 30, 9));

describe("the holds that wait for their end", () => {
  let database: TestDatabase;
  const pools: Pool[] = [];
  const processes = () => pools.map((pool) => createOpenHolds(pool, pool));
  beforeAll(async () => {
    database = await createTestDatabase();
    pools.push(database.open({ max: 2 }), database.open({ max: 2 }));
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await database.drop();
  });

  const add = (merchantId: string, count: number) =>
    pools[0]?.query(
      `insert into open_hold (merchant_id, order_id, due_at)
       select $1, $1 || number, $2::timestamptz from generate_series(1, $3::int) as number`,
      [merchantId, toIso(later(NOON, -MINUTE)), count],
    );

  it("are claimed by one of two processes, and in turns among merchants", async () => {
    await add("mer_many", 40);
    await add("mer_few", 1);
    const claim = (limit: number) =>
      Promise.all(processes().map((holds) => holds.claimDue(NOON, later(NOON, 3 * MINUTE), limit)));
    const first = (await processes()[0]?.claimDue(NOON, later(NOON, 3 * MINUTE), 2)) ?? [];
    const owners = first.map(({ key }) => key.merchantId).toSorted();
    expect(owners).toEqual(["mer_few", "mer_many"]);
    const claimed = (await claim(100)).flat().map(({ key }) => key.itemId);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed).toHaveLength(39);
    expect((await claim(100)).flat()).toEqual([]);
  });
});
