// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient, type ApiAnswer, type ApiClient } from "../support/api-client.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";
const DEBIT = "5890040000000016";
const DECLINED = "4129111111111111";
const DAY = 24 * 60 * 60 * 1_000;

type Listed = { readonly transactions: readonly Record<string, unknown>[] } & Record<
  string,
  unknown
>;

function listed(answer: ApiAnswer): Listed {
  expect(answer.status).toBe(200);
  return answer.body as Listed;
}

describe("the transaction list", () => {
  let shop: TestService;
  let auth: Record<string, string>;
  /** Order ids from the oldest to the newest. */
  const orders: unknown[] = [];

  const list = async (query = ""): Promise<Listed> =>
    listed(await shop.api.get(`/api/v1/payment/transactions${query}`, auth));
  const refusal = (query: string): Promise<ApiAnswer> =>
    shop.api.get(`/api/v1/payment/transactions${query}`, auth);
  const ids = (page: Listed): unknown[] => page.transactions.map(({ order_id }) => order_id);

  async function pay(card: string, fields = {}, api: ApiClient = shop.api): Promise<unknown> {
    shop.clock.move(1_000);
    const session = await api.session(fields);
    return (await api.pay(session, card)).body["order_id"];
  }

  beforeAll(async () => {
    shop = await startTestService();
    auth = { authorization: `Bearer ${shop.merchant.testApiKey}` };
    orders.push(await pay(APPROVED, { amount: 1_000 }));
    orders.push(await pay(DEBIT, { amount: 2_000 }));
    shop.clock.move(DAY);
    orders.push(await pay(DECLINED, { amount: 3_000 }));
    orders.push(await pay(APPROVED, { amount: 4_000, currency: "USD" }));
    const held = { amount: 5_000, capture_method: "manual", customer: { customer_id: "c-7" } };
    orders.push(await pay(APPROVED, held));
  });
  afterAll(() => shop.close());

  it("contains every payment with all fields of its record, newest first", async () => {
    const page = await list();
    expect(page).toMatchObject({ success: true, total: 5, page: 1, per_page: 20 });
    expect(ids(page)).toEqual(orders.toReversed());
    expect(page.transactions[0]).toEqual({
      order_id: orders[4],
      amount: 5_000,
      currency: "TRY",
      status: "authorized",
      payment_type: "creditcard",
      card_last_four: "0008",
      created_at: "2026-11-22T09:00:05.000Z",
      installment_count: 1,
      charged_amount: 5_000,
      financing_amount: 0,
      refunded_amount: 0,
      customer_id: "c-7",
      acquirer: "sandbox",
      mode: "test",
      capture_before: "2026-11-29T09:00:05.000Z",
    });
  });

  it.each([
    ["?status=completed", [3, 1, 0]],
    ["?status=failed", [2]],
    ["?status=authorized", [4]],
    ["?status=refunded", []],
    ["?payment_type=debitcard", [1]],
    ["?payment_type=bank_transfer", []],
    ["?payment_type=wire_transfer", []],
    ["?payment_type=shoppingcredit", []],
    ["?min_amount=2000&max_amount=4000", [3, 2, 1]],
    ["?min_amount=4001", [4]],
    ["?max_amount=999", []],
    ["?start_date=2026-11-22", [4, 3, 2]],
    ["?end_date=2026-11-21", [1, 0]],
    ["?start_date=2026-11-21&end_date=2026-11-22", [4, 3, 2, 1, 0]],
    ["?start_date=2026-11-22&status=completed&payment_type=creditcard", [3]],
    ["?start_date=0001-01-01&end_date=9999-12-31", [4, 3, 2, 1, 0]],
    ["?end_date=2026-11-21T10:00:00Z", [1, 0]],
    ["?start_date=2026-11-21T22:00:00.000Z", [4, 3, 2]],
    ["?start_date=2026-11-22T23:59", [4, 3, 2]],
    ["?start_date=2026-11-22T00:30:00%2B05:00&end_date=2026-11-22", [4, 3, 2, 1, 0]],
    ["?start_date=2026-11-22T00:30:00+05:00", [4, 3, 2, 1, 0]],
    ["?no_such_filter=1", [4, 3, 2, 1, 0]],
  ])("filters by %s", async (query, expected) => {
    const page = await list(query);
    expect(ids(page)).toEqual(expected.map((index) => orders[index]));
    expect(page["total"]).toBe(expected.length);
  });

  it("pages without gap or repetition, and counts all matches on each page", async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await list(`?per_page=2&page=${page}`));
    expect(pages.flatMap(ids)).toEqual(orders.toReversed());
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
    expect(pages[3]).toMatchObject({ page: 4, per_page: 2, transactions: [] });
    expect((await list("?page=999999999&per_page=100")).transactions).toEqual([]);
  });

  it.each([
    ["start_date", "2024-02-30"],
    ["start_date", "0000-01-01"],
    ["start_date", "yesterday"],
    ["end_date", "2026-11-21T25:00:00Z"],
    ["end_date", "2026-02-30T10:00:00Z"],
    ["end_date", "2026-11-21T10"],
    ["end_date", "294277-01-01"],
    ["end_date", ""],
    ["status", "done"],
    ["status", "completed&status=failed"],
    ["payment_type", "cash"],
    ["min_amount", "1e3"],
    ["min_amount", "1.0"],
    ["min_amount", "-1"],
    ["min_amount", ""],
    ["max_amount", "0x10"],
    ["max_amount", "1000000000000"],
    ["page", "0"],
    ["page", "1.5"],
    ["page", ""],
    ["page", "99999999999999999999"],
    ["per_page", "101"],
    ["per_page", "0"],
    ["per_page", "ten"],
  ])("refuses %s=%s and names it", async (field, value) => {
    const answer = await refusal(`?${field}=${value}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({
      success: false,
      code: "validation_failed",
      errors: [{ field }],
    });
    expect(answer.body["detail"]).toMatch(new RegExp(`^${field} must .+`));
  });

  it("refuses a start after the end", async () => {
    const dates = await refusal("?start_date=2026-11-22&end_date=2026-11-21");
    expect(dates.status).toBe(400);
    expect(dates.body["detail"]).toBe("start_date must not be after end_date.");
    const amounts = await refusal("?min_amount=2&max_amount=1");
    expect(amounts.status).toBe(400);
    expect(amounts.body["detail"]).toBe("min_amount must not be above max_amount.");
  });

  it("asks for the merchant's key before it validates the query", async () => {
    const path = "/api/v1/payment/transactions?per_page=101";
    const none = await shop.api.get(path);
    expect([none.status, none.body["code"]]).toEqual([401, "missing_api_key"]);
    expect(none.headers.get("www-authenticate")).toBe("Bearer");
    const wrong = await shop.api.get(path, { authorization: "Bearer vz_test_wrong" });
    expect([wrong.status, wrong.body["code"]]).toEqual([401, "invalid_api_key"]);
  });

  it("shows neither the other mode nor other merchants", async () => {
    const live = { authorization: `Bearer ${shop.merchant.liveApiKey}` };
    const ofLive = listed(await shop.api.get("/api/v1/payment/transactions", live));
    expect(ofLive).toMatchObject({ total: 0, transactions: [] });
    const other = await shop.createMerchant("Çiçekçi");
    const otherApi = createApiClient(shop.url, other.testApiKey);
    const order = await pay(APPROVED, {}, otherApi);
    const otherAuth = { authorization: `Bearer ${other.testApiKey}` };
    const ofOther = listed(await shop.api.get("/api/v1/payment/transactions", otherAuth));
    expect(ids(ofOther)).toEqual([order]);
    expect((await list())["total"]).toBe(5);
  });

  it("counts days in the merchant's time zone", async () => {
    const far = await shop.createMerchant("Kitapçı NY", { timeZone: "America/New_York" });
    const api = createApiClient(shop.url, far.testApiKey);
    const farAuth = { authorization: `Bearer ${far.testApiKey}` };
    // 02:00 UTC on the 23rd is 21:00 on the 22nd in New York.
    shop.clock.move(17 * 60 * 60 * 1_000);
    const order = await pay(APPROVED, {}, api);
    const on = async (day: string): Promise<unknown[]> => {
      const query = `?start_date=${day}&end_date=${day}`;
      return ids(listed(await shop.api.get(`/api/v1/payment/transactions${query}`, farAuth)));
    };
    expect(await on("2026-11-22")).toEqual([order]);
    expect(await on("2026-11-23")).toEqual([]);
  });

  it("answers other methods with 405 and Allow", async () => {
    const answer = await shop.api.post("/api/v1/payment/transactions", {}, auth);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
