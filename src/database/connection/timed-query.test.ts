import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { openConnection } from "./database.ts";
import type { ServerConnection } from "./server-connection.ts";
import { within } from "./timed-query.ts";

let database: TestDatabase;
let client: ServerConnection;
beforeAll(async () => {
  database = await createTestDatabase();
  client = openConnection({ address: database.connection, applicationName: "timed" });
  await client.connect();
  await client.query("create temp table note (body text)");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const notes = async () =>
  (await client.query<{ body: string }>("select body from note order by body")).rows;

it("fails a query without an answer in time, and answers the next ones", async () => {
  const slow = client.query(within(20, "select pg_sleep(0.2)"));
  await expect(slow).rejects.toThrow("Query read timeout");
  expect((await client.query("select $1::int4 as one", [1])).rows).toEqual([{ one: 1 }]);
});

it("does not send a query that waited too long behind another one", async () => {
  const slow = client.query("select pg_sleep(0.2)");
  const waiting = client.query(within(20, "insert into note values ('late')"));
  const next = client.query("insert into note values ('in time')");
  await expect(waiting).rejects.toThrow("Query read timeout");
  await Promise.all([slow, next]);
  expect(await notes()).toEqual([{ body: "in time" }]);
});

it("gives results and errors to a promise or a callback", async () => {
  const answer = await new Promise((resolve, reject) => {
    client.query("select $1::text as said", ["hello"], (error, result) =>
      error instanceof Error ? reject(error) : resolve(result.rows),
    );
  });
  expect(answer).toEqual([{ said: "hello" }]);
  const failed = new Promise((resolve) => {
    client.query("select 1 / 0", (error) => resolve(error));
  });
  expect(await failed).toMatchObject({ code: "22012" });
  await expect(client.query("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
});

it("names the caller of a failed query in its stack", async () => {
  const ask = async (): Promise<void> => void (await client.query("select 1 / 0"));
  await expect(ask()).rejects.toHaveProperty("stack", expect.stringContaining("timed-query.test"));
});
