import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type OwnedDatabase } from "../support/database.ts";
import { startTestService, type TestService } from "../support/service.ts";

const SERVICE_CONNECTIONS = `
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** The second sentence is that of a call whose connection ended before it was answered. */
const REFUSED = /Try again shortly|it is not known whether this was done/;

describe("a database at a limit", () => {
  let database: OwnedDatabase;
  let shop: TestService;
  beforeAll(async () => {
    database = await createTestDatabase();
    shop = await startTestService({ database });
  });
  afterAll(() => shop.close());

  /** Runs work beside a connection of the database's owner. */
  async function beside<Value>(work: (owner: Client) => Promise<Value>): Promise<Value> {
    const owner = new Client(database.owner);
    await owner.connect();
    try {
      return await work(owner);
    } finally {
      await owner.end();
    }
  }
  const opens = () =>
    shop.api.post("/api/v1/checkout/session", {
      merchant_api_key: shop.merchant.testApiKey,
      amount: 1_000,
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/sorry",
    });
  const LATER = { status: 503, body: { detail: expect.stringMatching(REFUSED) } };
  async function expectLater(call: ReturnType<typeof opens>): Promise<void> {
    const answer = await call;
    expect(answer).toMatchObject(LATER);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  }

  it("answers 503 where a lock does not become free in time (55P03)", async () => {
    await beside(async (owner) => {
      await owner.query("begin");
      await owner.query("lock table session in access exclusive mode");
      await expectLater(opens());
    });
    expect((await opens()).status).toBe(200);
  });

  it("answers 503 where a statement is ended before its result (57014)", async () => {
    await beside(async (owner) => {
      await owner.query("begin");
      await owner.query("lock table session in access exclusive mode");
      const call = opens();
      await expect
        .poll(async () => {
          const { rowCount } = await owner.query(
            `select pg_cancel_backend(pid) ${SERVICE_CONNECTIONS}
             and wait_event_type = 'Lock' and query ilike '%success_url%'`,
          );
          return rowCount;
        })
        .toBeGreaterThan(0);
      await expectLater(call);
    });
    expect((await opens()).status).toBe(200);
  });

  it("answers 503 where the server takes no more connections (53300)", async () => {
    const name = database.connection.database;
    await beside(async (owner) => {
      await owner.query(`alter database ${name} connection limit 0`);
      await owner.query(`select pg_terminate_backend(pid, 10000) ${SERVICE_CONNECTIONS}`);
      await expectLater(opens());
      await owner.query(`alter database ${name} connection limit -1`);
    });
    await expect.poll(async () => (await opens()).status, { timeout: 80_000 }).toBe(200);
  });
});
