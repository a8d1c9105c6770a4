// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAUSES_MS } from "../../src/domain/job/failed-item.ts";
import { SECOND } from "../../src/kernel/clock.ts";
import { RECOVERY_LEASE_MS } from "../../src/domain/payment/timing.ts";
import { ARRIVES_WITHIN_MS, CALL_ABANDONED_MS } from "../support/sandbox-timing.ts";
import { submit, returnFields } from "../support/bank-customer.ts";
import { HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { comeBack, openPage, payBy } from "../support/redirect-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const ANSWER_LOST_CARD = "5504720000000003";
/** The pause after an item's first failure; it is shorter than a lease. */
const SOON_MS = PAUSES_MS[0];

describe("recovery", () => {
  let shop: TestService;
  let isHeld = false;
  let release = (): void => undefined;
  beforeAll(async () => {
    const bankDelay = (): Promise<void> =>
      isHeld ? new Promise((resolve) => void (release = resolve)) : Promise.resolve();
    shop = await startTestService({ bankDelay });
  });
  afterAll(() => shop.close());

  const state = async (order: unknown): Promise<unknown> => {
    const rows = await query(
      shop,
      `select payment.state || coalesce(' ' || refund.state, '') as state
       from payment left join refund using (merchant_id, order_id) where order_id = $1`,
      [order],
    );
    return rows[0]?.["state"];
  };

  /** While this trigger exists, no payment of the database changes, like on a stopping server. */
  async function refuseMoves(): Promise<() => Promise<unknown>> {
    await query(
      shop,
      `create function refuse_moves() returns trigger language plpgsql as $$
       begin raise exception 'going away' using errcode = '57P01'; end $$`,
    );
    await query(
      shop,
      `create trigger refuse_moves before update on payment
       for each row execute function refuse_moves()`,
    );
    return () => query(shop, "drop function refuse_moves cascade");
  }

  const failures = (): number =>
    shop.logLines.filter((line) => line.includes("job item failed")).length;

  const lost: readonly (readonly [string, () => Promise<unknown>, string])[] = [
    [
      "a charge",
      async () => {
        const paid = await shop.api.pay(await shop.api.session(), ANSWER_LOST_CARD);
        return paid.body["order_id"];
      },
      "completed",
    ],
    [
      "a capture",
      async () => {
        const { order } = await paidOrder(shop.api, { fields: HELD });
        shop.faults.next({ operation: "capture", behaviour: "cut" });
        await merchantCalls(shop.api, shop.merchant.testApiKey).capture(order);
        return order;
      },
      "completed",
    ],
    [
      "a refund",
      async () => {
        const { order } = await paidOrder(shop.api);
        shop.faults.next({ operation: "refund", behaviour: "cut" });
        await merchantCalls(shop.api, shop.merchant.testApiKey).refund(order);
        return order;
      },
      "refunded succeeded",
    ],
  ];

  it.each(lost)("asks again soon when the outcome of %s could not be stored", async (...row) => {
    const [, lose, end] = row;
    const order = await lose();
    const allow = await refuseMoves();
    const before = failures();
    shop.clock.move(3 * SECOND);
    await expect.poll(failures).toBeGreaterThan(before);
    await allow();
    shop.clock.move(SOON_MS);
    await expect.poll(() => state(order)).toBe(end);
  });

  /** Moves the clock from one recovery inquiry to the next, until the order has its outcome. */
  async function passUntilDecided(order: unknown, beforeLook: (passed: number) => void) {
    const begun = shop.clock.now();
    const due = async (): Promise<number | null> => {
      const rows = await query(shop, "select due_at from attempt where order_id = $1", [order]);
      return rows[0]?.["due_at"] as number | null;
    };
    for (let next = await due(); next !== null; next = await due()) {
      const passed = next - begun;
      beforeLook(passed);
      shop.clock.move(next - shop.clock.now());
      await expect.poll(due).toSatisfy((at) => at === null || Number(at) > shop.clock.now());
      const isClaimed = async () => {
        const at = await due();
        return at !== null && at - shop.clock.now() === RECOVERY_LEASE_MS;
      };
      await expect.poll(isClaimed).toBe(false);
    }
    return shop.clock.now() - begun;
  }

  it("asks again soon after the bank was silent for a while, and accepts its answer in time", async () => {
    const silent = await shop.api.pay(await shop.api.session(), ANSWER_LOST_CARD);
    const passedMs = await passUntilDecided(silent.body["order_id"], (passed) => {
      if (passed < 40 * SECOND) shop.faults.next({ operation: "inquire", behaviour: "cut" });
    });
    expect(await state(silent.body["order_id"])).toBe("completed");
    expect(passedMs).toBeLessThan(55 * SECOND);

    shop.faults.clear();
    shop.faults.next({ operation: "authorize", behaviour: "cutBeforeBooking" });
    const never = await shop.api.pay(await shop.api.session(), CARD);
    const passedAfterMs = await passUntilDecided(never.body["order_id"], () => undefined);
    expect(await state(never.body["order_id"])).toBe("failed");
    expect(passedAfterMs).toBe(ARRIVES_WITHIN_MS);
  });

  it("asks soon about a customer who returned from a wallet to a process that died", async () => {
    const session = await shop.api.session();
    const paid = await payBy(shop, session, { payment_type: "wallet", wallet_id: "paycell" });
    const order = paid.body["order_id"];
    const fields = returnFields(await submit(await openPage(paid), "approve"));
    isHeld = true;
    shop.faults.next({ operation: "inquire", behaviour: "delay", ms: 1 });
    const returned = comeBack(shop, fields);
    const due = async (): Promise<unknown> =>
      (await query(shop, "select due_at from attempt where order_id = $1", [order]))[0]?.["due_at"];
    await expect.poll(due).toBe(shop.clock.now() + CALL_ABANDONED_MS);
    isHeld = false;
    release();
    await returned;
    expect(await state(order)).toBe("completed");
  });
});
