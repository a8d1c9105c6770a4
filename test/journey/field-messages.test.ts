import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";

describe("the message about a wrong field", () => {
  let shop: TestService;
  let session: string;
  beforeAll(async () => {
    shop = await startTestService();
    session = await shop.api.session();
  });
  afterAll(() => shop.close());

  it.each([
    ["expire_month", 12, "must be a string: two digits from 01 to 12"],
    ["expire_year", 2_030, "must be a string: four digits from 2000 to 2099"],
    ["cvc", 123, "must be a string: three digits, or four for Amex"],
    ["cvc", "12", "must be three digits, or four for Amex"],
    ["card_number", 5_528_790_000_000_008, "must be a string"],
  ])("asks for a text where %s is %j", async (field, value, message) => {
    const fields = { [field]: value };
    const { status, body } = await shop.api.pay(session, "5528790000000008", { fields });
    expect([status, body["errors"]]).toEqual([400, [{ field, message }]]);
  });

  it.each([
    ["email", { customer: { email: 7 } }, "customer.email must be a string: an e-mail address."],
    ["reference", { reference: 7 }, "reference must be a string: 1 to 100 characters"],
    ["reference", { reference: "7\n8" }, "reference must not contain"],
  ])("of a session says what is right for its %s", async (_field, fields, text) => {
    const answer = await shop.api.post("/api/v1/checkout/session", {
      merchant_api_key: shop.merchant.testApiKey,
      amount: 1_000,
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/sorry",
      ...fields,
    });
    expect([answer.status, answer.body["detail"]]).toEqual([400, expect.stringContaining(text)]);
  });

  it("counts the items that a list needs", async () => {
    const headers = { authorization: `Bearer ${shop.merchant.testApiKey}` };
    const wish = { url: "http://127.0.0.1:4000/hooks", events: [] };
    const { body } = await shop.api.post("/api/v1/webhook-endpoints", wish, headers);
    expect(body["errors"]).toEqual([{ field: "events", message: "must have at least 1 item" }]);
  });
});
