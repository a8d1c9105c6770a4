import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type OwnedDatabase } from "../../../test/support/database.ts";
import { openConnection, openDatabase } from "./database.ts";

const NAME = "vezne vanished";

describe("a session of the service", () => {
  let database: OwnedDatabase;
  beforeAll(async () => void (database = await createTestDatabase({ empty: true })));
  afterAll(() => database.drop());

  it("asks a given server to notice soon that its client is gone, in a pool and outside", async () => {
    const options = { address: database.url, applicationName: NAME, max: 1 };
    const pool = openDatabase(options);
    const single = openConnection(options);
    await single.connect();
    // On a socket of this machine the server shows 0 for the first three, whatever was asked.
    const ask = `select name, source from pg_settings
      where name ~ '^tcp_keepalives|^client_connection_check' order by name`;
    for (const sql of [pool, single]) {
      const { rows } = await sql.query<{ name: string; source: string }>(ask);
      const sources = Object.fromEntries(rows.map(({ name, source }) => [name, source]));
      expect(sources).toEqual({
        client_connection_check_interval: "session",
        tcp_keepalives_count: "session",
        tcp_keepalives_idle: "session",
        tcp_keepalives_interval: "session",
      });
    }
    await Promise.all([pool.end(), single.end()]);
  });

  it("leaves its slot while a statement of a client that is gone still runs", async () => {
    const client = openConnection({
      address: database.url,
      applicationName: NAME,
      statementTimeoutMs: 0,
    });
    await client.connect();
    client.query("select pg_sleep(120)").catch(() => undefined);
    const pool = database.open({ max: 1 });
    const held = async (): Promise<number> => {
      const { rows } = await pool.query<{ count: number }>(
        "select count(*)::int from pg_stat_activity where application_name = $1 and state = 'active'",
        [NAME],
      );
      return rows[0]?.count ?? 0;
    };
    await expect.poll(held).toBe(1);
    client.destroy();
    await expect.poll(held, { timeout: 40_000, interval: 200 }).toBe(0);
  });
});
