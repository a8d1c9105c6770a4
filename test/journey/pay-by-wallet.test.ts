// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { submit, readPage, returnFields } from "../support/bank-customer.ts";
import { balancesOf, eventsOf, merchantCalls } from "../support/merchant-calls.ts";
import { comeBack, decide, openPage, payBy, untilStatus } from "../support/redirect-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;
const WALLET = { payment_type: "wallet", wallet_id: "paycell" };

describe("paying by wallet", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  async function begin(fields = {}) {
    const session = await shop.api.session(fields);
    const paid = await payBy(shop, session, WALLET);
    return { session, paid, id: paid.body["order_id"] };
  }

  it("answers with a redirect URL and a form in the flags style", async () => {
    const { paid } = await begin();
    expect(paid.status).toBe(200);
    expect(paid.body).toEqual({
      success: true,
      order_id: expect.stringMatching(/^ORD-/),
      status: "processing",
      message: expect.any(String),
      amount: 125_000,
      currency: "TRY",
      payment_type: "wallet",
      redirect_url: expect.stringContaining(`${shop.url}/checkout/bank?session=ses_`),
      html_content: expect.stringContaining("<form"),
    });
  });

  it("answers 1 with both in the codes style", async () => {
    const session = await shop.api.session();
    const paid = await payBy(shop, session, {
      ...WALLET,
      headers: { "vezne-response-style": "codes" },
    });
    expect(paid.body).toMatchObject({ status: 1, order_id: expect.any(String), amount: 125_000 });
    expect(paid.body["redirect_url"]).toEqual(expect.any(String));
    expect(paid.body["html_content"]).toEqual(expect.stringContaining("<form"));
  });

  it("completes when the customer approves and comes back, and can be refunded", async () => {
    const { session, paid, id } = await begin();
    const back = await decide(shop, await openPage(paid), "approve");
    expect(back.status).toBe(303);
    const url = new URL(back.location);
    expect(url.href).toContain("https://shop.example/thanks?cart=7&order_id=");
    expect(url.searchParams.get("status")).toBe("success");
    expect((await shop.api.status(session, id)).body).toMatchObject({
      status: "completed",
      payment_type: "wallet",
    });
    expect(await eventsOf(shop, String(id))).toEqual(["payment.completed", "payment.processing"]);
    expect(await balancesOf(shop, String(id))).toEqual({
      acquirer_receivable: 125_000,
      merchant_payable: -125_000,
    });
    const refund = await merchantCalls(shop.api, shop.merchant.testApiKey).refund(id);
    expect(refund.body).toMatchObject({ status: "refunded", amount: 125_000 });
  });

  it("fails when the wallet declines, and allows another payment", async () => {
    const { session, paid, id } = await begin({ language: "en" });
    const back = await decide(shop, await openPage(paid), "decline");
    expect(back.location).toContain("https://shop.example/sorry?");
    expect(new URL(back.location).searchParams.get("code")).toBe("do_not_honour");
    expect((await shop.api.status(session, id)).body).toMatchObject({
      status: "failed",
      code: "do_not_honour",
    });
    const again = await payBy(shop, session, WALLET);
    expect(again.body["status"]).toBe("processing");
  });

  it("is cancelled when the customer cancels at the wallet", async () => {
    const { session, paid, id } = await begin();
    await decide(shop, await openPage(paid), "cancel");
    expect((await shop.api.status(session, id)).body).toMatchObject({
      status: "cancelled",
      code: "cancelled_by_customer",
    });
    expect(await eventsOf(shop, String(id))).toEqual(["payment.cancelled", "payment.processing"]);
  });

  it("fails at the third wrong code", async () => {
    const { session, paid, id } = await begin();
    let page = await openPage(paid);
    const wrong = page.codes[0] === "000000" ? "000001" : "000000";
    page = await readPage(await submit(page, "approve", wrong));
    page = await readPage(await submit(page, "approve", wrong));
    await comeBack(shop, returnFields(await submit(page, "approve", wrong)));
    expect((await shop.api.status(session, id)).body).toMatchObject({
      status: "failed",
      code: "authentication_failed",
    });
  });

  it("changes nothing for a return that is unsigned or belongs to another payment", async () => {
    const { session, paid, id } = await begin();
    const other = await begin();
    const page = await openPage(paid);
    const fields = returnFields(await submit(page, "approve"));
    const forged = await comeBack(shop, { ...fields, result: "decline" });
    expect(forged.status).toBe(400);
    const foreign = returnFields(await submit(await openPage(other.paid), "decline"));
    const swapped = await comeBack(shop, { ...foreign, request_id: fields["request_id"] ?? "" });
    expect(swapped.status).toBe(400);
    expect((await shop.api.status(session, id)).body["status"]).toBe("processing");
  });

  it("asks the wallet instead of trusting the browser, and asks again while it is silent", async () => {
    const { session, paid, id } = await begin();
    shop.faults.next({ operation: "inquire", behaviour: "status500" });
    const back = await decide(shop, await openPage(paid), "approve");
    expect(back.location).toContain("/checkout?session=");
    expect((await shop.api.status(session, id)).body["status"]).toBe("processing");
    shop.clock.move(3_000);
    await untilStatus(shop, { session, id }, "completed");
  });

  it("is charged once by ten simultaneous returns", async () => {
    const { session, paid, id } = await begin();
    const fields = returnFields(await submit(await openPage(paid), "approve"));
    await Promise.all(Array.from({ length: 10 }, () => comeBack(shop, fields)));
    expect((await shop.api.status(session, id)).body["status"]).toBe("completed");
    expect(await eventsOf(shop, String(id))).toEqual(["payment.completed", "payment.processing"]);
    const again = await comeBack(shop, fields);
    expect(again.location).toContain("https://shop.example/thanks");
  });

  it("completes after an approval whose browser never came back", async () => {
    const { session, paid, id } = await begin();
    await submit(await openPage(paid), "approve");
    shop.clock.move(31_000);
    await untilStatus(shop, { session, id }, "completed");
  });

  it("fails without an approval within a quarter of an hour", async () => {
    const { session, paid, id } = await begin();
    const page = await openPage(paid);
    shop.clock.move(15 * MINUTE);
    await untilStatus(shop, { session, id }, "failed");
    expect((await shop.api.status(session, id)).body["code"]).toBe("payment_timeout");
    const late = returnFields(await submit(page, "approve"));
    expect(late["result"]).toBe("timeout");
    await comeBack(shop, late);
    expect((await shop.api.status(session, id)).body["status"]).toBe("failed");
  });

  it("completes after the session's hour, within fifteen minutes of it", async () => {
    const session = await shop.api.session();
    shop.clock.move(59 * MINUTE);
    const paid = await payBy(shop, session, WALLET);
    const page = await openPage(paid);
    shop.clock.move(10 * MINUTE);
    await decide(shop, page, "approve");
    const { body } = await shop.api.status(session, paid.body["order_id"]);
    expect(body["status"]).toBe("completed");
  });

  it("names the field of a missing or unknown wallet, and lists the wallets", async () => {
    const session = await shop.api.session();
    const missing = await payBy(shop, session, { payment_type: "wallet" });
    expect(missing.status).toBe(400);
    expect(missing.body["errors"]).toEqual([
      { field: "wallet_id", message: "is required for payment_type wallet" },
    ]);
    const unknown = await payBy(shop, session, { payment_type: "wallet", wallet_id: "papara" });
    expect(unknown.status).toBe(400);
    expect(unknown.body).toMatchObject({
      success: false,
      code: "unknown_wallet",
      errors: [{ field: "wallet_id", message: "must be one of hepsipay, paycell, tosla" }],
    });
  });

  it("blocks the session while the customer is at the wallet", async () => {
    const { session, id } = await begin();
    const second = await payBy(shop, session, WALLET);
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: "payment_in_progress", order_id: id });
  });

  it("answers a repeated call with the same key with the same answer", async () => {
    const session = await shop.api.session();
    const headers = { "idempotency-key": "wallet-1" };
    const first = await payBy(shop, session, { ...WALLET, headers });
    const second = await payBy(shop, session, { ...WALLET, headers });
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
    const other = await payBy(shop, session, { ...WALLET, wallet_id: "tosla", headers });
    expect(other.status).toBe(422);
  });

  it("fails when the bank could not open the page", async () => {
    const session = await shop.api.session();
    shop.faults.next({ operation: "initiate", behaviour: "status500" });
    const paid = await payBy(shop, session, WALLET);
    expect(paid.body["status"]).toBe("processing");
    shop.clock.move(40_000);
    await untilStatus(shop, { session, id: paid.body["order_id"] }, "failed");
  });
});
