import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { FaultBehaviour } from "../../src/bank/faults.ts";
import { SECOND } from "../../src/kernel/clock.ts";
import { capturePayment } from "../../src/domain/payment/modification/capture.ts";
import { findOrder } from "../../src/domain/payment/find-order.ts";
import {
  balancesOf,
  eventsOf,
  HELD,
  merchantCalls,
  paidOrder,
  query,
  type MerchantCalls,
  type PaidOrder,
} from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const AMOUNT = 125_000;
const CHARGED = { acquirer_receivable: AMOUNT, merchant_payable: -AMOUNT };

describe("a capture or void with a lost answer", () => {
  let shop: TestService;
  let till: MerchantCalls;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
  });
  afterAll(() => shop.close());

  const endsAs = async ({ session, order }: PaidOrder, status: string): Promise<void> => {
    await vi.waitFor(
      async () => expect((await shop.api.status(session, order)).body).toMatchObject({ status }),
      { timeout: 40_000, interval: 100 },
    );
  };

  const atTheBank = async (order: string): Promise<unknown> => {
    const [row] = await query(
      shop,
      "select captured_minor, voided from bank.entry where order_id = $1 and type = 'preauth'",
      [order],
    );
    return row;
  };

  const dueAttempts = async (order: string): Promise<number> =>
    (await query(shop, "select 1 from attempt where order_id = $1 and due_at is not null", [order]))
      .length;

  it.each<FaultBehaviour>(["cut", "pending", "halfAnswer"])(
    "leaves a captured payment authorized until recovery asks the bank (%s)",
    async (behaviour) => {
      const held = await paidOrder(shop.api, { fields: HELD });
      shop.faults.next({ operation: "capture", behaviour });
      const undecided = await till.capture(held.order);
      expect(undecided.status).toBe(200);
      expect(undecided.body).toMatchObject({
        success: false,
        status: "authorized",
        code: "bank_undecided",
        captured_amount: 0,
      });
      const detail = "A capture of the payment of order_id is under way; ask for its status.";
      const answer = { status: 409, detail, payment_status: "authorized" };
      expect((await till.void(held.order)).body).toMatchObject({ ...answer, code: "not_voidable" });
      expect((await till.capture(held.order)).body).toMatchObject({
        ...answer,
        code: "not_capturable",
      });

      shop.clock.move(3 * SECOND);
      await endsAs(held, "completed");
      expect(await balancesOf(shop, held.order)).toEqual(CHARGED);
      expect(await eventsOf(shop, held.order)).toEqual(["payment.authorized", "payment.completed"]);
      expect(await dueAttempts(held.order)).toBe(0);
    },
  );

  it("is completed by a recovery inquiry, for a void", async () => {
    const held = await paidOrder(shop.api, { fields: HELD });
    shop.faults.next({ operation: "void", behaviour: "cut" });
    const undecided = await till.void(held.order);
    expect(undecided.body).toMatchObject({ success: false, code: "bank_undecided" });
    expect((await till.capture(held.order)).body).toMatchObject({
      code: "not_capturable",
      detail: "A void of the payment of order_id is under way; ask for its status.",
    });
    shop.clock.move(3 * SECOND);
    await endsAs(held, "cancelled");
    expect(await balancesOf(shop, held.order)).toEqual({});
    expect(await atTheBank(held.order)).toEqual({ captured_minor: 0n, voided: true });
  });

  it("is sent again under the same id, where the bank never received it", async () => {
    const captured = await paidOrder(shop.api, { fields: HELD });
    const voided = await paidOrder(shop.api, { fields: HELD });
    shop.faults.next({ operation: "capture", behaviour: "cutBeforeBooking" });
    shop.faults.next({ operation: "void", behaviour: "cutBeforeBooking" });
    await till.capture(captured.order, { amount: 7 });
    await till.void(voided.order);
    shop.clock.move(35 * SECOND);
    await endsAs(captured, "completed");
    await endsAs(voided, "cancelled");
    expect(await atTheBank(captured.order)).toEqual({ captured_minor: 7n, voided: false });
    expect(await balancesOf(shop, captured.order)).toEqual({
      acquirer_receivable: 7,
      merchant_payable: -7,
    });
    expect(await balancesOf(shop, voided.order)).toEqual({});
  });

  it("leaves the payment authorized where the bank's refusal was lost", async () => {
    const held = await paidOrder(shop.api, { fields: HELD, card: "5406670000000009" });
    shop.faults.next({ operation: "void", behaviour: "cut" });
    expect((await till.void(held.order)).body["code"]).toBe("bank_undecided");
    shop.clock.move(3 * SECOND);
    await vi.waitFor(async () => expect(await dueAttempts(held.order)).toBe(0), {
      timeout: 40_000,
      interval: 100,
    });
    expect((await till.capture(held.order)).body).toMatchObject({ status: "completed" });
  });

  it.each<[string, string, FaultBehaviour]>([
    ["5406670000000009", "authorized", "cut"],
    ["4543590000000006", "cancelled", "cut"],
  ])(
    "tells a repetition under the same key how it ended (%s: %s)",
    async (card, end, behaviour) => {
      const held = await paidOrder(shop.api, { fields: HELD, card });
      const headers = { "idempotency-key": `stop-${card.slice(-4)}` };
      shop.faults.next({ operation: "void", behaviour });
      const first = await till.void(held.order, {}, headers);
      expect(first.body["code"]).toBe("bank_undecided");
      const meanwhile = await till.void(held.order, {}, headers);
      expect(meanwhile.body).toEqual(first.body);
      expect(meanwhile.headers.get("idempotent-replayed")).toBe("true");
      shop.clock.move(3 * SECOND);
      await vi.waitFor(async () => expect(await dueAttempts(held.order)).toBe(0), {
        timeout: 40_000,
        interval: 100,
      });
      const last = await till.void(held.order, {}, headers);
      expect(last.body).toMatchObject({ success: end === "cancelled", status: end });
      expect(last.body["code"]).not.toBe("bank_undecided");
      const again = await till.void(held.order, {}, headers);
      expect(again.text).toBe(last.text);
    },
  );

  it("is completed where the process died between the bank's approval and the commit", async () => {
    const held = await paidOrder(shop.api, { fields: HELD });
    const { deps } = shop.service;
    const named = { caller: undefined, orderId: held.order, sessionId: held.session };
    const known = await findOrder(deps, named);
    if (known === undefined) throw new Error("no such order");
    const dying = () => Promise.reject(new Error("the process died"));
    const result = await capturePayment(
      { ...deps, modifications: { ...deps.modifications, applyModification: dying } },
      { ...known, amountMinor: undefined, idempotencyKey: undefined },
    );
    expect(result).toMatchObject({ ok: true, value: { payment: { state: "capturing" } } });
    shop.clock.move(36 * SECOND);
    await endsAs(held, "completed");
    expect(await balancesOf(shop, held.order)).toEqual(CHARGED);
  });

  it.each(["before", "after"])(
    "is found by its key where the process died (%s the bank was asked again)",
    async (moment) => {
      const held = await paidOrder(shop.api, { fields: HELD });
      const { deps } = shop.service;
      const named = { caller: undefined, orderId: held.order, sessionId: held.session };
      const known = await findOrder(deps, named);
      if (known === undefined) throw new Error("no such order");
      const dying = () => Promise.reject(new Error("the process died"));
      await capturePayment(
        { ...deps, modifications: { ...deps.modifications, applyModification: dying } },
        { ...known, amountMinor: 5n, idempotencyKey: `ship-12-${moment}` },
      );
      const headers = { "idempotency-key": `ship-12-${moment}` };
      if (moment === "after") {
        shop.clock.move(36 * SECOND);
        await endsAs(held, "completed");
      }
      const again = await till.capture(held.order, { amount: 5 }, headers);
      expect(again.status).toBe(200);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(again.body).toMatchObject(
        moment === "after"
          ? { success: true, status: "completed", captured_amount: 5 }
          : { success: false, status: "authorized", code: "bank_undecided" },
      );
      expect((await till.capture(held.order, { amount: 6 }, headers)).status).toBe(422);
      expect((await till.capture(held.order, { amount: 5 })).status).toBe(409);
    },
  );

  it("is completed once where the late answer and the inquiry meet", async () => {
    const held = await paidOrder(shop.api, { fields: HELD });
    const { deps } = shop.service;
    const named = { caller: undefined, orderId: held.order, sessionId: held.session };
    const known = await findOrder(deps, named);
    if (known === undefined) throw new Error("no such order");
    const bank = await deps.acquirers.byName("sandbox");
    const slow = {
      ...bank,
      capture: async (request: Parameters<typeof bank.capture>[0]) => {
        const outcome = await bank.capture(request);
        shop.clock.move(36 * SECOND);
        await endsAs(held, "completed");
        return outcome;
      },
    };
    const result = await capturePayment(
      { ...deps, acquirers: { ...deps.acquirers, byName: () => Promise.resolve(slow) } },
      { ...known, amountMinor: undefined, idempotencyKey: undefined },
    );
    expect(result).toMatchObject({ ok: true, value: { payment: { state: "completed" } } });
    expect(await balancesOf(shop, held.order)).toEqual(CHARGED);
  });
});
