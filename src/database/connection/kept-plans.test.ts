import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { openDatabase } from "./database.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

it("a pool that keeps plans prepares a statement once, and uses a plan for every value", async () => {
  const pool = openDatabase({
    address: database.url,
    applicationName: "kept plans",
    max: 1,
    keepsPlans: true,
  });
  const prepared = async (): Promise<unknown> =>
    (
      await pool.query(
        `select count(*)::int as statements, sum(generic_plans)::int as plans
         from pg_prepared_statements where statement like 'select $1::int%'`,
      )
    ).rows[0];
  for (let run = 0; run < 40; run += 1) {
    const { rows } = await pool.query("select $1::int + 1 as next", [run]);
    expect(rows).toEqual([{ next: run + 1 }]);
  }
  expect(await prepared()).toEqual({ statements: 1, plans: 40 });
  await pool.end();
});
