import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { FaultBehaviour } from "../../src/bank/faults.ts";
import { SECOND } from "../../src/kernel/clock.ts";
import type { Acquirer } from "../../src/domain/payment/acquirer.ts";
import { findOrder } from "../../src/domain/payment/find-order.ts";
import { refundPayment, type RefundDeps } from "../../src/domain/refund/refund-payment.ts";
import {
  balancesOf,
  eventsOf,
  merchantCalls,
  paidOrder,
  query,
  type MerchantCalls,
  type PaidOrder,
} from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const AMOUNT = 125_000;

describe("a refund with a lost answer", () => {
  let shop: TestService;
  let till: MerchantCalls;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
  });
  afterAll(() => shop.close());

  const refundedAtTheBank = async (order: string): Promise<unknown> => {
    const rows = await query(
      shop,
      "select refunded_minor from bank.entry where order_id = $1 and type in ('sale', 'preauth')",
      [order],
    );
    return rows[0]?.["refunded_minor"];
  };

  const lastRefund = async (order: string): Promise<unknown> => {
    const rows = await query(shop, "select refund_id from refund where order_id = $1", [order]);
    return rows.at(-1)?.["refund_id"];
  };

  const endsAs = async (refund: unknown, status: string): Promise<void> => {
    await vi.waitFor(
      async () => expect((await till.findRefund(refund)).body).toMatchObject({ status }),
      { timeout: 40_000, interval: 100 },
    );
  };

  /** Calls the use case itself with broken parts, like a process that dies. */
  const refundWith = async (
    { session, order }: PaidOrder,
    broken: (deps: RefundDeps) => Partial<RefundDeps>,
  ) => {
    const { deps } = shop.service;
    const known = await findOrder(deps, {
      caller: undefined,
      orderId: order,
      sessionId: session,
    });
    if (known === undefined) throw new Error("no such order");
    const command = { ...known, amountMinor: undefined, idempotencyKey: undefined };
    return refundPayment({ ...deps, ...broken(deps) }, command);
  };

  it.each<FaultBehaviour>(["cut", "garbage", "pending", "status500AfterBooking", "foreignAnswer"])(
    "is pending, keeps its amount, and ends by a recovery inquiry (%s)",
    async (behaviour) => {
      const { order } = await paidOrder(shop.api);
      shop.faults.next({ operation: "refund", behaviour });
      const pending = await till.refund(order, { amount: 100_000 });
      expect(pending.status).toBe(200);
      expect(pending.body).toMatchObject({ success: true, status: "refund_pending" });
      const tooMuch = await till.refund(order, { amount: 25_001 });
      expect(tooMuch.body).toMatchObject({ refundable_amount: 25_000 });

      shop.clock.move(3 * SECOND);
      await endsAs(pending.body["refund_id"], "partially_refunded");
      expect(await refundedAtTheBank(order)).toBe(100_000n);
      expect((await till.refund(order)).body).toMatchObject({
        status: "refunded",
        amount: 25_000,
      });
      expect(await balancesOf(shop, order)).toEqual({});
      expect(await eventsOf(shop, order)).toEqual([
        "payment.completed",
        "refund.pending",
        "refund.succeeded",
        "refund.succeeded",
      ]);
    },
  );

  it("is sent again under its own id where the bank never received it", async () => {
    const { order } = await paidOrder(shop.api);
    shop.faults.next({ operation: "refund", behaviour: "cutBeforeBooking" });
    const pending = await till.refund(order);
    expect(pending.body["status"]).toBe("refund_pending");
    shop.clock.move(35 * SECOND);
    await endsAs(pending.body["refund_id"], "refunded");
    expect(await refundedAtTheBank(order)).toBe(BigInt(AMOUNT));
  });

  it("stays pending while its request may still reach the bank, though the bank does not know it", async () => {
    const { order } = await paidOrder(shop.api);
    shop.faults.next({ operation: "refund", behaviour: "cut" });
    shop.faults.next({ operation: "inquire", behaviour: "notFound" });
    const pending = await till.refund(order);
    shop.clock.move(3 * SECOND);
    await vi.waitFor(() => expect(shop.faults.waiting).toBe(0), { timeout: 40_000 });
    expect((await till.findRefund(pending.body["refund_id"])).body["status"]).toBe(
      "refund_pending",
    );
    shop.clock.move(10 * SECOND);
    await endsAs(pending.body["refund_id"], "refunded");
    expect(await refundedAtTheBank(order)).toBe(BigInt(AMOUNT));
  });

  it("is completed where the process died between the bank's approval and the commit", async () => {
    const paid = await paidOrder(shop.api);
    const result = await refundWith(paid, ({ refunds }) => ({
      refunds: { ...refunds, applyOutcome: () => Promise.reject(new Error("the process died")) },
    }));
    expect(result).toMatchObject({ ok: true, value: { refund: { state: "calling" } } });
    expect(await refundedAtTheBank(paid.order)).toBe(BigInt(AMOUNT));
    expect(await balancesOf(shop, paid.order)).toEqual({
      acquirer_receivable: AMOUNT,
      merchant_payable: -AMOUNT,
    });
    const again = await till.refund(paid.order);
    expect(again.body).toMatchObject({ code: "refund_exceeds_amount", refundable_amount: 0 });

    shop.clock.move(36 * SECOND);
    await endsAs(await lastRefund(paid.order), "refunded");
    expect(await refundedAtTheBank(paid.order)).toBe(BigInt(AMOUNT));
    expect(await balancesOf(shop, paid.order)).toEqual({});
  });

  it("fails where the process died before it asked the bank", async () => {
    const paid = await paidOrder(shop.api);
    const bank = await shop.service.deps.acquirers.byName("sandbox");
    let late: (() => ReturnType<Acquirer["refund"]>) | undefined;
    const dying: Acquirer = {
      ...bank,
      refund: (request) => {
        late = () => bank.refund(request);
        return Promise.reject(new Error("the process died"));
      },
    };
    await expect(
      refundWith(paid, ({ acquirers }) => ({
        acquirers: { ...acquirers, byName: () => Promise.resolve(dying) },
      })),
    ).rejects.toThrow("the process died");

    shop.clock.move(36 * SECOND);
    await endsAs(await lastRefund(paid.order), "refund_failed");
    expect(await late?.()).toMatchObject({ kind: "declined" });
    expect(await refundedAtTheBank(paid.order)).toBe(0n);
    expect((await till.refund(paid.order)).body).toMatchObject({ status: "refunded" });
  });

  /** A bank that gives no answer, and a `breaks` that runs during its call. */
  const silent = async (breaks: () => Promise<unknown>): Promise<Acquirer> => ({
    ...(await shop.service.deps.acquirers.byName("sandbox")),
    async refund() {
      await breaks();
      return { kind: "unknown", cause: "timeout" };
    },
  });

  it("stays pending and is sent again where the database connections broke during the call", async () => {
    const paid = await paidOrder(shop.api);
    const cut = (): Promise<unknown> =>
      query(
        shop,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'vezne'`,
      );
    const result = await refundWith(paid, ({ acquirers }) => ({
      acquirers: { ...acquirers, byName: () => silent(cut) },
    }));
    expect(result).toMatchObject({ ok: true, value: { refund: { state: "unknown" } } });
    shop.clock.move(36 * SECOND);
    await endsAs(await lastRefund(paid.order), "refunded");
    expect(await refundedAtTheBank(paid.order)).toBe(BigInt(AMOUNT));
  });

  it("is not acknowledged, and fails, where its pending state cannot be stored", async () => {
    const paid = await paidOrder(shop.api);
    const away = new Error("the database is away");
    await expect(
      refundWith(paid, ({ acquirers, refunds }) => ({
        acquirers: { ...acquirers, byName: () => silent(() => Promise.resolve()) },
        refunds: { ...refunds, applyOutcome: () => Promise.reject(away) },
      })),
    ).rejects.toBe(away);
    shop.clock.move(36 * SECOND);
    await endsAs(await lastRefund(paid.order), "refund_failed");
    expect(await refundedAtTheBank(paid.order)).toBe(0n);
  });

  it("is completed once where the late answer and the inquiry meet", async () => {
    const paid = await paidOrder(shop.api);
    const bank = await shop.service.deps.acquirers.byName("sandbox");
    const slow: Acquirer = {
      ...bank,
      async refund(request) {
        const outcome = await bank.refund(request);
        shop.clock.move(36 * SECOND);
        await endsAs(await lastRefund(paid.order), "refunded");
        return outcome;
      },
    };
    const result = await refundWith(paid, ({ acquirers }) => ({
      acquirers: { ...acquirers, byName: () => Promise.resolve(slow) },
    }));
    expect(result).toMatchObject({ ok: true, value: { refund: { state: "succeeded" } } });
    expect(await balancesOf(shop, paid.order)).toEqual({});
    expect(await eventsOf(shop, paid.order)).toEqual(["payment.completed", "refund.succeeded"]);
  });
});
