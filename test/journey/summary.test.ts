// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient, type ApiAnswer } from "../support/api-client.ts";
import { clonePayments } from "../support/payment-clones.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";

const PATH = "/api/v1/payment/summary";
const APPROVED = "5528790000000008";
const DEBIT = "5890040000000016";
const DECLINED = "4129111111111111";
const DAY = 24 * 60 * 60 * 1_000;

describe("the summary", () => {
  let shop: TestService;

  const authOf = (merchant: TestMerchant): Record<string, string> => ({
    authorization: `Bearer ${merchant.testApiKey}`,
  });
  const summary = (merchant = shop.merchant, query = "", headers = {}): Promise<ApiAnswer> =>
    shop.api.get(PATH + query, { ...authOf(merchant), ...headers });

  async function pay(merchant: TestMerchant, card: string, fields = {}) {
    const api = createApiClient(shop.url, merchant.testApiKey);
    const session = await api.session(fields);
    const paid = await api.pay(session, card);
    return { session_id: session, order_id: paid.body["order_id"] };
  }

  const refund = (merchant: TestMerchant, order: object, fields = {}): Promise<ApiAnswer> =>
    shop.api.post("/api/v1/payment/refund", { ...order, ...fields }, authOf(merchant));

  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it("is all zeros for a merchant without payments, for today", async () => {
    const answer = await summary();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      period: { start: "2026-11-21", end: "2026-11-21" },
      total_transactions: 0,
      total_amount: 0,
      successful: 0,
      failed: 0,
      refunded: 0,
      approval_rate: 0,
      breakdown_by_type: {},
    });
  });

  it("counts outcomes, adds one currency, and includes a refund at once", async () => {
    const merchant = await shop.createMerchant("Özet");
    const first = await pay(merchant, APPROVED, { amount: 10_000 });
    const second = await pay(merchant, DEBIT, { amount: 20_000 });
    await pay(merchant, DECLINED, { amount: 40_000 });
    await pay(merchant, APPROVED, { amount: 80_000, currency: "USD" });
    await pay(merchant, APPROVED, { amount: 160_000, capture_method: "manual" });
    const expected = {
      success: true,
      period: { start: "2026-11-21", end: "2026-11-21" },
      total_transactions: 5,
      total_amount: 190_000,
      successful: 4,
      failed: 1,
      refunded: 0,
      approval_rate: 80,
      breakdown_by_type: {
        creditcard: { count: 4, amount: 170_000 },
        debitcard: { count: 1, amount: 20_000 },
      },
    };
    expect((await summary(merchant)).body).toEqual(expected);
    expect((await summary(merchant, "?currency=USD")).body).toEqual({
      ...expected,
      total_transactions: 1,
      total_amount: 80_000,
      successful: 1,
      failed: 0,
      approval_rate: 100,
      breakdown_by_type: { creditcard: { count: 1, amount: 80_000 } },
    });
    expect((await summary(merchant, "?currency=TRY")).body).toEqual({
      ...expected,
      total_transactions: 4,
      successful: 3,
      approval_rate: 75,
      breakdown_by_type: {
        creditcard: { count: 3, amount: 170_000 },
        debitcard: { count: 1, amount: 20_000 },
      },
    });
    expect((await summary(merchant, "?currency=GBP")).body).toMatchObject({
      total_transactions: 0,
      total_amount: 0,
      successful: 0,
      breakdown_by_type: {},
    });

    expect((await refund(merchant, first)).body["status"]).toBe("refunded");
    expect((await summary(merchant)).body).toEqual({ ...expected, refunded: 1 });
    const part = await refund(merchant, second, { amount: 1 });
    expect(part.body["status"]).toBe("partially_refunded");
    expect((await summary(merchant)).body).toEqual({ ...expected, refunded: 2 });
    await refund(merchant, second, { amount: 2 });
    expect((await summary(merchant)).body).toEqual({ ...expected, refunded: 2 });
  });

  it("refuses an unknown response style", async () => {
    const headers = { ...authOf(shop.merchant), "vezne-response-style": "short" };
    const refused = await shop.api.get("/api/v1/payment/summary", headers);
    expect([refused.status, refused.body["code"], refused.body["errors"]]).toEqual([
      400,
      "validation_failed",
      [{ field: "Vezne-Response-Style", message: "must be flags or codes" }],
    ]);
  });

  it("no longer counts the preauthorised amount of a voided payment", async () => {
    const merchant = await shop.createMerchant("Provizyon");
    const held = await pay(merchant, APPROVED, { amount: 500, capture_method: "manual" });
    const before = (await summary(merchant)).body;
    expect(before).toMatchObject({ total_transactions: 1, total_amount: 500, successful: 1 });
    await shop.api.post("/api/v1/payment/void", held, authOf(merchant));
    expect((await summary(merchant)).body).toMatchObject({
      total_transactions: 1,
      total_amount: 0,
      successful: 0,
      failed: 0,
      approval_rate: 0,
      breakdown_by_type: { creditcard: { count: 1, amount: 0 } },
    });
  });

  it("is short in the codes style, by setting or by header", async () => {
    const merchant = await shop.createMerchant("Kodlar", { responseStyle: "codes" });
    await pay(merchant, APPROVED, { amount: 700 });
    const short = {
      total_transactions: 1,
      total_amount: 700,
      successful: 1,
      failed: 0,
      refunded: 0,
      approval_rate: 100,
    };
    expect((await summary(merchant)).body).toEqual(short);
    const long = await summary(merchant, "", { "vezne-response-style": "flags" });
    expect(long.body).toMatchObject({ success: true, ...short });
    const asked = await summary(shop.merchant, "", { "vezne-response-style": "codes" });
    expect(Object.keys(asked.body)).toEqual(Object.keys(short));
  });

  it("covers whole days of the merchant's time zone, first and last included", async () => {
    const merchant = await shop.createMerchant("Günler", { timeZone: "UTC" });
    await pay(merchant, APPROVED, { amount: 1 });
    shop.clock.move(DAY);
    await pay(merchant, APPROVED, { amount: 2 });
    shop.clock.move(DAY);
    const totals = async (query: string): Promise<unknown[]> => {
      const { period, total_amount } = (await summary(merchant, query)).body;
      return [period, total_amount];
    };
    const [d21, d22, d23] = ["2026-11-21", "2026-11-22", "2026-11-23"];
    expect(await totals("")).toEqual([{ start: d21, end: d23 }, 3]);
    expect(await totals(`?start_date=${d22}`)).toEqual([{ start: d22, end: d23 }, 2]);
    expect(await totals(`?end_date=${d21}`)).toEqual([{ start: d21, end: d21 }, 1]);
    expect(await totals(`?start_date=${d21}&end_date=${d22}`)).toEqual([
      { start: d21, end: d22 },
      3,
    ]);
    expect(await totals("?end_date=2020-01-01")).toEqual([
      { start: "2020-01-01", end: "2020-01-01" },
      0,
    ]);
    expect(await totals("?start_date=2030-01-01")).toEqual([
      { start: "2030-01-01", end: "2030-01-01" },
      0,
    ]);
  });

  it("is exact for sums that a double cannot hold", async () => {
    const merchant = await shop.createMerchant("Büyük");
    const paid = await pay(merchant, APPROVED, { amount: 999_999_999_999 });
    await clonePayments(shop, { of: paid.order_id, count: 9_999 });
    const { text } = await summary(merchant);
    expect(text).toContain('"total_amount":9999999999990000,');
    expect(text).toContain('"creditcard":{"count":10000,"amount":9999999999990000}');
  });

  it.each([
    ["?start_date=2023-02-29", "start_date"],
    ["?end_date=21.11.2026", "end_date"],
    ["?start_date=2026-11-22&end_date=2026-11-21", "start_date"],
    ["?currency=TL", "currency"],
  ])("refuses %s and names the field", async (query, field) => {
    const answer = await summary(shop.merchant, query);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "validation_failed", errors: [{ field }] });
  });

  it("needs the merchant's key, and shows only the key's mode", async () => {
    expect((await shop.api.get(PATH)).status).toBe(401);
    const merchant = await shop.createMerchant("Canlı");
    await pay(merchant, APPROVED);
    const live = { authorization: `Bearer ${merchant.liveApiKey}` };
    const answer = await shop.api.get(PATH, live);
    expect(answer.body).toMatchObject({ total_transactions: 0, total_amount: 0 });
  });
});
