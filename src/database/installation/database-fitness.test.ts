import { connect, createServer, type Socket } from "node:net";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listenLocally } from "../../../test/support/local-server.ts";
import { createTestDatabase, type OwnedDatabase } from "../../../test/support/database.ts";
import {
  areShared,
  connectionRoom,
  droppedSettings,
  isPooled,
  openableConnections,
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

  it("gives as many connections as are wanted, or as a pooler before it has slots", async () => {
    expect(await openableConnections(database.url, 12)).toBe(12);
    expect(await isPooled(database.url)).toBe(false);
    // Lets the third and later ones wait, as a pooler without a free slot.
    const held: Socket[] = [];
    const pooler = createServer((client) => {
      held.push(client.on("error", () => {}));
      if (held.length > 2) return;
      const { hostname, port } = new URL(database.url);
      const server = connect(Number(port), hostname).on("error", () => {});
      held.push(server);
      client.pipe(server).pipe(client);
    });
    const url = new URL(database.url);
    url.host = `127.0.0.1:${await listenLocally(pooler)}`;
    expect(await openableConnections(url.href, 12)).toBeLessThan(3);
    for (const socket of held) socket.destroy();
    pooler.close();
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
