import type { ChildProcess } from "node:child_process";
import type { Pool, PoolClient } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMerchantStore } from "../../src/store/merchant/merchant-store.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { MINUTE, SECOND, toIso } from "../../src/kernel/clock.ts";
import { newEventId, newOrderId } from "../../src/kernel/ids.ts";
import { createMerchant } from "../../src/domain/merchant/create-merchant.ts";
import type { Merchant } from "../../src/domain/merchant/merchant.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { openDeliveryProcesses, type DeliveryProcesses } from "../support/delivery-processes.ts";
import { random } from "../support/sandbox-bank.ts";
import { addEndpoint, startReceiver, type Receiver } from "../support/webhook-receiver.ts";
import { atInstallation } from "../support/installation.ts";

/** Longer than a lease. */
const ASLEEP_MS = MINUTE;

describe("a process that has claimed a webhook", () => {
  let database: TestDatabase;
  let pool: Pool;
  let processes: DeliveryProcesses;
  let receiver: Receiver;
  let merchant: Merchant;
  beforeEach(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 4 });
    processes = await openDeliveryProcesses(database.url);
    receiver = await startReceiver();
    const { clock } = processes;
    const merchants = createMerchantStore(pool, clock);
    const deps = { clock, random, digest: systemDigest, merchants };
    ({ merchant } = await createMerchant(deps, { name: "Uykucu" }));
    const installation = { database, clock };
    await atInstallation(installation, (webhooks) => addEndpoint(webhooks, merchant, receiver));
  });
  afterEach(async () => {
    processes.close();
    await receiver.stop();
    await database.drop();
  });

  /** Events of one order, each in a commit of its own. */
  async function happen(types: readonly string[]): Promise<void> {
    const { merchantId } = merchant;
    const source = { now: processes.clock.now(), random };
    const orderId = newOrderId(merchantId, source);
    for (const type of types) {
      await pool.query(
        `insert into event (merchant_id, event_id, type, mode, session_id, order_id, data,
           created_at)
         values ($1, $2, $3, 'test', 'ses', $4, '{}', $5)`,
        [merchantId, newEventId(merchantId, source), type, orderId, toIso(source.now)],
      );
    }
  }

  const arrived = (): readonly string[] => receiver.received.map(({ json }) => json.type);

  /** Blocks a delivery between its claim and its request, at the read of the merchant's secret. */
  async function holdDeliveries(): Promise<PoolClient> {
    const sql = await pool.connect();
    await sql.query("begin; lock table merchant in access exclusive mode");
    return sql;
  }

  async function release(sql: PoolClient): Promise<void> {
    await sql.query("rollback");
    sql.release();
  }

  async function untilClaimed(): Promise<void> {
    const sending = "select from webhook_delivery where state = 'sending'";
    await expect.poll(async () => (await pool.query(sending)).rowCount).toBe(1);
  }

  async function claimAndHold(): Promise<{ child: ChildProcess; lock: PoolClient }> {
    const lock = await holdDeliveries();
    const child = processes.start();
    await untilClaimed();
    return { child, lock };
  }

  it("and is suspended beyond its lease, sends nothing when it resumes", async () => {
    await happen(["payment.processing", "payment.authorized", "payment.completed"]);
    const { child, lock } = await claimAndHold();
    child.kill("SIGSTOP");
    processes.clock.move(ASLEEP_MS);
    await release(lock);
    const other = processes.start();
    await expect.poll(arrived).toHaveLength(3);
    await processes.kill(other);
    child.kill("SIGCONT");
    // Waits for the resumed process, which would have sent its claimed deliveries by now.
    await happen(["refund.succeeded"]);
    await expect.poll(arrived).toHaveLength(4);
    expect(arrived()).toEqual([
      "payment.processing",
      "payment.authorized",
      "payment.completed",
      "refund.succeeded",
    ]);
  });

  it("numbers the events of an order, in its header and in its data", async () => {
    await happen(["payment.processing", "payment.completed"]);
    await happen(["payment.pending"]);
    processes.start();
    await expect.poll(arrived).toHaveLength(3);
    await happen(["payment.failed"]);
    await expect.poll(arrived).toHaveLength(4);
    const numbers = receiver.received.map(({ headers, json }) => [
      json.type,
      headers["vezne-event-sequence"],
      json.data["event_sequence"],
    ]);
    expect(numbers.toSorted()).toEqual([
      ["payment.completed", "2", 2],
      ["payment.failed", "1", 1],
      ["payment.pending", "1", 1],
      ["payment.processing", "1", 1],
    ]);
  });

  it("and dies does not lengthen the pause after the next failure", async () => {
    await happen(["payment.completed"]);
    for (let death = 0; death < 4; death += 1) {
      const { child, lock } = await claimAndHold();
      await processes.kill(child);
      await release(lock);
      processes.clock.move(ASLEEP_MS);
    }
    receiver.answer = () => ({ status: 500 });
    processes.start();
    await expect.poll(arrived).toHaveLength(1);
    receiver.answer = () => ({ status: 200 });
    const waiting = "select from webhook_delivery where state = 'waiting'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    // 5 s and up to a tenth more by chance, as after any first failure.
    processes.clock.move(6 * SECOND);
    await expect.poll(arrived).toHaveLength(2);
  });
});
