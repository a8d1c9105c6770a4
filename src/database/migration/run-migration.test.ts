// tier: push
import type { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { makeMigrationFiles, type MigrationFiles } from "../../../test/support/migration-files.ts";
import { migrate } from "./migrate.ts";
import type { Pause } from "./run-migration.ts";
import { compareSchema } from "./schema-record.ts";

const ADD_COLUMN = "-- migration: locks note\nalter table note add column extra text;";
const MAKE_INDEX =
  "-- migration: concurrently\n-- Notes are looked for by their text.\n" +
  "create index concurrently note_by_body on note (body) where body <> '';\n";
const FILL =
  "-- migration: in batches\nupdate note set filled = true\n" +
  "where ctid >= $1 and ctid < $2 and filled is null;";
const TABLE = "create table note (id serial, body text, filled boolean);";
const PARTITIONED = `
  create table note (id serial, body text, filled boolean) partition by range (id);
  create table note_low partition of note for values from (minvalue) to (100);
  create table note_high partition of note for values from (100) to (maxvalue);`;

let database: TestDatabase;
let pool: Pool;
let files: MigrationFiles;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  pool = database.open();
  files = await makeMigrationFiles();
});
afterEach(async () => {
  await database.drop();
  await files.close();
});

async function begin(table: string): Promise<void> {
  await files.write("vezne/0001-make.sql", table);
  await run();
  await pool.query("insert into note (body) select 'a' from generate_series(1, 3000)");
}

function next(sql: string): Promise<void> {
  return files.write("vezne/0002-next.sql", sql);
}

async function run(pause?: Pause): Promise<readonly string[]> {
  const { folder } = files;
  const options = pause === undefined ? { folder } : { folder, pause };
  return (await migrate(database.connection, "vezne", options)).files;
}

/** A transaction that has written to the table and goes on. */
async function writer(table = "note") {
  const client = await pool.connect();
  await client.query(`begin; insert into ${table} (id, body) values (1, 'b')`);
  return async (): Promise<void> => {
    await client.query("commit");
    client.release();
  };
}

function pay(): Promise<unknown> {
  return pool.query("set lock_timeout to '3s'; insert into note (body) values ('paid')");
}

