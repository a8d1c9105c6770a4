import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { submit, returnFields } from "../support/bank-customer.ts";
import { eventsOf, merchantCalls, query } from "../support/merchant-calls.ts";
import { comeBack, decide, openPage, payBy, untilStatus } from "../support/redirect-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const AT_ONCE = "0062";
const LATER = "0064";
const REFUSES_LATER = "0067";

describe("paying by shopping credit", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  async function apply(bankCode: string, type = "shopping_credit") {
    const session = await shop.api.session();
    const paid = await payBy(shop, session, { payment_type: type, bank_code: bankCode });
    return { session, paid, id: paid.body["order_id"] };
  }

  it.each(["shoppingcredit", "shopping_credit"])(
    "accepts the spelling %s and stores shopping_credit",
    async (type) => {
      const { session, paid, id } = await apply(AT_ONCE, type);
      expect(paid.body).toMatchObject({
        success: true,
        status: "processing",
        payment_type: "shopping_credit",
        redirect_url: expect.any(String),
        html_content: expect.stringContaining("<form"),
      });
      const back = await decide(shop, await openPage(paid), "approve");
      expect(new URL(back.location).searchParams.get("status")).toBe("success");
      expect((await shop.api.status(session, id)).body["status"]).toBe("completed");
    },
  );

  it("stays pending while a bank decides later, and completes with its decision", async () => {
    const { session, paid, id } = await apply(LATER);
    const back = await decide(shop, await openPage(paid), "approve");
    expect(back.location).toContain(`/checkout?session=${session}`);
    expect((await shop.api.status(session, id)).body["status"]).toBe("processing");
    shop.clock.move(10 * SECOND);
    expect((await shop.api.status(session, id)).body["status"]).toBe("processing");
    shop.clock.move(60 * SECOND);
    await untilStatus(shop, { session, id }, "completed");
    expect(await eventsOf(shop, String(id))).toEqual(["payment.completed", "payment.processing"]);
    const refund = await merchantCalls(shop.api, shop.merchant.testApiKey).refund(id);
    expect(refund.body["status"]).toBe("refunded");
  });

  it("fails when the bank refuses later, and frees the session", async () => {
    const { session, paid, id } = await apply(REFUSES_LATER);
    await decide(shop, await openPage(paid), "approve");
    const second = await payBy(shop, session, { payment_type: "papel" });
    expect(second.body["code"]).toBe("payment_in_progress");
    shop.clock.move(60 * SECOND);
    const { code } = await untilStatus(shop, { session, id }, "failed");
    expect(code).toBe("do_not_honour");
    const again = await payBy(shop, session, { payment_type: "papel" });
    expect(again.body["status"]).toBe("processing");
  });

  it("completes for an applicant whose browser never came back", async () => {
    const { session, paid, id } = await apply(LATER);
    await submit(await openPage(paid), "approve");
    shop.clock.move(31 * SECOND);
    await untilStatus(shop, { session, id }, "completed");
  });

  it("completes with the bank's decision even long after the session expired", async () => {
    const { session, paid, id } = await apply(LATER);
    await decide(shop, await openPage(paid), "approve");
    shop.clock.move(80 * MINUTE);
    await untilStatus(shop, { session, id }, "completed");
  });

  it("fails when a silent bank has had its time, and reverses any loan that the bank booked", async () => {
    const { session, paid, id } = await apply(LATER);
    shop.faults.next({ operation: "inquire", behaviour: "status500" });
    await decide(shop, await openPage(paid), "approve");
    shop.faults.next({ operation: "inquire", behaviour: "status500" });
    shop.clock.move(96 * MINUTE);
    const { code } = await untilStatus(shop, { session, id }, "failed");
    expect(code).toBe("payment_timeout");
    const refund = await merchantCalls(shop.api, shop.merchant.testApiKey).refund(id);
    expect(refund.body["code"]).toBe("not_refundable");
  });

  it("allows half an hour at the bank, but not beyond the session's grace period", async () => {
    const long = await apply(AT_ONCE);
    const longPage = await openPage(long.paid);
    shop.clock.move(29 * MINUTE);
    await decide(shop, longPage, "approve");
    expect((await shop.api.status(long.session, long.id)).body["status"]).toBe("completed");

    const session = await shop.api.session();
    shop.clock.move(55 * MINUTE);
    const paid = await payBy(shop, session, {
      payment_type: "shopping_credit",
      bank_code: AT_ONCE,
    });
    const page = await openPage(paid);
    shop.clock.move(21 * MINUTE);
    const fields = returnFields(await submit(page, "approve"));
    expect(fields["result"]).toBe("timeout");
    await comeBack(shop, fields);
    const { body } = await shop.api.status(session, paid.body["order_id"]);
    expect(body).toMatchObject({ status: "failed", code: "payment_timeout" });
  });

  it("reverses an approval that becomes known after the session's grace period", async () => {
    const session = await shop.api.session();
    shop.clock.move(55 * MINUTE);
    const paid = await payBy(shop, session, {
      payment_type: "shopping_credit",
      bank_code: AT_ONCE,
    });
    const page = await openPage(paid);
    shop.clock.move(19 * MINUTE);
    const fields = returnFields(await submit(page, "approve"));
    expect(fields["result"]).toBe("approve");
    shop.clock.move(MINUTE);
    await comeBack(shop, fields);
    const id = paid.body["order_id"];
    const { code } = await untilStatus(shop, { session, id }, "failed");
    expect(code).toBe("payment_timeout");
    const [entry] = await query(shop, "select state from bank.entry where order_id = $1", [id]);
    expect(entry).toEqual({ state: "reversed" });
  });

  it("names the field of a missing or unknown bank, and lists the banks", async () => {
    const session = await shop.api.session();
    const missing = await payBy(shop, session, { payment_type: "shoppingcredit" });
    expect(missing.body["errors"]).toEqual([
      { field: "bank_code", message: "is required for payment_type shoppingcredit" },
    ]);
    const unknown = await payBy(shop, session, { payment_type: "shoppingcredit", bank_code: "9" });
    expect(unknown.status).toBe(400);
    expect(unknown.body).toMatchObject({
      code: "unknown_bank",
      errors: [{ field: "bank_code", message: "must be one of 0062, 0064, 0067" }],
    });
  });

  it.each([
    [9_999, 400],
    [10_000, 200],
    [10_000_000, 200],
    [10_000_001, 400],
  ])("respects the bank's limits: %i minor units answer %i", async (amount, status) => {
    const session = await shop.api.session({ amount });
    const credit = { payment_type: "shopping_credit", bank_code: AT_ONCE };
    const paid = await payBy(shop, session, credit);
    expect(paid.status).toBe(status);
    if (status === 200) return;
    expect(paid.body["code"]).toBe("credit_amount_out_of_range");
    expect(paid.body["errors"]).toEqual([
      { field: "bank_code", message: expect.stringContaining("10000 to 10000000 minor units") },
    ]);
  });

  it("respects the bank's installment counts, and shows the chosen one at the bank", async () => {
    const session = await shop.api.session();
    const credit = { payment_type: "shopping_credit", bank_code: REFUSES_LATER };
    const many = await payBy(shop, session, { ...credit, installment_count: 13 });
    expect(many.status).toBe(400);
    expect(many.body).toMatchObject({
      code: "installment_not_available",
      errors: [{ field: "installment_count", message: "must be from 1 to 12 at this bank" }],
    });
    const paid = await payBy(shop, session, { ...credit, installment_count: "12" });
    const page = await openPage(paid);
    expect(page.html).toContain("<dd>12</dd>");
    expect(page.html).toContain("Yapı Kredi");
  });

  it("is offered in lira only", async () => {
    const session = await shop.api.session({ currency: "USD" });
    const paid = await payBy(shop, session, {
      payment_type: "shopping_credit",
      bank_code: AT_ONCE,
    });
    expect(paid.status).toBe(400);
    expect(paid.body).toMatchObject({
      code: "payment_type_not_available",
      errors: [{ field: "payment_type" }],
    });
  });

  it("answers a refused request in the codes style with −1 and the problem", async () => {
    const session = await shop.api.session();
    const credit = { payment_type: "shopping_credit", bank_code: "x" };
    const refused = await payBy(shop, session, {
      ...credit,
      headers: { "vezne-response-style": "codes" },
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ status: -1, code: "unknown_bank" });
  });
});
