import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertSessions } from "../../../test/support/bare-sessions.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { jobDeps } from "../../../test/support/job-deps.ts";
import { HOUR, instant, later, MINUTE } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { createMerchant } from "../../domain/merchant/create-merchant.ts";
import { expireSessions } from "../../domain/payment/charge/expire-sessions.ts";
import { systemDigest } from "../../system/digest.ts";
import { createMerchantStore } from "../merchant/merchant-store.ts";
import { createSessionExpiry } from "./session-expiry-store.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const NOON = instant(Date.UTC(2026, 10, 21, 9));
const OVER = later(NOON, HOUR + 2 * MINUTE);
const clock = { now: () => OVER };

const HOLD = `
  insert into session_payment (merchant_id, session_id, order_id, created_at, holds_session)
  select merchant_id, session_id, 'ORD-' || session_id, created_at, true from session`;

describe("the end of a session", () => {
  let database: TestDatabase;
  let pool: Pool;
  let merchantId: MerchantId;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 2 });
    const merchants = createMerchantStore(pool, clock);
    const deps = { clock, random, digest: systemDigest, merchants };
    ({ merchantId } = (await createMerchant(deps, { name: "Dükkân" })).merchant);
    await insertSessions(pool, merchantId, { count: 1, at: NOON });
  });
  afterAll(() => database.drop());

  const expire = (expiry = createSessionExpiry(pool)) =>
    expireSessions({
      ...jobDeps(pool, clock),
      report: () => undefined,
      clocks: { now: () => OVER, moved: () => [] },
      digest: systemDigest,
      expiry,
    });
  const rows = async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows;

  it("waits for a payment that took the session after the search had read it", async () => {
    const expiry = createSessionExpiry(pool);
    await expire({
      ...expiry,
      async find(search) {
        const found = await expiry.find(search);
        await pool.query(HOLD);
        return found;
      },
    });
    expect(await rows("select from event")).toEqual([]);
    expect(await rows("select due_at from session_watch")).toEqual([
      { due_at: later(OVER, MINUTE) },
    ]);
  });

  it("closes the session and writes its event, once the payment has failed", async () => {
    await pool.query("update session_payment set holds_session = false");
    await pool.query("update session_watch set due_at = created_at from session");
    await expire();
    expect(await rows("select type from event")).toEqual([{ type: "session.expired" }]);
    expect(await rows("select from session_watch")).toEqual([]);
    await expect(pool.query(HOLD.replace("'ORD-'", "'ORD-2'"))).rejects.toThrow(/unique/);
  });
});
