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

describe("voiding", () => {
  let shop: TestService;
  let till: MerchantCalls;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
  });
  afterAll(() => shop.close());

  it("releases the preauthorised amount at once", async () => {
    const { session, order } = await paidOrder(shop.api, { fields: HELD });
    expect(await balancesOf(shop, order)).toEqual({
      card_holds: 125_000,
      hold_obligations: -125_000,
    });
    const voided = await till.void(order, { session_id: session });
    expect(voided.status).toBe(200);
    expect(voided.body).toEqual({
      success: true,
      order_id: order,
      status: "cancelled",
      message: "Ödeme iptal edildi, kart üzerindeki bloke kaldırıldı.",
    });
    expect((await shop.api.status(session, order)).body["status"]).toBe("cancelled");
    expect(await balancesOf(shop, order)).toEqual({});
    expect(await eventsOf(shop, order)).toEqual(["payment.authorized", "payment.cancelled"]);
  });

  it("closes the session for further payments", async () => {
    const { session, order } = await paidOrder(shop.api, { fields: HELD });
    await till.void(order);
    const again = await shop.api.pay(session, "5528790000000008");
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: "session_already_paid", order_id: order });
  });

  it("refuses a payment that is not authorized, and changes nothing", async () => {
    const completed = await paidOrder(shop.api);
    const voided = await paidOrder(shop.api, { fields: HELD });
    await till.void(voided.order);
    const captured = await paidOrder(shop.api, { fields: HELD });
    await till.capture(captured.order);
    for (const [{ session, order }, status] of [
      [completed, "completed"],
      [voided, "cancelled"],
      [captured, "completed"],
    ] as const) {
      const refused = await till.void(order);
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({
        success: false,
        code: "not_voidable",
        payment_status: status,
        detail:
          "Only a payment that is held and not captured can be voided; " +
          `the payment of order_id is ${status}.`,
      });
      expect((await shop.api.status(session, order)).body["status"]).toBe(status);
    }
  });

  it("leaves the payment authorized where the bank refuses, so that it can be captured", async () => {
    const fields = { ...HELD, language: "en" };
    const { session, order } = await paidOrder(shop.api, { card: UNDOING_FAILS_CARD, fields });
    const refused = await till.void(order);
    expect(refused.status).toBe(200);
    expect(refused.body).toEqual({
      success: false,
      order_id: order,
      status: "authorized",
      code: "general_error",
      message: "The bank could not process the payment.",
    });
    expect((await shop.api.status(session, order)).body["status"]).toBe("authorized");
    expect((await till.capture(order)).body["status"]).toBe("completed");
  });

  it("succeeds once for two simultaneous voids", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { order } = await paidOrder(shop.api, { fields: HELD });
      const answers = await Promise.all([till.void(order), till.void(order)]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      expect(await balancesOf(shop, order)).toEqual({});
    }
  });
});
