import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { timesOf } from "../../../test/support/times.ts";
import type { DeliveryAnswer } from "../../domain/event/delivery.ts";
import type { ClaimedDelivery } from "../../domain/event/ports.ts";
import { registerEndpoint } from "../../domain/event/register-endpoint.ts";
import { instant, later, MINUTE, toIso } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { ok } from "../../kernel/result.ts";
import { createMerchant } from "../../domain/merchant/create-merchant.ts";
import { DeliverySlots } from "../../jobs/delivery-slots.ts";
import { systemDigest } from "../../system/digest.ts";
import { createDeliveryStore } from "./delivery-store.ts";
import { createEndpointStore } from "./endpoint-store.ts";
import { createEventPlacer } from "./event-placer.ts";
import { createMerchantStore } from "../merchant/merchant-store.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const NOON = instant(Date.UTC(2026, 10, 21, 9));
const clock = { now: () => NOON };
const LATE: DeliveryAnswer = {
  kind: "answered",
  status: 200,
  headers: {},
  body: "",
  durationMs: 14_000,
};

describe("claims of webhook deliveries", () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 2 });
  });
  beforeEach(() => pool.query("update webhook_delivery set state = 'paused', due_at = null"));
  afterAll(() => database.drop());

  async function newMerchant(endpoints: number, { areFailing = false } = {}): Promise<MerchantId> {
    const merchants = createMerchantStore(pool, clock);
    const deps = { clock, random, digest: systemDigest, merchants };
    const { merchantId } = (await createMerchant(deps, { name: "Dükkân" })).merchant;
    const management = {
      ...timesOf(clock),
      random,
      endpoints: createEndpointStore(pool),
      hosts: { check: async () => ok(undefined), mayBeHere: () => true },
    };
    for (let index = 0; index < endpoints; index += 1) {
      await registerEndpoint(management, {
        merchantId,
        mode: "test",
        url: `https://shop.example/${index}`,
        description: "",
        eventTypes: undefined,
        secret: "merchant",
      });
    }
    if (areFailing) {
      await pool.query(
        `update webhook_endpoint set failures = 9, failing_since = $2 where merchant_id = $1`,
        [merchantId, toIso(NOON)],
      );
    }
    return merchantId;
  }

  /** Each event belongs to another order, so that no delivery waits for the one before it. */
  async function happen(merchantId: MerchantId, events: number): Promise<void> {
    await pool.query(
      `insert into event (merchant_id, event_id, type, mode, session_id, order_id, data, created_at)
       select $1, 'evt_' || substr($1, 5) || lpad(number::text, 20, '0'), 'payment.completed',
         'test', 'ses', 'ORD-' || number, '{}', $2
       from generate_series(1, $3) as number`,
      [merchantId, toIso(NOON), events],
    );
    await createEventPlacer(pool).place(NOON);
  }

  /** Claims as the job does; no delivery is ever answered. */
  async function claimAll(slots: DeliverySlots): Promise<readonly ClaimedDelivery[]> {
    const claimed: ClaimedDelivery[] = [];
    for (;;) {
      const free = slots.free();
      if (free === undefined) return claimed;
      const lease = { now: NOON, leaseUntil: later(NOON, MINUTE) };
      const more = await createDeliveryStore(pool).claimDue({ ...free, ...lease });
      if (more.length === 0) return claimed;
      for (const delivery of more) slots.begin(delivery);
      claimed.push(...more);
    }
  }

  const countOf = (deliveries: readonly ClaimedDelivery[], merchantId: MerchantId): number =>
    deliveries.filter(({ place }) => place.merchantId === merchantId).length;

  it("leave places for another merchant beside 32 endpoints that hold all they may", async () => {
    const [one, two] = [await newMerchant(16), await newMerchant(16)];
    await happen(one, 20);
    await happen(two, 20);
    const slots = new DeliverySlots();
    const held = await claimAll(slots);
    // Two merchants get a third each; the last third stays free.
    expect(Math.abs(countOf(held, one) - countOf(held, two))).toBeLessThanOrEqual(1);
    expect(held.length).toBe(171);
    const third = await newMerchant(1);
    await happen(third, 5);
    const claimed = await claimAll(slots);
    expect(countOf(claimed, third)).toBe(5);
  });

  it("give a merchant half of all places while no other has a due delivery", async () => {
    const merchantId = await newMerchant(16);
    await happen(merchantId, 20);
    expect(await claimAll(new DeliverySlots())).toHaveLength(128);
  });

  it("keep places for another merchant's throttled endpoint beside many throttled ones", async () => {
    const flood = [
      await newMerchant(16, { areFailing: true }),
      await newMerchant(16, { areFailing: true }),
      await newMerchant(16, { areFailing: true }),
      await newMerchant(16, { areFailing: true }),
    ];
    for (const merchantId of flood) await happen(merchantId, 2);
    const slots = new DeliverySlots();
    expect((await claimAll(slots)).length).toBeGreaterThan(40);
    const other = await newMerchant(1, { areFailing: true });
    await happen(other, 1);
    expect(countOf(await claimAll(slots), other)).toBe(1);
  });

  it("give slow endpoints fewer places once half of all are taken", async () => {
    const late = await newMerchant(1);
    await happen(late, 40);
    const slots = new DeliverySlots();
    const answerLate = (deliveries: readonly ClaimedDelivery[]): void => {
      for (const delivery of deliveries) slots.end(delivery, LATE);
    };
    const first = await claimAll(slots);
    answerLate(first);
    const second = await claimAll(slots);
    answerLate(second);
    // The slow endpoint holds no place while others take theirs.
    await happen(await newMerchant(16), 20);
    await happen(await newMerchant(16), 20);
    const others = await claimAll(slots);
    answerLate(others.filter(({ place }) => place.merchantId === late));
    expect(slots.free()?.limit).toBeLessThan(128);
    const third = await claimAll(slots);
    expect([first, second, third].map((claimed) => countOf(claimed, late))).toEqual([8, 8, 2]);
  });
});
