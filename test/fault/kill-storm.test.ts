// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CALL_ABANDONED_MS } from "../support/sandbox-timing.ts";
import { isFullRun, isWholeRun } from "../support/full-run.ts";
import { letTimePass } from "../support/let-time-pass.ts";
import { runService, type RunningService } from "../support/running-service.ts";

const [PAYMENTS, IN_FLIGHT, KILLS] = isWholeRun
  ? [1_000, 64, 3]
  : isFullRun
    ? [500, 64, 2]
    : [120, 16, 1];
const DECIDED_WITHIN_MS = 60_000;

/** The knowledge that a shop has of one session after its calls. */
type Purchase = { readonly session: string; readonly acknowledged: string | undefined };

describe("a service that is killed under load", () => {
  let service: RunningService;
  beforeAll(async () => void (service = await runService({ VEZNE_LOG_LEVEL: "error" })));
  afterAll(() => service.close());

  it("loses no acknowledged payment, charges none twice and ends every open one", async () => {
    const purchases = await payThroughKills(service);
    const lastRestart = performance.now();
    if (!isWholeRun) await letTimePass(service, CALL_ABANDONED_MS);
    await untilNothingIsOpen(service);
    expect(performance.now() - lastRestart).toBeLessThan(DECIDED_WITHIN_MS);

    const acknowledged = purchases.flatMap((purchase) => purchase.acknowledged ?? []);
    expect(acknowledged.length).toBeGreaterThan(PAYMENTS / 2);
    const pool = service.database.open();
    const completed = await pool.query<{ order_id: string; session_id: string }>(
      "select order_id, session_id from payment where state = 'completed'",
    );
    const orders = new Set(completed.rows.map((row) => row.order_id));
    expect(acknowledged.filter((order) => !orders.has(order))).toEqual([]);
    const sessions = completed.rows.map((row) => row.session_id);
    expect(new Set(sessions).size).toBe(sessions.length);

    // The bank keeps its own book, so that double charges are counted there and not by the service.
    const bank = await pool.query<{ order_id: string; approved: bigint }>(
      `select order_id, count(*) as approved from bank.entry
       where state = 'approved' group by order_id`,
    );
    const charged = new Map(bank.rows.map((row) => [row.order_id, row.approved]));
    expect([...charged.values()].filter((times) => times !== 1n)).toEqual([]);
    expect([...charged.keys()].toSorted()).toEqual([...orders].toSorted());
    const books = await pool.query<{ posted: bigint; charged: bigint }>(
      `select (select sum(amount)::bigint from posting where credit = 'merchant_payable') as posted,
         (select sum(captured_amount)::bigint from payment) as charged`,
    );
    expect(books.rows[0]?.posted).toBe(books.rows[0]?.charged);
  });
});

async function payThroughKills(service: RunningService): Promise<readonly Purchase[]> {
  const purchases: Purchase[] = [];
  const killAt = new Set(
    Array.from({ length: KILLS }, (_, kill) => Math.floor((PAYMENTS * (kill + 1)) / (KILLS + 1))),
  );
  let begun = 0;
  let restarting: Promise<void> = Promise.resolve();
  const restart = async (): Promise<void> => {
    await service.kill();
    await service.start();
  };
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (begun < PAYMENTS) {
        begun += 1;
        if (killAt.has(begun)) restarting = restart();
        purchases.push(await buy(service, () => restarting));
      }
    }),
  );
  await restarting;
  return purchases;
}

/**
 * Repeats the call until it creates a session, and pays once; a broken call leaves the outcome
 * open.
 */
async function buy(service: RunningService, up: () => Promise<void>): Promise<Purchase> {
  for (;;) {
    await up();
    const session = await service.api.session().catch(() => undefined);
    if (session === undefined) continue;
    const paid = await service.api.pay(session, "5528790000000008").catch(() => undefined);
    const acknowledged =
      paid?.body["status"] === "completed" ? String(paid.body["order_id"]) : undefined;
    return { session, acknowledged };
  }
}

async function untilNothingIsOpen(service: RunningService): Promise<void> {
  const pool = service.database.open();
  const open = async (): Promise<bigint | undefined> => {
    const { rows } = await pool.query<{ open: bigint }>(
      "select count(*) as open from payment where state in ('calling', 'authorizing', 'unknown')",
    );
    return rows[0]?.open;
  };
  await expect.poll(open, { timeout: 2 * DECIDED_WITHIN_MS, interval: 250 }).toBe(0n);
}
