import { isPassing } from "../../database/connection/database-error.ts";
import { createFailedItemStore } from "./failed-item-store.ts";
import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertSessions } from "../../../test/support/bare-sessions.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { timesOf } from "../../../test/support/times.ts";
import { HOUR, instant, later, MINUTE, toIso, type Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { createMerchant } from "../../domain/merchant/create-merchant.ts";
import { expireSessions } from "../../domain/payment/charge/expire-sessions.ts";
import { systemDigest } from "../../system/digest.ts";
import { systemHash } from "../../system/hash.ts";
import { createMerchantStore } from "../merchant/merchant-store.ts";
import { createPaymentReader } from "../payment/payment-reader.ts";
import { createPaymentStore } from "../payment/payment-store.ts";
import { createPaymentWriter } from "../payment/payment-writer.ts";
import { createSealer } from "../ledger/seal-store.ts";
import { createSessionExpiry } from "../session/session-expiry-store.ts";
import { createStatementStore } from "../transfer/statement-store.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const NOON = instant(Date.UTC(2026, 10, 21, 9));
const clock = { now: () => NOON };
const digest = systemDigest;

/** One merchant has more due work than many rounds can take; the others must not wait for it. */
describe("jobs of several merchants", () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 4 });
  });
  afterAll(() => database.drop());

  async function newMerchant(): Promise<MerchantId> {
    const merchants = createMerchantStore(pool, clock);
    const made = await createMerchant({ clock, random, digest, merchants }, { name: "Dükkân" });
    return made.merchant.merchantId;
  }

  it("ask the bank about one merchant's attempt beside a thousand of another's", async () => {
    const [flood, single] = [await newMerchant(), await newMerchant()];
    const attempts = (merchantId: MerchantId, count: number, dueAt: Instant) =>
      pool.query(
        `insert into attempt (merchant_id, attempt_id, order_id, kind, state, amount, currency,
           created_at, due_at)
         select $1, 'att_' || $1 || n, 'ORD-' || n, 'authorize', 'open', 1000, 'TRY', $3, $3
         from generate_series(1, $2) as n`,
        [merchantId, count, toIso(dueAt)],
      );
    await attempts(flood, 1_000, later(NOON, -HOUR));
    await attempts(single, 1, later(NOON, -MINUTE));
    const connect = () => Promise.reject(new Error("not needed"));
    const writer = createPaymentWriter(connect, pool);
    const reader = createPaymentReader(connect);
    const { claimDue } = createPaymentStore({ pool, jobPool: pool, writer, reader });
    const claimed = await claimDue(NOON, later(NOON, MINUTE), 50);
    const owners = claimed.map(({ key }) => key.merchantId);
    expect(owners).toHaveLength(50);
    expect(owners.filter((owner) => owner === single)).toHaveLength(1);
    expect(await claimDue(NOON, later(NOON, MINUTE), 50)).toHaveLength(50);
  });

  it("expire every merchant's sessions beside thousands of another's", async () => {
    const merchants: MerchantId[] = [];
    for (let one = 0; one < 8; one += 1) merchants.push(await newMerchant());
    for (const merchantId of merchants) {
      await insertSessions(pool, merchantId, { count: 700, at: later(NOON, -2 * HOUR) });
    }
    const expiry = createSessionExpiry(pool);
    const failedItems = createFailedItemStore(pool);
    const report = (sentence: string): void => expect.unreachable(sentence);
    const deps = { ...timesOf(clock), digest, expiry, failedItems, isPassing, report };
    await expireSessions(deps);
    await expireSessions(deps);
    const { rows } = await pool.query(
      `select merchant_id, count(*)::int as expired from event where type = 'session.expired'
       group by merchant_id`,
    );
    expect(rows).toHaveLength(8);
    let rounds = 2;
    while (await expireSessions(deps)) rounds += 1;
    expect(rounds).toBeLessThan(10);
    const expired = await pool.query("select from event where type = 'session.expired'");
    expect(expired.rowCount).toBe(8 * 700);
  });

  it("check one merchant's watched session beside thousands of another's", async () => {
    const [flood, single] = [await newMerchant(), await newMerchant()];
    for (const [merchantId, count] of [
      [flood, 1_500],
      [single, 1],
    ] as const) {
      await insertSessions(pool, merchantId, { count, at: NOON });
      await pool.query(
        `insert into session_watch
         select merchant_id, session_id, $2 from session where merchant_id = $1`,
        [merchantId, toIso(later(NOON, merchantId === flood ? -HOUR : -MINUTE))],
      );
    }
    const found = await createSessionExpiry(pool).find({
      now: NOON,
      madeBefore: instant(0),
      sandboxes: [],
    });
    expect(found.isFull).toBe(true);
    expect(found.ended.map(({ key }) => key.merchantId)).toContain(single);
  });

  it("match lines of a bank's feed beside a long statement of one merchant", async () => {
    const scope = `${await newMerchant()} test`;
    const lines = (owner: string, count: number, seenAt: Instant) =>
      pool.query(
        `insert into statement_line (scope, account, bank_key, source, amount, currency,
           description, booked_at, seen_at)
         select $1, 'TR33', $1 || n, 'mt940', 1000, 'TRY', '', $3, $3
         from generate_series(1, $2) as n`,
        [owner, count, toIso(seenAt)],
      );
    await lines(scope, 5_000, later(NOON, -MINUTE));
    await lines("", 1, NOON);
    const waiting = await createStatementStore(pool, timesOf(clock)).waiting(100);
    expect(waiting).toHaveLength(100);
    expect(waiting.slice(0, 2).map(({ read }) => read().scope)).toContain(undefined);
  });

  it("seal one merchant's posting in the same round as many of another's", async () => {
    const [flood, single] = [await newMerchant(), await newMerchant()];
    for (const [merchantId, count] of [
      [flood, 11_000],
      [single, 1],
    ] as const) {
      await pool.query(
        `with posted as (
           insert into posting (merchant_id, attempt_id, line, order_id, mode, debit, credit,
             amount, currency, created_at)
           select $1, 'att_' || n, 0, 'ORD-' || n, 'test', 'acquirer_receivable',
             'merchant_payable', 1000, 'TRY', $3
           from generate_series(1, $2) as n
           returning merchant_id, attempt_id, line
         )
         insert into posting_unsealed select * from posted`,
        [merchantId, count, toIso(NOON)],
      );
    }
    await createSealer(pool, systemHash).seal(NOON);
    const { rows } = await pool.query("select merchant_id, leaves from seal order by leaves");
    expect(rows).toContainEqual({ merchant_id: single, leaves: 1 });
    expect((await pool.query("select from posting_unsealed")).rowCount).toBe(1_001);
  });
});
