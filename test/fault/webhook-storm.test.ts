// tier: night
import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMerchantStore } from "../../src/store/merchant/merchant-store.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { toIso } from "../../src/kernel/clock.ts";
import { newEventId, newOrderId } from "../../src/kernel/ids.ts";
import { createMerchant } from "../../src/domain/merchant/create-merchant.ts";
import type { Merchant } from "../../src/domain/merchant/merchant.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { openDeliveryProcesses, type DeliveryProcesses } from "../support/delivery-processes.ts";
import { addEndpoint, startReceiver, verify, type Receiver } from "../support/webhook-receiver.ts";
import { isFullRun } from "../support/full-run.ts";
import { atInstallation } from "../support/installation.ts";

/** `VEZNE_STORM_EVENTS=10000` sets the long run. */
const EVENTS = Number(process.env["VEZNE_STORM_EVENTS"] ?? 600);
const PER_ORDER = 3;
const WRITERS = 6;
const PROCESSES = 3;
const KILLS = 6;
const RESTARTS = 3;
/** Deliveries that are due within this time are sent at once, in ms. */
const TOGETHER_MS = 5_000;
const PATIENCE_MS = 1_800_000;

const random = { bytes: (count: number) => randomBytes(count) };

describe.runIf(isFullRun)("webhooks during crashes", () => {
  let processes: DeliveryProcesses;
  let clock: DeliveryProcesses["clock"];
  let database: TestDatabase;
  let pool: Pool;
  let receiver: Receiver;
  let merchant: Merchant;
  beforeAll(async () => {
    database = await createTestDatabase();
    processes = await openDeliveryProcesses(database.url);
    ({ clock } = processes);
    pool = database.open({ max: 12 });
    receiver = await startReceiver();
    const merchants = createMerchantStore(pool, clock);
    const deps = { clock, random, digest: systemDigest, merchants };
    ({ merchant } = await createMerchant(deps, { name: "Fırtına" }));
    const installation = { database, clock };
    await atInstallation(installation, (webhooks) => addEndpoint(webhooks, merchant, receiver));
  });
  afterAll(async () => {
    processes.close();
    await receiver.stop();
    await database.drop();
  });

  /** Writes each event in a commit of its own; the events of an order come one after the other. */
  async function writeOrders(orders: number): Promise<readonly string[]> {
    const written: string[] = [];
    for (let order = 0; order < orders; order += 1) {
      const now = clock.now();
      const orderId = newOrderId(merchant.merchantId, { now, random });
      for (let step = 0; step < PER_ORDER; step += 1) {
        const eventId = newEventId(merchant.merchantId, { now: clock.now(), random });
        await pool.query(
          `insert into event (merchant_id, event_id, type, mode, session_id, order_id, data,
             created_at)
           values ($1, $2, 'payment.processing', 'test', 'ses', $3, $4, $5)`,
          [merchant.merchantId, eventId, orderId, { order: orderId, step }, toIso(clock.now())],
        );
        written.push(eventId);
      }
    }
    return written;
  }

  const undelivered = async () => {
    const { rows } = await pool.query<{ missing: bigint; due: number | null; sending: bigint }>(
      `select (select count(*) from event) - count(*) filter (where state = 'delivered') as missing,
         min(due_at) filter (where state = 'waiting') as due,
         count(*) filter (where state = 'sending') as sending
       from webhook_delivery`,
    );
    return rows[0] ?? { missing: 0n, due: null, sending: 0n };
  };

  /** Moves the clock as far as pending work needs it; leases end only where nothing else moves. */
  async function passTime(quietMs: number): Promise<bigint> {
    const { missing, due, sending } = await undelivered();
    const isStuck = sending > 0n && quietMs > 1_000;
    if (sending > 0n ? isStuck : due !== null && due > clock.now()) {
      clock.move(isStuck ? 61_000 : Number(due) - clock.now() + TOGETHER_MS);
    }
    return missing;
  }

  it(
    "arrive all, each event with one id, in the order of its payment",
    async () => {
      const acknowledged = new Map<string, Set<number>>();
      const early: string[] = [];
      receiver.answer = ({ id, json }, response) => {
        const order = String(json.data["order"]);
        const step = Number(json.data["step"]);
        const known = acknowledged.get(order) ?? new Set<number>();
        if (step > 0 && !known.has(step - 1)) early.push(id);
        const luck = Math.random();
        if (luck < 1 / 6) return { status: 500 };
        if (luck < 1 / 3) {
          response.destroy();
          return undefined;
        }
        acknowledged.set(order, known.add(step));
        return { status: 200 };
      };
      for (let process = 0; process < PROCESSES; process += 1) processes.start();
      const orders = Math.ceil(EVENTS / PER_ORDER / WRITERS);
      const writing = Promise.all(Array.from({ length: WRITERS }, () => writeOrders(orders)));
      const disturbing = disturb();
      const written = (await writing).flat();
      let arrivals = -1;
      let quietSince = performance.now();
      const missing = async () => {
        if (receiver.received.length !== arrivals) quietSince = performance.now();
        arrivals = receiver.received.length;
        return passTime(performance.now() - quietSince);
      };
      await expect.poll(missing, { timeout: PATIENCE_MS, interval: 100 }).toBe(0n);
      await disturbing;

      expect(early).toEqual([]);
      const arrived = new Set(receiver.received.map(({ id }) => id));
      expect(written.filter((id) => !arrived.has(id))).toEqual([]);
      expect(arrived.size).toBe(written.length);
      const bodies = new Map(receiver.received.map(({ id, body }) => [id, body]));
      for (const delivery of receiver.received) expect(delivery.body).toBe(bodies.get(delivery.id));
      for (const delivery of receiver.received.slice(0, 50)) {
        expect(verify(merchant.webhookSecret, delivery)).toEqual(delivery.json);
      }
    },
    PATIENCE_MS,
  );

  /** Kills processes and the receiver in turn, while events arrive. */
  async function disturb(): Promise<void> {
    const share = EVENTS / (KILLS + RESTARTS + 1);
    for (let turn = 1; turn <= KILLS + RESTARTS; turn += 1) {
      const untilThen = () => receiver.received.length;
      await expect.poll(untilThen, { timeout: PATIENCE_MS }).toBeGreaterThan(turn * share);
      if (turn % 3 === 0) {
        await receiver.stop();
        await receiver.start();
      } else {
        await processes.kill();
        processes.start();
      }
    }
  }
});
