// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";

describe("the payment status", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it("has state, amount, currency and type, also after the session expired", async () => {
    const session = await shop.api.session({ currency: "USD", amount: 999 });
    const paid = await shop.api.pay(session, "4543590000000006");
    shop.clock.move(2 * 60 * 60 * 1_000);
    const status = await shop.api.status(session, paid.body["order_id"]);
    expect(status.body).toMatchObject({
      success: true,
      order_id: paid.body["order_id"],
      status: "completed",
      amount: 999,
      message: expect.any(String),
      currency: "USD",
      payment_type: "creditcard",
    });
  });

  it("is 404 with the same text for an order of another session and for an unknown one", async () => {
    const [mine, other] = [await shop.api.session(), await shop.api.session()];
    const paid = await shop.api.pay(other, "4543590000000006");
    const foreign = await shop.api.status(mine, paid.body["order_id"]);
    const unknown = await shop.api.status(mine, "ORD-NOSUCHORDER");
    expect(foreign.status).toBe(404);
    expect(unknown.text).toBe(foreign.text);
    expect((await shop.api.status("ses_x", paid.body["order_id"])).text).toBe(foreign.text);
  });

  it("requires the session", async () => {
    const status = await shop.api.get("/api/v1/payment/status/ORD-X");
    expect(status.status).toBe(400);
    expect(status.body["errors"]).toEqual([{ field: "session_id", message: "is required" }]);
  });
});