/** Ends the connection that migrates, as when its process is killed. */
function killMigration(): Promise<unknown> {
  return pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'vezne migrate' and datname = current_database()`,
  );
}

async function waitsFor(state: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ wait_event: string }>(
        `select wait_event from pg_stat_activity
         where application_name = 'vezne migrate' and datname = current_database()`,
      );
      return rows[0]?.wait_event;
    })
    .toBe(state);
}

type Index = { readonly name: string; readonly valid: boolean };

async function indexes(): Promise<readonly Index[]> {
  const { rows } = await pool.query<Index>(
    `select indexrelid::regclass::text as name, indisvalid as valid from pg_index
     where indexrelid::regclass::text like 'note_by%' order by 1`,
  );
  return rows;
}

async function pending(): Promise<readonly string[]> {
  return (await compareSchema(pool, { set: "vezne", folder: files.folder })).pending.map(
    ({ name }) => name,
  );
}

describe.each([
  ["a table", TABLE],
  ["a partitioned table", PARTITIONED],
])("a lock on %s that a long transaction keeps", (_, table) => {
  it("is given up and tried for again, and payments go on meanwhile", async () => {
    await begin(table);
    await next(ADD_COLUMN);
    const end = await writer();
    let tries = 0;
    const done = await run(async () => {
      tries += 1;
      await pay();
      if (tries === 3) await end();
    });
    expect([done, tries]).toEqual([["0002-next"], 3]);
  });

  it("is given up for good after a while, with the name of the transaction", async () => {
    await begin(table);
    await next(ADD_COLUMN);
    const end = await writer();
    await expect(run(() => Promise.resolve())).rejects.toThrow(
      /0002-next of vezne failed: a lock was not free .* process \d+ \(test\) since/,
    );
    await pay();
    await end();
    expect(await run()).toEqual(["0002-next"]);
  });
});

describe("an index that is made beside payments", () => {
  it("is made while other processes wait to migrate", async () => {
    await begin(TABLE);
    await next(MAKE_INDEX);
    expect((await Promise.all([run(), run(), run()])).flat()).toEqual(["0002-next"]);
    expect(await indexes()).toEqual([{ name: "note_by_body", valid: true }]);
  });

  it("lets payments go on while it waits for a long transaction", async () => {
    await begin(TABLE);
    await next(MAKE_INDEX);
    const end = await writer();
    const done = run();
    await waitsFor("virtualxid");
    await pay();
    await end();
    expect(await done).toEqual(["0002-next"]);
  });

  it("is made again if the first run was killed and left it invalid", async () => {
    await begin(TABLE);
    await next(MAKE_INDEX);
    const end = await writer();
    const killed = expect(run()).rejects.toThrow(/0002-next of vezne failed/);
    await waitsFor("virtualxid");
    await killMigration();
    await killed;
    expect(await indexes()).toEqual([{ name: "note_by_body", valid: false }]);
    expect(await pending()).toEqual(["0002-next"]);
    await end();
    expect(await run()).toEqual(["0002-next"]);
    expect(await indexes()).toEqual([{ name: "note_by_body", valid: true }]);
  });

  it("is recorded if it was made, but the process was killed before its record", async () => {
    await begin(TABLE);
    await next(MAKE_INDEX);
    await pool.query("create index note_by_body on note (body) where body <> ''");
    expect(await run()).toEqual(["0002-next"]);
  });

  it("is made on each partition, and goes on at the one where it was killed", async () => {
    await begin(PARTITIONED);
    await next(MAKE_INDEX);
    const end = await writer("note_low");
    const killed = expect(run()).rejects.toThrow(/0002-next of vezne failed/);
    await waitsFor("virtualxid");
    await pay();
    await killMigration();
    await killed;
    expect(await indexes()).toEqual([
      { name: "note_by_body", valid: false },
      { name: "note_by_body_high", valid: true },
      { name: "note_by_body_low", valid: false },
    ]);
    await end();
    expect(await run()).toEqual(["0002-next"]);
    expect((await indexes()).map(({ valid }) => valid)).toEqual([true, true, true]);
  });

  it("can be dropped in the same way", async () => {
    await begin(TABLE);
    await pool.query("create index note_by_body on note (body)");
    await next("-- migration: concurrently\ndrop index concurrently if exists note_by_body;");
    expect(await run()).toEqual(["0002-next"]);
    expect(await indexes()).toEqual([]);
  });
});

describe("rows that are filled in batches", () => {
  const unfilled = async (): Promise<number> =>
    Number((await pool.query("select from note where filled is null")).rowCount);

  it("are filled in many short transactions, and on where a killed run ended", async () => {
    await begin(TABLE);
    await pool.query("insert into note (body) select 'a' from generate_series(1, 30000)");
    await next(FILL);
    let batches = 0;
    const killed = run(async () => {
      batches += 1;
      await pay();
      if (batches === 2) await killMigration();
    });
    await expect(killed).rejects.toThrow(/0002-next of vezne failed/);
    const left = await unfilled();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(30_000);
    expect(await pending()).toEqual(["0002-next"]);
    expect(await run(() => Promise.resolve())).toEqual(["0002-next"]);
    expect(await unfilled()).toBe(0);
  });

  it("leave a row that a payment holds, and take it once it is free", async () => {
    await begin(TABLE);
    await next(FILL);
    const client = await pool.connect();
    await client.query("begin; select from note where id = 7 for update");
    let isFree = false;
    const done = await run(async () => {
      if (isFree) return;
      isFree = true;
      await client.query("commit");
      client.release();
    });
    expect([done, await unfilled()]).toEqual([["0002-next"], 0]);
  });
});

describe("the notes at the top of a migration", () => {
  it("are refused if the runner does not know them", async () => {
    await begin(TABLE);
    await next("-- migration: in bathces\nupdate note set filled = true;");
    await expect(run()).rejects.toThrow('0002-next has the unknown note "in bathces"');
  });
});
