// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  balancesOf,
  eventsOf,
  HELD,
  merchantCalls,
  paidOrder,
  UNDOING_FAILS_CARD,
  type MerchantCalls,
} from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const AMOUNT = 125_000;

describe("refunding", () => {
  let shop: TestService;
  let till: MerchantCalls;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
  });
  afterAll(() => shop.close());

  it("refunds everything where no amount is named", async () => {
    const { session, order } = await paidOrder(shop.api);
    const refunded = await till.refund(order, { session_id: session });
    expect(refunded.status).toBe(200);
    const { refund_id: refundId, ...rest } = refunded.body;
    expect(refundId).toMatch(/^REF-/);
    expect(rest).toEqual({
      success: true,
      order_id: order,
      status: "refunded",
      amount: AMOUNT,
      currency: "TRY",
      refundable_amount: 0,
      message: "Ödemenin tamamı iade edildi. Müşteriye 1-10 iş gününde ulaşır.",
    });
    const status = await shop.api.status(session, order);
    expect(status.body).toMatchObject({ status: "refunded", refunded_amount: AMOUNT });
    expect(await balancesOf(shop, order)).toEqual({});
    expect(await eventsOf(shop, order)).toEqual(["payment.completed", "refund.succeeded"]);
  });

  it("refunds in parts, and the payment stays completed until the last of them", async () => {
    const { session, order } = await paidOrder(shop.api, { fields: { language: "en" } });
    const first = await till.refund(order, { amount: 25_000 });
    expect(first.body).toMatchObject({
      success: true,
      status: "partially_refunded",
      amount: 25_000,
      refundable_amount: 100_000,
      message: "The amount was refunded. It reaches the customer in 1 to 10 business days.",
    });
    const between = await shop.api.status(session, order);
    expect(between.body).toMatchObject({ status: "completed", refunded_amount: 25_000 });
    expect(await balancesOf(shop, order)).toEqual({
      acquirer_receivable: 100_000,
      merchant_payable: -100_000,
    });
    const last = await till.refund(order);
    expect(last.body).toMatchObject({ status: "refunded", amount: 100_000 });
    expect(last.body["refund_id"]).not.toBe(first.body["refund_id"]);
    expect((await shop.api.status(session, order)).body["status"]).toBe("refunded");
  });

  it("refuses more than the refundable amount, names that amount, and moves nothing", async () => {
    const { session, order } = await paidOrder(shop.api);
    await till.refund(order, { amount: 125_000 - 1 });
    const refused = await till.refund(order, { amount: 2 });
    expect(refused.status).toBe(409);
    expect(refused.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(refused.body).toMatchObject({
      success: false,
      code: "refund_exceeds_amount",
      detail: "amount must be at most 1, what is left to refund.",
      refundable_amount: 1,
    });
    const status = await shop.api.status(session, order);
    expect(status.body["refunded_amount"]).toBe(AMOUNT - 1);
  });

  it("refuses a payment that was refunded in full", async () => {
    const { order } = await paidOrder(shop.api);
    await till.refund(order);
    for (const fields of [{}, { amount: 1 }]) {
      const refused = await till.refund(order, fields);
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ code: "refund_exceeds_amount", refundable_amount: 0 });
    }
  });

  it("refuses a payment that did not complete", async () => {
    const session = await shop.api.session();
    const declined = await shop.api.pay(session, "4111111111111129");
    const held = await paidOrder(shop.api, { fields: HELD });
    for (const [order, status] of [
      [declined.body["order_id"], "failed"],
      [held.order, "authorized"],
    ]) {
      const refused = await till.refund(order);
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ code: "not_refundable", payment_status: status });
    }
  });

  it("limits refunds to the captured amount of a partly captured payment", async () => {
    const { order } = await paidOrder(shop.api, { fields: HELD });
    await till.capture(order, { amount: 40_000 });
    const tooMuch = await till.refund(order, { amount: 40_001 });
    expect(tooMuch.body).toMatchObject({ refundable_amount: 40_000 });
    const all = await till.refund(order);
    expect(all.body).toMatchObject({ status: "refunded", amount: 40_000 });
    expect(await balancesOf(shop, order)).toEqual({});
  });

  it("frees the amount of a refund that the bank refused", async () => {
    const { session, order } = await paidOrder(shop.api, { card: UNDOING_FAILS_CARD });
    for (let time = 0; time < 2; time += 1) {
      const failed = await till.refund(order);
      expect(failed.status).toBe(200);
      expect(failed.body).toMatchObject({
        success: false,
        status: "refund_failed",
        code: "general_error",
        amount: AMOUNT,
        refundable_amount: AMOUNT,
      });
    }
    const status = await shop.api.status(session, order);
    expect(status.body).toMatchObject({ status: "completed", refunded_amount: 0 });
    expect(await eventsOf(shop, order)).toEqual([
      "payment.completed",
      "refund.failed",
      "refund.failed",
    ]);
  });

  it("finds a refund by its id", async () => {
    const { order } = await paidOrder(shop.api);
    const made = await till.refund(order, { amount: 1_000 });
    const found = await till.findRefund(made.body["refund_id"]);
    expect(found.body).toEqual({
      ...made.body,
      created_at: "2026-11-21T09:00:00.000Z",
      updated_at: "2026-11-21T09:00:00.000Z",
    });
  });

  it("answers a repeated key with the same refund, and refuses it with another amount", async () => {
    const { session, order } = await paidOrder(shop.api);
    const key = { "idempotency-key": "refund-7" };
    const first = await till.refund(order, { amount: 5_000 }, key);
    const again = await till.refund(order, { amount: 5_000 }, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = await till.refund(order, { amount: 6_000 }, key);
    expect(other.status).toBe(422);
    const status = await shop.api.status(session, order);
    expect(status.body["refunded_amount"]).toBe(5_000);
  });

  it("names the invalid field", async () => {
    const { order } = await paidOrder(shop.api);
    for (const amount of ["100", 0, -1, 1.5, 1e13]) {
      const refused = await till.refund(order, { amount });
      expect(refused.status, String(amount)).toBe(400);
      expect(refused.body).toMatchObject({
        code: "validation_failed",
        errors: [{ field: "amount" }],
      });
    }
    const missing = await till.refund(undefined);
    expect(missing.body).toMatchObject({ errors: [{ field: "order_id" }] });
  });
});
