import type { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { BatchConnection } from "../batch/batch-connection.ts";
import { inTransaction, openConnection } from "../connection/database.ts";

const FIND = "select * from note where id = $1";

describe("a column that a migration adds while a connection has its statements prepared", () => {
  let database: TestDatabase;
  let owner: Pool;
  const addColumn = (name: string) => owner.query(`alter table note add column ${name} text`);
  beforeEach(async () => {
    database = await createTestDatabase({ empty: true });
    owner = database.open();
    await owner.query("create table note (id int primary key); insert into note values (1)");
  });
  afterEach(() => database.drop());

  it("fails no statement of a pool that keeps plans", async () => {
    const pool = database.open({ max: 1, keepsPlans: true });
    for (const column of ["a", "b", "c"]) {
      expect((await pool.query(FIND, [1])).rows).toHaveLength(1);
      await addColumn(column);
      expect(Object.keys((await pool.query(FIND, [1])).rows[0] as object)).toContain(column);
    }
  });

  it("fails a transaction at most once, because the statements before it are undone", async () => {
    const pool = database.open({ max: 1, keepsPlans: true });
    const work = () => inTransaction(pool, async (sql) => (await sql.query(FIND, [1])).rowCount);
    expect(await work()).toBe(1);
    await addColumn("a");
    await expect(work()).rejects.toThrow("cached plan must not change result type");
    expect(await work()).toBe(1);
  });

  it("fails no batch", async () => {
    const connection = new BatchConnection(async () => {
      const client = openConnection({ address: database.url, applicationName: "batch" });
      await client.connect();
      return client;
    });
    const statement = { name: "find", text: "select * from note where id = any ($1::int[])" };
    const binary = Buffer.from("00000001000000000000001700000001000000010000000400000001", "hex");
    const find = async () => [
      await connection.run(statement, [[1]]),
      ...(await connection.runTogether([{ statement, values: [binary] }])),
    ];
    await addColumn("a");
    await find();
    await addColumn("b");
    expect(await find()).toEqual([[{ id: 1, a: null, b: null }], [["1", null, null]]]);
    await connection.close();
  });
});
