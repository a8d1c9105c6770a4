// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { importRates } from "../support/card-tables.ts";
import { balancesOf, merchantCalls, query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const BONUS = "5400360000000003";
const DEBIT = "5890040000000016";
const NO_PROGRAM = "5504720000000003";
const AMEX = "374427000000003";

describe("paying in installments", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const pay = (session: string, card: string, fields: object, headers = {}) =>
    shop.api.pay(session, card, { fields: { ...fields }, headers });

  it("tells what was charged in the style codes, too", async () => {
    const headers = { "vezne-response-style": "codes" };
    const fields = { installment_count: 3 };
    const paid = await shop.api.pay(await shop.api.session(), BONUS, { fields, headers });
    expect(paid.body).toMatchObject({
      status: 0,
      amount: 125_000,
      charged_amount: 128_738,
      financing_amount: 3_738,
      installment_count: 3,
    });
    const single = await shop.api.pay(await shop.api.session(), BONUS, { headers });
    expect(single.body).not.toHaveProperty("charged_amount");
  });

  it.each(["3", 3])("charges the total of the option for installment_count %j", async (count) => {
    const session = await shop.api.session();
    const paid = await pay(session, BONUS, { installment_count: count });
    expect(paid.status).toBe(200);
    expect(paid.body).toMatchObject({
      success: true,
      status: "completed",
      amount: 125_000,
      currency: "TRY",
      payment_type: "creditcard",
      installment_count: 3,
      charged_amount: 128_738,
      financing_amount: 3_738,
    });
    const order = paid.body["order_id"];
    const [payment] = await query(shop, "select * from payment where order_id = $1", [order]);
    expect(payment).toMatchObject({
      amount: 125_000n,
      charged_amount: 128_738n,
      captured_amount: 128_738n,
      installment_count: 3,
      card_bank: "Garanti",
      card_program: "Bonus",
    });
    const [entry] = await query(shop, "select * from bank.entry where order_id = $1", [order]);
    expect(entry).toMatchObject({ amount_minor: 128_738n, installments: 3 });
    expect(await balancesOf(shop, String(order))).toEqual({
      acquirer_receivable: 128_738,
      merchant_payable: -128_738,
    });
    const status = await shop.api.status(session, order);
    const price = { amount: 125_000, charged_amount: 128_738, financing_amount: 3_738 };
    expect(status.body).toMatchObject(price);
    const key = { authorization: `Bearer ${shop.merchant.testApiKey}` };
    const listed = await shop.api.get("/api/v1/payment/transactions", key);
    const events = await query(shop, "select data from event where order_id = $1", [order]);
    for (const record of [listed.body["transactions"], events.map(({ data }) => data)]) {
      expect(record).toContainEqual(expect.objectContaining({ order_id: order, ...price }));
    }
  });

  it.each([BONUS, AMEX])("charges %s exactly the amount that the look-up quoted", async (card) => {
    const amount = 99_999;
    const asked = { session_id: await shop.api.session({ amount }), bin_number: card.slice(0, 6) };
    const quote = await shop.api.post("/api/v1/payment/installments", asked);
    const options = quote.body["installments"] as readonly Record<string, number>[];
    expect(options).toHaveLength(6);
    for (const { count, total_amount: total } of options) {
      const paid = await pay(await shop.api.session({ amount }), card, {
        installment_count: String(count),
      });
      expect(paid.body["status"]).toBe("completed");
      const [payment] = await query(shop, "select * from payment where order_id = $1", [
        paid.body["order_id"],
      ]);
      expect(payment).toMatchObject({
        amount: BigInt(amount),
        charged_amount: BigInt(total ?? 0),
        installment_count: count,
      });
    }
  });

  it("never charges by an amount that was only sent to a look-up", async () => {
    const session = await shop.api.session();
    const asked = { session_id: session, bin_number: "540036", amount: 100 };
    await shop.api.post("/api/v1/payment/installment", asked);
    const paid = await pay(session, BONUS, { installment_count: "3", amount: 100 });
    expect(paid.body).toMatchObject({ amount: 125_000, charged_amount: 128_738 });
  });

  it("charges the same total after 3-D Secure", async () => {
    const session = await shop.api.session();
    const begun = await pay(session, BONUS, { installment_count: "6", is_3d: true });
    expect(begun.body).toMatchObject({ status: "processing", charged_amount: 132_488 });
    await comeBack(await decide(await goToBank(begun), "approve"));
    const status = await shop.api.status(session, begun.body["order_id"]);
    expect(status.body).toMatchObject({ status: "completed", charged_amount: 132_488 });
  });

  it("refunds the charged total, and not only the price", async () => {
    const session = await shop.api.session();
    const paid = await pay(session, BONUS, { installment_count: "12" });
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const refunded = await till.refund(String(paid.body["order_id"]));
    expect(refunded.body).toMatchObject({ status: "refunded", amount: 139_988 });
  });

  it.each([
    ["a count that is not on offer", BONUS, "4"],
    ["a count beyond all offers", BONUS, 99],
    ["a card of no program", NO_PROGRAM, "2"],
    ["a debit card", DEBIT, "3"],
  ])("refuses %s and creates no order", async (_, card, count) => {
    const session = await shop.api.session();
    const refused = await pay(session, card, { installment_count: count });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      success: false,
      code: "installment_not_available",
      errors: [{ field: "installment_count" }],
    });
    const codes = { "vezne-response-style": "codes" };
    const numbered = await pay(session, card, { installment_count: count }, codes);
    expect(numbered.status).toBe(400);
    expect(numbered.body).toMatchObject({ status: -1, code: "installment_not_available" });
    expect(await query(shop, "select * from payment where session_id = $1", [session])).toEqual([]);
    expect((await pay(session, BONUS, {})).body["status"]).toBe("completed");
  });

  it.each(["0", "-1", "1.5", "three", "100", 0, 1.5, true])(
    "refuses installment_count %j, which is no count",
    async (count) => {
      const refused = await pay(await shop.api.session(), BONUS, { installment_count: count });
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({
        code: "validation_failed",
        errors: [{ field: "installment_count" }],
      });
    },
  );

  it.each([DEBIT, "4766620000000001"])("records %s as paid by debit card", async (card) => {
    const session = await shop.api.session();
    const paid = await pay(session, card, { installment_count: "1" });
    expect(paid.body).toMatchObject({ status: "completed", payment_type: "debitcard" });
    expect(paid.body).not.toHaveProperty("charged_amount");
    const status = await shop.api.status(session, paid.body["order_id"]);
    expect(status.body["payment_type"]).toBe("debitcard");
  });

  it("charges by a merchant's new commission table within a second of its import", async () => {
    const { merchant, testApiKey } = await shop.createMerchant("Mobilyacı");
    const client = createApiClient(shop.url, testApiKey);
    const payIn = async (count: string) => {
      const session = await client.session({ amount: 10_000 });
      return (await client.pay(session, BONUS, { fields: { installment_count: count } })).body;
    };
    expect(await payIn("12")).toMatchObject({ charged_amount: 11_199 });
    await importRates(shop, { merchantId: merchant.merchantId, mode: "test" }, [
      "program;card_bank;installment_count;commission_rate;valid_from",
      "Bonus;own;5;2,5;2026-01-01",
    ]);
    shop.clock.move(1_000);
    expect(await payIn("12")).toMatchObject({ code: "installment_not_available" });
    expect(await payIn("5")).toMatchObject({ charged_amount: 10_250 });
  });
});
