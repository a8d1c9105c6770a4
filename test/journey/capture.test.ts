import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  balancesOf,
  eventsOf,
  HELD,
  merchantCalls,
  paidOrder,
  query,
  type MerchantCalls,
} from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("capturing a preauthorised payment", () => {
  let shop: TestService;
  let till: MerchantCalls;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
  });
  afterAll(() => shop.close());

  it("captures the whole amount where none is named", async () => {
    const { session, order } = await paidOrder(shop.api, { fields: HELD });
    const captured = await till.capture(order, { session_id: session });
    expect(captured.status).toBe(200);
    expect(captured.body).toEqual({
      success: true,
      order_id: order,
      status: "completed",
      message: "Ödeme tamamlandı.",
      amount: 125_000,
      captured_amount: 125_000,
      currency: "TRY",
    });
    expect(await balancesOf(shop, order)).toEqual({
      acquirer_receivable: 125_000,
      merchant_payable: -125_000,
    });
    expect(await eventsOf(shop, order)).toEqual(["payment.authorized", "payment.completed"]);
  });

  it("captures a lower amount and releases the rest", async () => {
    const { session, order } = await paidOrder(shop.api, { fields: HELD });
    const captured = await till.capture(order, { amount: 1 });
    expect(captured.body).toMatchObject({ status: "completed", captured_amount: 1 });
    expect(await balancesOf(shop, order)).toEqual({
      acquirer_receivable: 1,
      merchant_payable: -1,
    });
    const status = await shop.api.status(session, order);
    expect(status.body).toMatchObject({
      status: "completed",
      amount: 125_000,
      charged_amount: 125_000,
      captured_amount: 1,
      refunded_amount: 0,
    });
  });

  it("refuses more than the preauthorised amount, which stays reserved", async () => {
    const { session, order } = await paidOrder(shop.api, { fields: HELD });
    const refused = await till.capture(order, { amount: 125_001 });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: "capture_exceeds_amount",
      detail: "amount must be at most 125000, what is held.",
      capturable_amount: 125_000,
    });
    expect((await shop.api.status(session, order)).body["status"]).toBe("authorized");
  });

  it("captures once, and no payment that is not authorized", async () => {
    const { order } = await paidOrder(shop.api, { fields: HELD });
    await till.capture(order, { amount: 10 });
    const voided = await paidOrder(shop.api, { fields: HELD });
    await till.void(voided.order);
    const charged = await paidOrder(shop.api);
    for (const [target, status] of [
      [order, "completed"],
      [voided.order, "cancelled"],
      [charged.order, "completed"],
    ]) {
      const refused = await till.capture(target);
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ code: "not_capturable", payment_status: status });
    }
  });

  it("wins or loses against a simultaneous void, never both, fifty times", async () => {
    const ends = new Set<string>();
    for (let round = 0; round < 50; round += 1) {
      const { session, order } = await paidOrder(shop.api, { fields: HELD });
      const calls = [till.capture(order), till.void(order)];
      const [captured, voided] = await Promise.all(round % 2 === 0 ? calls : calls.toReversed());
      expect(new Set([captured?.status, voided?.status])).toEqual(new Set([200, 409]));
      const { status } = (await shop.api.status(session, order)).body;
      ends.add(String(status));
      const inTheBank = await query(
        shop,
        "select captured_minor, voided from bank.entry where order_id = $1 and type = 'preauth'",
        [order],
      );
      expect(inTheBank).toEqual([
        status === "completed"
          ? { captured_minor: 125_000n, voided: false }
          : { captured_minor: 0n, voided: true },
      ]);
    }
    expect([...ends].every((end) => end === "completed" || end === "cancelled")).toBe(true);
  });
});
