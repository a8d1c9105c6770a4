import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type OwnedDatabase } from "../../../../test/support/database.ts";
import {
  areShared,
  connectionRoom,
  droppedSettings,
  refuseSharedConnections,
} from "./database-fitness.ts";

describe("a database for the service", () => {
  let database: OwnedDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
  });
  afterAll(() => database.drop());

  it("gives each connection its own session", async () => {
    await expect(refuseSharedConnections(database.url)).resolves.toBeUndefined();
    expect(await droppedSettings(database.open({ max: 1 }))).toEqual([]);
  });

  it("is recognised behind a pooler that gives two clients one connection to the server", async () => {
    const server = new Client(database.connection);
    await server.connect();
    expect(await areShared(server, server)).toBe(true);
    await server.end();
  });

  it("is recognised behind a pooler that changes a client's connection to the server", async () => {
    const first = database.open({ max: 1 });
    const second = database.open({ max: 1 });
    let asked = 0;
    const inTurns = {
      query(text: string, values: unknown[] = []) {
        asked += 1;
        return (asked % 2 === 0 ? first : second).query<Record<string, unknown>>(text, values);
      },
    };
    expect(await areShared(inTurns, database.open({ max: 1 }))).toBe(true);
  });

  it("shows which settings of a connection were dropped", async () => {
    const pool = database.open({ max: 1 });
    await pool.query("set timezone = 'Europe/Istanbul'");
    await pool.query("set jit = on");
    expect((await droppedSettings(pool)).toSorted()).toEqual(["TimeZone", "jit"]);
  });

  it("has room for so many connections as server, database and role permit", async () => {
    const pool = database.open({ max: 1 });
    const { most } = await connectionRoom(pool);
    expect(most).toBeGreaterThan(90);
    const owner = new Client(database.owner);
    await owner.connect();
    await owner.query(`alter database ${database.connection.database} connection limit 7`);
    await owner.end();
    expect((await connectionRoom(pool)).most).toBe(7);
  });
});
