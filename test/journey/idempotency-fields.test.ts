import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardFields, type ApiAnswer, type ApiBody } from "../support/api-client.ts";
import { startTestService, type TestService } from "../support/service.ts";

const SESSION = "/api/v1/checkout/session";
const PAY = "/api/v1/payment/pay";

describe("the digest by which calls with one idempotency key are compared", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const call = (path: string, body: ApiBody, key: string): Promise<ApiAnswer> =>
    shop.api.post(path, body, {
      authorization: `Bearer ${shop.merchant.testApiKey}`,
      "idempotency-key": key,
    });
  const sessionBody = (): ApiBody => ({
    merchant_api_key: shop.merchant.testApiKey,
    amount: 12_500,
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/no",
  });
  const bodies: Readonly<Record<string, () => Promise<ApiBody>>> = {
    [SESSION]: () => Promise.resolve(sessionBody()),
    [PAY]: async () => cardFields(await shop.api.session(), "5528790000000008"),
  };
  function expectReplay(answer: ApiAnswer, first: ApiAnswer): void {
    expect(answer.headers.get("idempotent-replayed")).toBe("true");
    expect([answer.status, answer.body]).toEqual([first.status, first.body]);
  }

  it.each([SESSION, PAY])(
    "contains no digit of fields that %s does not know, which may hold a CVC or a card number",
    async (path) => {
      const body = await bodies[path]?.();
      const first = await call(path, { ...body, cvv: "123", card: { number: "1" } }, path);
      expect(first.status).toBe(200);
      expectReplay(await call(path, { ...body, cvv: "456", card: { number: "2" } }, path), first);
      const other = await call(path, { ...body, cvv: "123", note: "another body" }, path);
      expect(other.status).toBe(422);
    },
  );
});
