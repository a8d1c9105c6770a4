// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";

const PATH = "/api/v1/embedded/session";
const CUSTOMER = { name: "Ayşe", surname: "Yılmaz", email: "ayse@example.com" };

describe("creating an embedded session", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const body = (fields: Readonly<Record<string, unknown>> = {}) => ({
    merchant_api_key: shop.merchant.testApiKey,
    amount: 1_000,
    currency: "EUR",
    customer: CUSTOMER,
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/no",
    ...fields,
  });

  it("answers like a checkout session, and the session can be paid", async () => {
    const made = await shop.api.post(PATH, body());
    expect(made.status).toBe(200);
    expect(Object.keys(made.body)).toEqual(["session_id", "checkout_url", "expires_at"]);
    const paid = await shop.api.pay(String(made.body["session_id"]), "5528790000000008");
    expect(paid.body).toMatchObject({ status: "completed", currency: "EUR" });
  });

  it.each([
    ["currency", { currency: undefined }],
    ["currency", { currency: "GBP" }],
    ["customer", { customer: undefined }],
    ["customer.name", { customer: { ...CUSTOMER, name: "" } }],
    ["customer.surname", { customer: { ...CUSTOMER, surname: undefined } }],
    ["customer.email", { customer: { ...CUSTOMER, email: "x" } }],
  ])("refuses a wrong %s", async (field, wrong) => {
    const refused = await shop.api.post(PATH, body(wrong));
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body)).toEqual(["detail"]);
    expect(refused.body["detail"]).toContain(`${field} `);
  });

  it("answers 401 to an invalid key", async () => {
    const refused = await shop.api.post(PATH, body({ merchant_api_key: "vz_test_wrong" }));
    expect(refused.status).toBe(401);
    expect(Object.keys(refused.body)).toEqual(["detail"]);
  });
});
