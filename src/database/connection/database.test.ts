// tier: push
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client, type Pool } from "pg";
import type { TestDatabase } from "../../../test/support/database.ts";
import { createTestDatabase } from "../../../test/support/database.ts";
import {
  classifyDatabaseError,
  isConnectionError,
  type DatabaseFailure,
} from "./database-error.ts";
import { openDatabaseLine } from "../../../test/support/database-line.ts";
import { assert } from "../../kernel/assert.ts";
import { BatchConnection, type BatchWatch, type WritePath } from "../batch/batch-connection.ts";
import { inTransaction, openConnection, openDatabase } from "./database.ts";
import { OpenConnections, type ServerConnection } from "./server-connection.ts";

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.open();
});
afterAll(() => database.drop());

describe("settings of every connection", () => {
  it("are those that short statements need, also where the server has others", async () => {
    const { database: name } = database.connection;
    await pool.query(`
      alter database ${name} set jit = on;
      alter database ${name} set random_page_cost = 4;
      alter database ${name} set max_parallel_workers_per_gather = 2`);
    const shown = async (isSerial: boolean) => {
      const { rows } = await database.open({ max: 1, isSerial }).query<Record<string, unknown>>(
        `select current_setting('jit') as jit, current_setting('random_page_cost') as page,
           current_setting('max_parallel_workers_per_gather') as workers`,
      );
      return rows;
    };
    expect(await shown(false)).toEqual([{ jit: "off", page: "1.1", workers: "2" }]);
    expect(await shown(true)).toEqual([{ jit: "off", page: "1.1", workers: "0" }]);
  });
});

describe("column types of the database driver", () => {
  it("are whole numbers, times, exact numbers, dates and JSON without loss", async () => {
    const { rows } = await pool.query(
      `select 9223372036854775807::int8 as big, 1.10::numeric as exact, date '2024-02-29' as day,
              timestamptz '2026-11-21 09:43:00.123456+05:30' as at, '{"a":[1]}'::jsonb as parsed,
              array[1, null]::int8[] as bigs, 7::int4 as small`,
    );
    expect(rows[0]).toEqual({
      big: 9_223_372_036_854_775_807n,
      exact: "1.10",
      day: "2024-02-29",
      at: Date.UTC(2026, 10, 21, 4, 13, 0, 123),
      parsed: { a: [1] },
      bigs: [1n, null],
      small: 7,
    });
  });

  it("do not change the driver's global table", async () => {
    const plain = new Client(database.connection);
    await plain.connect();
    const { rows } = await plain.query("select 1::int8 as big");
    await plain.end();
    expect(rows[0]).toEqual({ big: "1" });
  });

  it("are the same for a connection by URL", async () => {
    const byAddress = openDatabase({ address: database.url, applicationName: "by address" });
    const { rows } = await byAddress.query(
      "select current_setting('application_name') as name, 1::int8 as big",
    );
    await byAddress.end();
    expect(rows[0]).toEqual({ name: "by address", big: 1n });
  });
});

describe("a server that vanishes without closing its connections", () => {
  // The statements that must succeed do so within these limits on a busy machine too.
  const limits = { statementTimeoutMs: 1_000, connectTimeoutMs: 20_000 };

  it("is given up a moment after the statement's limit, and the next statement goes elsewhere", async () => {
    const line = await openDatabaseLine(database.connection);
    const options = { address: line.connection, applicationName: "line", ...limits };
    const lines = openDatabase({ ...options, max: 1 });
    await lines.query("select");
    line.vanish();
    await expect(lines.query("select")).rejects.toSatisfy(isConnectionError);
    expect((await lines.query("select 1::int4 as one")).rows).toEqual([{ one: 1 }]);

    line.vanish();
    const transaction = inTransaction(lines, (sql) => sql.query("select"));
    await expect(transaction).rejects.toSatisfy(isConnectionError);
    expect(await inTransaction(lines, async () => "done")).toBe("done");

    const lane = new BatchConnection(async () => {
      const client = openConnection(options);
      await client.connect();
      return client;
    });
    const statement = { name: "one", text: "select 1::int4 as one" };
    expect(await lane.run(statement, [])).toEqual([{ one: 1 }]);
    line.vanish();
    await expect(lane.run(statement, [])).rejects.toSatisfy(isConnectionError);
    expect(await lane.run(statement, [])).toEqual([{ one: 1 }]);
    await Promise.all([lines.end(), lane.close()]);
    await line.close();
  });
});

