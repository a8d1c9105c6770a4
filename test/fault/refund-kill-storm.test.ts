// tier: night
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LIMITS } from "../../src/domain/limit/limits.ts";
import { isFullRun } from "../support/full-run.ts";
import { letTimePass } from "../support/let-time-pass.ts";
import { merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { runService, type RunningService } from "../support/running-service.ts";

const ORDERS = 60;
const REFUNDS_PER_ORDER = 10;
const IN_FLIGHT = 16;
const KILLS = 3;
const DECIDED_WITHIN_MS = 90_000;

/** One refund of a shop, whose call is repeated with its key until it gets an answer. */
type Wish = { readonly order: string; readonly key: string; readonly amount: number };

describe.runIf(isFullRun)("refunds of a service that is killed under load", () => {
  let service: RunningService;
  beforeAll(async () => void (service = await runService({ VEZNE_LOG_LEVEL: "error" })));
  afterAll(() => service.close());

  it("are made once for each key, and the books agree with the bank", async () => {
    const orders: string[] = [];
    for (let count = 0; count < ORDERS; count += 1) {
      orders.push((await paidOrder(service.api)).order);
    }
    const wishes = orders.flatMap((order) =>
      Array.from({ length: REFUNDS_PER_ORDER }, (_, index): Wish => {
        const amount = 1_000 + index;
        return { order, amount, key: `${order}-${index}` };
      }),
    );
    await refundThroughKills(service, wishes);
    await untilNothingIsOpen(service);

    const pool = service.database.open();
    const refunds = await pool.query<{ key: string; amount: bigint; state: string }>(
      "select idempotency_key as key, amount, state from refund",
    );
    const keys = refunds.rows.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.toSorted()).toEqual(wishes.map(({ key }) => key).toSorted());

    const opinions = await pool.query<{ ours: bigint; rows: bigint; bank: bigint; posted: bigint }>(
      `select refunded_amount as ours,
         (select coalesce(sum(amount), 0)::bigint from refund
          where refund.order_id = payment.order_id and refund.state = 'succeeded') as rows,
         (select refunded_minor from bank.entry
          where entry.order_id = payment.order_id and entry.type = 'sale') as bank,
         (select coalesce(sum(amount), 0)::bigint from posting
          where posting.order_id = payment.order_id and debit = 'merchant_payable') as posted
       from payment where refund_reserved = 0`,
    );
    expect(opinions.rows).toHaveLength(ORDERS);
    for (const { ours, rows, bank, posted } of opinions.rows) {
      expect([rows, bank, posted]).toEqual([ours, ours, ours]);
    }
  });
});

async function refundThroughKills(service: RunningService, wishes: readonly Wish[]): Promise<void> {
  const till = merchantCalls(service.api, service.apiKey);
  const killAt = new Set(
    Array.from({ length: KILLS }, (_, kill) =>
      Math.floor((wishes.length * (kill + 1)) / (KILLS + 1)),
    ),
  );
  let restarting: Promise<void> = Promise.resolve();
  const restart = async (): Promise<void> => {
    await service.kill();
    await letTimePass(service, LIMITS.keyLeaseMs);
    // Leases of keys end in real time.
    await service.database.open().query("update idempotency set lease_until = created_at");
    await service.start();
  };
  const waiting = [...wishes.entries()];
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        const [index, { order, key, amount }] = item;
        if (killAt.has(index)) restarting = restart();
        for (let answered = false; !answered;) {
          await restarting;
          const headers = { "idempotency-key": key };
          const answer = await till.refund(order, { amount }, headers).catch(() => undefined);
          answered = answer?.status === 200;
        }
      }
    }),
  );
  await restarting;
}

async function untilNothingIsOpen(service: RunningService): Promise<void> {
  const pool = service.database.open();
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        "select from refund where state in ('calling', 'unknown') limit 1",
      );
      expect(rows).toEqual([]);
    },
    { timeout: DECIDED_WITHIN_MS, interval: 250 },
  );
}
