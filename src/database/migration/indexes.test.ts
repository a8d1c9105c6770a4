import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";

const PAGE = join(import.meta.dirname, "../../../docs/decisions/indexes.md");
const ROW = /^\| `(\w+)` \| `(\w+)` \|/gm;

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

it("docs/decisions/indexes.md names each index of the tables that a payment writes", async () => {
  const named = [...readFileSync(PAGE, "utf8").matchAll(ROW)].map(
    ([, table = "", index = ""]) => `${table} ${index}`,
  );
  const tables = [...new Set(named.map((row) => row.split(" ")[0]))];
  const { rows } = await database
    .open({ max: 1 })
    .query<{ row: string }>(
      "select tablename || ' ' || indexname as row from pg_indexes where tablename = any ($1)",
      [tables],
    );
  expect(named.toSorted()).toEqual(rows.map(({ row }) => row).toSorted());
});
