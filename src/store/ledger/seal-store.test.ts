import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { instant, toIso } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { createMerchant } from "../../domain/merchant/create-merchant.ts";
import { systemDigest } from "../../system/digest.ts";
import { systemHash } from "../../system/hash.ts";
import { createEventPlacer } from "../event/event-placer.ts";
import { createMerchantStore } from "../merchant/merchant-store.ts";
import { createSealer } from "./seal-store.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const NOON = instant(Date.UTC(2026, 10, 21, 9));
const clock = { now: () => NOON };

describe("a round of the sealer", () => {
  let database: TestDatabase;
  let pool: Pool;
  let merchantId: MerchantId;
  beforeAll(async () => {
    database = await createTestDatabase();
    // One connection, so that its statistics are complete.
    pool = database.open({ max: 1 });
    const deps = {
      clock,
      random,
      digest: systemDigest,
      merchants: createMerchantStore(pool, clock),
    };
    ({
      merchant: { merchantId },
    } = await createMerchant(deps, { name: "Dükkân" }));
  });
  afterAll(() => database.drop());

  let sessions = 0;
  async function makeEvents(count: number): Promise<void> {
    await pool.query(
      `insert into event (merchant_id, event_id, type, mode, session_id, data, created_at)
       select $1, 'evt_' || n, 'checkout.session.expired', 'test', 'ses_' || n, '{}', $4
       from generate_series($2::int, $3::int) as n`,
      [merchantId, sessions + 1, sessions + count, toIso(NOON)],
    );
    sessions += count;
    await createEventPlacer(pool).place(NOON);
  }

  async function entriesRead(): Promise<number> {
    await pool.query("select pg_stat_force_next_flush()");
    const { rows } = await pool.query<{ read: string }>(
      "select sum(idx_tup_read)::text as read from pg_stat_user_indexes where relname ~ '^event'",
    );
    return Number(rows[0]?.read);
  }

  it("reads each new event by its key, however many the merchant has", async () => {
    const sealer = createSealer(pool, systemHash);
    await makeEvents(6_000);
    await sealer.seal(NOON);
    await makeEvents(200);
    const before = await entriesRead();
    expect(await sealer.seal(NOON)).toBe(200);
    expect((await entriesRead()) - before).toBeLessThan(10 * 200);
  });

  it("ends before its work where nothing is new, and seals what comes next", async () => {
    const sealer = createSealer(pool, systemHash);
    expect(await sealer.seal(NOON)).toBe(0);
    const before = await entriesRead();
    expect(await sealer.seal(NOON)).toBe(0);
    expect((await entriesRead()) - before).toBe(0);
    await makeEvents(3);
    expect(await sealer.seal(NOON)).toBe(3);
  });
});
