import type { Client, Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createTestDatabase, type OwnedDatabase } from "../../../test/support/database.ts";
import { BatchConnection } from "../batch/batch-connection.ts";
import { openConnection } from "../connection/database.ts";
import { bindToShard } from "./shard-client.ts";

const GROUP = {
  id: "7",
  host: "node",
  port: 1,
  names: new Map([["note", "note_7"]]),
  copies: new Map<string, string>(),
};

const TABLES = `
  create table note_7 (value integer, written_by xid8 default pg_current_xact_id());
  create table held (written_by xid8 default pg_current_xact_id())`;
const HOLDS = `
  create or replace function hold_shard(shard bigint) returns void
  language sql as 'insert into held default values'`;
const FAILS = `
  create or replace function hold_shard(shard bigint) returns void
  language plpgsql as $$ begin raise exception 'moved'; end $$`;

// On a cluster the database has the real function.
describe.runIf(inject("clusterNodes").length === 0)("a connection of a shard group", () => {
  let database: OwnedDatabase;
  let pool: Pool;
  let client: Client;

  const connect = async (): Promise<Client> => {
    const opened = openConnection({ address: database.owner, applicationName: "test" });
    await opened.connect();
    return bindToShard(opened, GROUP);
  };
  const insert = (value: number) =>
    client.query({
      name: "insert-note",
      text: "insert into note (value) values ($1) returning value",
      values: [value],
    });
  const values = async (): Promise<unknown[]> =>
    (await pool.query<{ value: number }>("select value from note_7 order by value")).rows.map(
      (row) => row.value,
    );

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 1, address: database.owner });
    await pool.query(TABLES);
    client = await connect();
  });
  beforeEach(async () => {
    await pool.query(`${HOLDS}; truncate note_7, held`);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it("runs each statement in the transaction that holds the group", async () => {
    expect((await insert(1)).rows).toEqual([{ value: 1 }]);
    expect((await insert(2)).rows).toEqual([{ value: 2 }]);
    await client.query("insert into note (value) values (3)");
    await client.query("begin");
    await client.query("insert into note (value) values (4)");
    await client.query("commit");
    const batches = new BatchConnection(connect);
    await batches.copy("copy note (value) from stdin", "5\n6\n");
    await batches.close();
    expect(await values()).toEqual([1, 2, 3, 4, 5, 6]);
    const alone = "select value from note_7 where written_by not in (select written_by from held)";
    expect((await pool.query(alone)).rows).toEqual([]);
  });

  it("runs no statement where the hold fails, and goes on afterwards", async () => {
    await insert(1);
    await pool.query(FAILS);
    await expect(insert(2)).rejects.toThrow("moved");
    await expect(client.query("insert into note (value) values (3)")).rejects.toThrow("moved");
    await client.query("begin");
    await expect(client.query("insert into note (value) values (4)")).rejects.toThrow("moved");
    await client.query("rollback");
    await pool.query(HOLDS);
    await insert(5);
    expect(await values()).toEqual([1, 5]);
  });

  it("lets a transaction set its isolation level before it holds the group", async () => {
    await client.query("begin");
    await client.query("set transaction isolation level repeatable read");
    const level = await client.query("show transaction_isolation");
    const limit = await client.query("show lock_timeout");
    await client.query("commit");
    expect([level.rows, limit.rows]).toEqual([
      [{ transaction_isolation: "repeatable read" }],
      [{ lock_timeout: "5s" }],
    ]);
    await client.query("begin");
    await client.query("commit");
  });
});
