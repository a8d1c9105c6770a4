// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";

const PATH = "/api/v1/checkout/session";

describe("creating a checkout session", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const body = (fields: Readonly<Record<string, unknown>> = {}) => ({
    merchant_api_key: shop.merchant.testApiKey,
    amount: 1_000,
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/no",
    ...fields,
  });

  it("answers with an id, the hosted page and an expiry one hour ahead", async () => {
    const made = await shop.api.post(PATH, body());
    expect(made.status).toBe(200);
    const id = String(made.body["session_id"]);
    expect(id).toMatch(/^ses_/);
    expect(made.body["checkout_url"]).toBe(`${shop.url}/checkout?session=${id}`);
    const expected = new Date(shop.clock.now() + 60 * 60 * 1_000).toISOString();
    expect(made.body["expires_at"]).toBe(expected);
    expect(Object.keys(made.body)).toHaveLength(3);
  });

  it("accepts every documented field and ignores unknown ones", async () => {
    const made = await shop.api.post(
      PATH,
      body({
        currency: "GBP",
        language: "en",
        capture_method: "manual",
        customer: {
          name: "Ayşe",
          surname: "İğneci",
          email: "ayse@example.com",
          phone: "+90 532 000 00 00",
          address: "Bağdat Cd. 1",
          city: "İstanbul",
          country: "TR",
          postal_code: "34000",
          identity_number: "11111111111",
          ip_address: "85.34.78.112",
          customer_id: "c-7",
          loyalty: 5,
        },
        basket_items: [
          { id: "b1", name: "Kitap", brand_name: "X", qty: 2, unit_price: 500, category: 7 },
        ],
        metadata: { cart: { id: 7, gift: true } },
        colour: "red",
      }),
    );
    expect(made.status).toBe(200);
  });

  const http = "http://shop.example/ok";
  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["amount", { amount: undefined }, "amount is required."],
    ["amount", { amount: "1000" }, "must be an integer of minor units"],
    ["amount", { amount: 10.5 }, "must be an integer of minor units"],
    ["amount", { amount: 0 }, "from 1 to 999999999999"],
    ["amount", { amount: 1_000_000_000_000 }, "from 1 to 999999999999"],
    ["currency", { currency: "JPY" }, "must be one of TRY, USD, EUR, GBP"],
    ["language", { language: "de" }, "must be one of tr, en"],
    ["capture_method", { capture_method: "later" }, "must be one of automatic, manual"],
    ["customer", { customer: "Ayşe" }, "must be an object"],
    ["customer.email", { customer: { email: "nobody" } }, "must be an e-mail address"],
    ["customer.city", { customer: { city: "x".repeat(256) } }, "at most 255 characters"],
    ["customer.name", { customer: { name: "a\u0000b" } }, "must not contain NUL"],
    ["customer.name", { customer: { name: "a\ud800b" } }, "unpaired surrogate"],
    ["basket_items", { basket_items: {} }, "must be an array"],
    [
      "basket_items",
      { basket_items: Array.from({ length: 501 }, () => ({})) },
      "at most 500 items",
    ],
    ["basket_items[0].qty", { basket_items: [{ qty: "2" }] }, "must be an integer"],
    ["basket_items[1].unit_price", { basket_items: [{}, { unit_price: 1.5 }] }, "an integer"],
    ["metadata", { metadata: "x" }, "must be an object"],
    ["metadata", { metadata: { x: "y".repeat(9_000) } }, "at most 8192 bytes"],
    ["metadata", { metadata: Object.fromEntries(keys(51)) }, "at most 50 keys"],
    ["success_url", { success_url: undefined }, "success_url is required."],
    ["success_url", { success_url: "javascript:alert(1)" }, "absolute https address"],
    ["success_url", { success_url: "/thanks" }, "absolute https address"],
    ["success_url", { success_url: "https:///thanks" }, "absolute https address"],
    ["success_url", { success_url: "//evil.example/" }, "absolute https address"],
    ["success_url", { success_url: "https:\\\\evil.example" }, "absolute https address"],
    ["success_url", { success_url: "https://a:b@shop.example/" }, "user name or password"],
    ["success_url", { success_url: "https://shop.example/#x" }, "fragment"],
    ["success_url", { success_url: "https://*/thanks" }, "must name a host"],
    ["fail_url", { fail_url: "https://shop.example;sandbox/" }, "must name a host"],
    ["fail_url", { fail_url: `https://shop.example/${"x".repeat(2_048)}` }, "at most 2048"],
    ["fail_url", { fail_url: "https://shop.example/\r\nSet-Cookie: a" }, "control characters"],
    ["customer.name", { customer: { name: "a\tb" } }, "must not contain control characters"],
    ["customer.city", { customer: { city: "a\nb" } }, "must not contain control characters"],
    ["customer.address", { customer: { address: "a\u001bb" } }, "control characters"],
  ];
  it.each(cases)("refuses a wrong %s with a detail that names it", async (field, wrong, says) => {
    const refused = await shop.api.post(PATH, body(wrong));
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body)).toEqual(["detail"]);
    expect(refused.body["detail"]).toContain(`${field} `);
    expect(refused.body["detail"]).toContain(says);
  });

  it("answers a wrong, an old and an unknown key with the same text", async () => {
    const stranger = shop.merchant.testApiKey.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const key of ["vz_test_x", "", stranger, shop.merchant.testApiKey.slice(0, -1)]) {
      const refused = await shop.api.post(PATH, body({ merchant_api_key: key }));
      expect(refused.status).toBe(key === "" ? 400 : 401);
      expect(JSON.stringify(refused.body)).not.toContain(stranger);
    }
  });

  it("accepts http URLs with a test key, and with a live key for loopback hosts only", async () => {
    const live = { merchant_api_key: shop.merchant.liveApiKey };
    expect((await shop.api.post(PATH, body({ success_url: http }))).status).toBe(200);
    expect((await shop.api.post(PATH, body({ ...live, success_url: http }))).status).toBe(400);
    const loopback = { success_url: "http://localhost:3000/ok" };
    expect((await shop.api.post(PATH, body({ ...live, ...loopback }))).status).toBe(200);
  });
});

function keys(count: number): readonly (readonly [string, number])[] {
  return Array.from({ length: count }, (_, index) => [`k${index}`, index]);
}
