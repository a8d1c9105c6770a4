// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { submit } from "../support/bank-customer.ts";
import { merchantCalls } from "../support/merchant-calls.ts";
import { decide, openPage, payBy, untilStatus } from "../support/redirect-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;
const PAPEL = { payment_type: "papel" };

describe("paying by Papel", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it("needs no further field, and completes when the customer approves", async () => {
    const session = await shop.api.session();
    const paid = await payBy(shop, session, PAPEL);
    expect(paid.body).toMatchObject({
      success: true,
      status: "processing",
      payment_type: "papel",
      redirect_url: expect.stringContaining("/checkout/bank?"),
    });
    const page = await openPage(paid);
    expect(page.html).toContain("Papel ile ödeme");
    const back = await decide(shop, page, "approve");
    expect(new URL(back.location).searchParams.get("status")).toBe("success");
    const { body } = await shop.api.status(session, paid.body["order_id"]);
    expect(body).toMatchObject({ status: "completed", payment_type: "papel" });
  });

  it("can be refunded in parts like any other payment", async () => {
    const session = await shop.api.session();
    const paid = await payBy(shop, session, PAPEL);
    await decide(shop, await openPage(paid), "approve");
    const calls = merchantCalls(shop.api, shop.merchant.testApiKey);
    const order = paid.body["order_id"];
    expect((await calls.refund(order, { amount: 25_000 })).body["status"]).toBe(
      "partially_refunded",
    );
    expect((await calls.refund(order)).body).toMatchObject({ status: "refunded", amount: 100_000 });
  });

  it("ends unpaid when it is declined, cancelled or abandoned", async () => {
    const session = await shop.api.session();
    const declined = await payBy(shop, session, PAPEL);
    await decide(shop, await openPage(declined), "decline");
    const cancelled = await payBy(shop, session, PAPEL);
    await decide(shop, await openPage(cancelled), "cancel");
    const left = await payBy(shop, session, PAPEL);
    await openPage(left);
    shop.clock.move(15 * MINUTE);
    await untilStatus(shop, { session, id: left.body["order_id"] }, "failed");
    const statusOf = async (order: unknown) => (await shop.api.status(session, order)).body;
    expect((await statusOf(declined.body["order_id"]))["status"]).toBe("failed");
    expect((await statusOf(cancelled.body["order_id"]))["status"]).toBe("cancelled");
    expect((await statusOf(left.body["order_id"]))["code"]).toBe("payment_timeout");
  });

  it("blocks the session for payments of another type", async () => {
    const session = await shop.api.session();
    const papel = await payBy(shop, session, PAPEL);
    const card = await shop.api.pay(session, "5528790000000008");
    expect(card.body).toMatchObject({
      code: "payment_in_progress",
      order_id: papel.body["order_id"],
    });
  });

  it("charges a manual session at once, because only cards can be preauthorised", async () => {
    const session = await shop.api.session({ capture_method: "manual" });
    const paid = await payBy(shop, session, PAPEL);
    await decide(shop, await openPage(paid), "approve");
    const { body } = await shop.api.status(session, paid.body["order_id"]);
    expect(body["status"]).toBe("completed");
  });

  it("completes with an approval in another window when the customer cancels here", async () => {
    const session = await shop.api.session();
    const paid = await payBy(shop, session, PAPEL);
    await submit(await openPage(paid), "approve");
    const fields = { session, order: String(paid.body["order_id"]), lang: "tr" };
    await fetch(`${shop.url}/checkout/abandon`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    const { body } = await shop.api.status(session, paid.body["order_id"]);
    expect(body["status"]).toBe("completed");
  });

  it("allows no approval at a page where the customer has cancelled", async () => {
    const session = await shop.api.session();
    const paid = await payBy(shop, session, PAPEL);
    const page = await openPage(paid);
    const fields = { session, order: String(paid.body["order_id"]), lang: "tr" };
    await fetch(`${shop.url}/checkout/abandon`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    await decide(shop, page, "approve");
    const { body } = await shop.api.status(session, paid.body["order_id"]);
    expect(body).toMatchObject({ status: "cancelled", code: "cancelled_by_customer" });
  });

  it("has no installments", async () => {
    const session = await shop.api.session();
    const paid = await payBy(shop, session, { ...PAPEL, installment_count: "3" });
    expect(paid.status).toBe(400);
    expect(paid.body["errors"]).toEqual([
      { field: "installment_count", message: "must be 1 for payment_type papel" },
    ]);
  });
});
