import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertSessions } from "../../../test/support/bare-sessions.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { instant, later, MINUTE, toIso } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { createMerchant } from "../../domain/merchant/create-merchant.ts";
import { systemDigest } from "../../system/digest.ts";
import { createMerchantStore } from "../merchant/merchant-store.ts";
import { createPersonCases } from "../payment/person-case-store.ts";
import { createEndedSessionFinder } from "./ended-sessions.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const NOON = instant(Date.UTC(2026, 10, 21, 9));
const clock = { now: () => NOON };
const SESSIONS = 5_000;

/** Without statistics, as in a database whose tables have just grown. */
describe("rounds of jobs beside many rows", () => {
  let database: TestDatabase;
  let pool: Pool;
  let merchantId: MerchantId;
  beforeAll(async () => {
    database = await createTestDatabase();
    // One connection, so that its statistics are complete.
    pool = database.open({ max: 1, keepsPlans: true });
    const merchants = createMerchantStore(pool, clock);
    const deps = { clock, random, digest: systemDigest, merchants };
    ({ merchantId } = (await createMerchant(deps, { name: "Dükkân" })).merchant);
    await insertSessions(pool, merchantId, { count: SESSIONS, at: NOON });
    await pool.query(
      `insert into session_payment (merchant_id, session_id, order_id, created_at, holds_session)
       select merchant_id, session_id, 'ORD-' || session_id, created_at, true from session`,
    );
    await pool.query(
      `insert into attempt (merchant_id, attempt_id, order_id, kind, state, amount, currency,
         created_at)
       select merchant_id, 'att_' || session_id, 'ORD-' || session_id, 'authorize', 'approved', 1000,
         'TRY', created_at
       from session`,
    );
  });
  afterAll(() => database.drop());

  async function rowsRead(): Promise<number> {
    await pool.query("select pg_stat_force_next_flush()");
    const { rows } = await pool.query<{ read: string }>(
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::text as read
       from pg_stat_user_tables where relname in ('session', 'session_payment', 'attempt')`,
    );
    return Number(rows[0]?.read);
  }

  it("reads the sessions that are watched and due, and no others", async () => {
    const find = createEndedSessionFinder(pool);
    const search = { now: NOON, madeBefore: instant(0), sandboxes: [] };
    const before = await rowsRead();
    expect((await find(search)).ended).toEqual([]);
    expect(await rowsRead()).toBe(before);
    await pool.query(
      `insert into session_watch
       select merchant_id, session_id, $1 from session order by session_id desc limit 3`,
      [toIso(later(NOON, -MINUTE))],
    );
    const inserted = await rowsRead();
    expect((await find(search)).ended).toHaveLength(3);
    expect((await rowsRead()) - inserted).toBeLessThan(20);
  });

  it("counts the attempts that wait for a person without reading the others", async () => {
    const cases = createPersonCases({ pool, jobPool: pool });
    const before = await rowsRead();
    expect(await cases.count()).toBe(0);
    expect(await rowsRead()).toBe(before);
  });
});
