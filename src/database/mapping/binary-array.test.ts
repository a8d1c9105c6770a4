import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { binaryArray } from "./binary-array.ts";

/** Values of each type, and how PostgreSQL writes them as JSON. */
const CASES: readonly (readonly [type: string, values: readonly unknown[]])[] = [
  ["text", ["", "a", 'quoted "\\" {braces}, NULL', "ışık 漢字 🎉", null, "NULL"]],
  ["jsonb", ['{"a": [1, "ş", null]}', "[]", null]],
  ["boolean", [true, false, null]],
  ["smallint", [0, -32_768, 32_767, null]],
  ["integer", [0, -2_147_483_648, 2_147_483_647, null]],
  ["bigint", [0, 7n, -(2n ** 63n), 2n ** 63n - 1n, null]],
  [
    "timestamptz",
    ["1970-01-01T00:00:00.000Z", "1999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z", null],
  ],
  ["float8", [0, -1.5, 1e300, null]],
  ["date", ["2026-11-23", "1999-12-31", "2000-01-01", "9999-12-31", null]],
  ["xid", ["3", "4294967295", null]],
];

describe("an array of parameters", () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 1 });
  });
  afterAll(() => database.drop());

  async function readBack(type: string, values: unknown): Promise<unknown> {
    const text = `select to_jsonb($1::${type}[]) as found`;
    return (await pool.query<{ found: unknown }>(text, [values])).rows[0]?.found;
  }

  it.each(CASES)("of %s reaches the database as its text does", async (type, values) => {
    const binary = await readBack(type, binaryArray(type, values));
    expect(binary).toEqual(await readBack(type, values));
    expect(binary).toHaveLength(values.length);
    expect(await readBack(type, binaryArray(type, []))).toEqual([]);
  });
});
