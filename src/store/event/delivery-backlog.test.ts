import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { registerEndpoint } from "../../domain/event/register-endpoint.ts";
import { instant, later, MINUTE, toIso } from "../../kernel/clock.ts";
import { ok } from "../../kernel/result.ts";
import { createMerchant } from "../../domain/merchant/create-merchant.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { systemDigest } from "../../system/digest.ts";
import { createDeliveryStore } from "./delivery-store.ts";
import { createEndpointStore } from "./endpoint-store.ts";
import { createEventPlacer } from "./event-placer.ts";
import { createMerchantStore } from "../merchant/merchant-store.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const NOON = instant(Date.UTC(2026, 10, 21, 9));
const clock = { now: () => NOON };
const EVENTS = 20_000;
const PER_ORDER = 4;
const PER_ENDPOINT = 8;

/**
 * Each statement has fifteen seconds. A plan that compares each event with each needs minutes, so
 * the statement would fail in every round.
 */
describe("a backlog of one endpoint without statistics of the planner", () => {
  let database: TestDatabase;
  let pool: Pool;
  let merchant: Merchant;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 2 });
    for (const table of ["webhook_delivery", "event_first", "event_feed"]) {
      await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
    }
    const merchants = createMerchantStore(pool, clock);
    const deps = { clock, random, digest: systemDigest, merchants };
    ({ merchant } = await createMerchant(deps, { name: "Yığın" }));
    const { merchantId } = merchant;
    await registerEndpoint(
      {
        clocks: clock,
        random,
        endpoints: createEndpointStore(pool),
        hosts: { check: async () => ok(undefined), mayBeHere: () => true },
      },
      {
        merchantId,
        mode: "test",
        url: "https://shop.example/hooks",
        description: "",
        eventTypes: undefined,
        secret: "merchant",
      },
    );
    await pool.query(
      `insert into event (merchant_id, event_id, type, mode, session_id, order_id, data, created_at)
       select $1, 'evt_' || lpad(number::text, 27, '0'), 'payment.processing', 'test', 'ses',
         'ORD-' || number / ${PER_ORDER}, '{}', $2
       from generate_series(0, ${EVENTS - 1}) as number`,
      [merchantId, toIso(NOON)],
    );
  });
  afterAll(() => database.drop());

  it("is placed in one round, and delivered without a scan of all of it", async () => {
    const placer = createEventPlacer(pool);
    const placed = { kind: "placed", events: EVENTS, hasDeliveries: true };
    expect(await placer.place(NOON)).toEqual(placed);
    const deliveries = createDeliveryStore(pool);
    const delivered: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const claimed = await deliveries.claimDue({
        now: NOON,
        leaseUntil: later(NOON, MINUTE),
        limit: 256,
        throttledLimit: 64,
        perEndpoint: PER_ENDPOINT,
        perThrottledEndpoint: 1,
        used: new Map(),
        underWay: new Map(),
      });
      expect(claimed).toHaveLength(PER_ENDPOINT);
      for (const [turn, delivery] of claimed.entries()) {
        delivered.push(delivery.eventId);
        const answer = { kind: "unanswered", error: "refused", durationMs: 1 } as const;
        const attempt = { startedAt: NOON, requestHeaders: {}, answer };
        const isLate = turn === 0;
        const at = later(NOON, 5_000);
        const verdict = isLate
          ? ({ kind: "retry", at } as const)
          : ({ kind: "delivered" } as const);
        await deliveries.recordOutcome(delivery.read(), {
          attempt,
          verdict,
          now: NOON,
          nextDueAt: NOON,
        });
      }
    }
    expect(new Set(delivered).size).toBe(delivered.length);
    const { rows } = await pool.query<{ waits: bigint }>(
      `select count(*) as waits from webhook_delivery
       where state = 'waiting' and due_at > $1`,
      [toIso(NOON)],
    );
    // The deliveries that wait for a retry, and those behind each of them.
    expect(Number(rows[0]?.waits)).toBeGreaterThan(10);
  });
});
