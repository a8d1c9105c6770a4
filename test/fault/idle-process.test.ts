// tier: night
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type OwnedDatabase } from "../support/database.ts";
import { runService, type RunningService } from "../support/running-service.ts";

/** The length of a measurement; the rate of a process is fixed by the pauses of its jobs. */
const WINDOW_S = 10;

describe("an idle process", () => {
  let service: RunningService;
  let database: OwnedDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await runService({}, { addressOf: () => database.url });
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  /** The transactions of this database so far; a statement of its own is one. */
  async function transactions(): Promise<number> {
    const owner = new Client({ ...database.owner, database: "postgres" });
    await owner.connect();
    try {
      const { rows } = await owner.query<{ count: string }>(
        "select xact_commit + xact_rollback as count from pg_stat_database where datname = $1",
        [database.connection.database],
      );
      return Number(rows[0]?.count);
    } finally {
      await owner.end();
    }
  }
  const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  async function perSecond(): Promise<number> {
    const before = await transactions();
    await pause(WINDOW_S);
    return ((await transactions()) - before) / WINDOW_S;
  }

  it("asks the database at most twice a second", async () => {
    await expect.poll(perSecond, { timeout: 300_000, interval: 0 }).toBeLessThanOrEqual(2);
  });

  it("takes up the work that another program leaves in the database", async () => {
    const attempts = new Client(database.owner);
    await attempts.connect();
    const noticed = async () => {
      const { rows } = await attempts.query<{ count: string }>(
        "select count(*) from failed_item where item_id = 'left'",
      );
      return Number(rows[0]?.count);
    };
    // A failed item of an attempt that does not exist is removed by the next round that sees it.
    await attempts.query(
      `insert into failed_item (kind, merchant_id, item_id, tries, error, first_at, last_at, due_at)
       values ('event_place', $1, 'left', 1, 'x', now(), now(), now())`,
      [service.merchantId],
    );
    try {
      await expect.poll(noticed, { timeout: 40_000 }).toBe(0);
    } finally {
      await attempts.end();
    }
  });
});