describe("the connection of a batch queue", () => {
  const statement = { name: "one", text: "select 1::int4 as one" };

  async function opened() {
    const line = await openDatabaseLine(database.connection);
    const openConnections = new OpenConnections();
    const clients: ServerConnection[] = [];
    const paths: WritePath[] = [];
    const connect = async () => {
      const client = openConnection({
        address: line.connection,
        applicationName: "lane",
        openConnections,
      });
      clients.push(client);
      await client.connect();
      return client;
    };
    const watch: BatchWatch = { begin: () => () => undefined, add: (path) => paths.push(path) };
    const lane = new BatchConnection(Object.assign(connect, { watch }));
    const close = async (): Promise<void> => {
      await lane.close();
      await line.close();
    };
    return { line, lane, clients, paths, openConnections, close };
  }

  async function endOf(
    [client]: readonly ServerConnection[],
    end: (client: ServerConnection) => void,
  ): Promise<void> {
    assert(client !== undefined, "a connection was opened");
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    end(client);
    await ended;
  }

  it("is confirmed by an answer over it, and is opened again if it broke", async () => {
    const { lane, clients, paths, close } = await opened();
    expect(paths).toEqual([lane]);
    await lane.confirm();
    expect(clients).toHaveLength(0);
    await lane.run(statement, []);
    await lane.confirm();
    expect(clients).toHaveLength(1);
    await endOf(clients, (client) => client.destroy());
    await Promise.all([lane.confirm(), lane.run(statement, [])]);
    expect(clients).toHaveLength(2);
    await close();
  });

  it("is not confirmed while its server is silent, and is opened again after its end", async () => {
    const { line, lane, clients, openConnections, close } = await opened();
    await lane.run(statement, []);
    const since = openConnections.received();
    line.vanish();
    await expect(lane.confirm()).rejects.toSatisfy(isConnectionError);
    await endOf(clients, () => expect(openConnections.endSilent(since)).toBe(1));
    await lane.confirm();
    expect(clients).toHaveLength(2);
    await close();
  });
});

describe("a transaction", () => {
  it("commits on success and rolls back on an exception", async () => {
    await pool.query("create table note (body text primary key)");
    await inTransaction(pool, (sql) => sql.query("insert into note values ('kept')"));
    const failing = inTransaction(pool, async (sql) => {
      await sql.query("insert into note values ('lost')");
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    const { rows } = await pool.query("select body from note");
    expect(rows).toEqual([{ body: "kept" }]);
  });

  it("returns its connection after an error, and drops a broken one", async () => {
    const single = database.open({ max: 1 });
    const failing = inTransaction(single, (sql) => sql.query("select 1 / 0"));
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    const broken = inTransaction(single, (sql) =>
      sql.query("select pg_terminate_backend(pg_backend_pid())"),
    );
    const error: unknown = await broken.catch((thrown: unknown) => thrown);
    expect(isConnectionError(error)).toBe(true);
    const { rows } = await single.query("select 1 as alive");
    expect(rows).toEqual([{ alive: 1 }]);
  });
});

async function failureOf(statement: string, from: Pool = pool): Promise<DatabaseFailure> {
  const error: unknown = await from.query(statement).catch((thrown: unknown) => thrown);
  return classifyDatabaseError(error);
}

describe("the classification of database errors", () => {
  it("names the violated constraint", async () => {
    await pool.query("create table claim (id int constraint claim_key primary key)");
    await pool.query("insert into claim values (1)");
    expect(await failureOf("insert into claim values (1)")).toEqual({
      kind: "unique_violation",
      constraint: "claim_key",
    });
    const told = 'duplicate key value violates unique constraint "claim_key_102008"';
    const ofWorker = Object.assign(new Error(told), { code: "23505" });
    expect(classifyDatabaseError(ofWorker)).toMatchObject({ constraint: "claim_key" });
  });

  it("distinguishes a statement timeout from an unavailable database", async () => {
    const hurried = database.open({ statementTimeoutMs: 20 });
    expect(await failureOf("select pg_sleep(5)", hurried)).toEqual({ kind: "timeout" });
  });

  it.each([
    ["no server listens", "postgres://u:p@127.0.0.1:1/x"],
    ["the socket is missing", "postgres://u:p@%2Fnowhere:5432/x"],
  ])("calls the database unavailable when %s", async (_, address) => {
    const away = openDatabase({ address, applicationName: "test" });
    expect(await failureOf("select 1", away)).toEqual({ kind: "unavailable" });
  });

  it("classifies the database as unavailable if no connection becomes free", async () => {
    const single = database.open({ max: 1, connectTimeoutMs: 5_000 });
    const holder = await single.connect();
    expect(await failureOf("select 1", single)).toEqual({ kind: "unavailable" });
    holder.release();
  });

  it("calls a read-only server unavailable", async () => {
    const failure = await inTransaction(pool, async (sql) => {
      await sql.query("set transaction read only");
      return sql.query("create table never (id int)");
    }).catch((error: unknown) => classifyDatabaseError(error));
    expect(failure).toEqual({ kind: "unavailable" });
  });

  it("does not call an invalid statement unavailable", async () => {
    expect(await failureOf("select nothing from nowhere")).toEqual({ kind: "other" });
  });
});
