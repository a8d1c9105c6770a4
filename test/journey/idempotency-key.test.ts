// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardFields, type ApiAnswer, type ApiBody } from "../support/api-client.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const SESSION = "/api/v1/checkout/session";

describe("the Idempotency-Key header", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const sessionBody = (fields: ApiBody = {}): ApiBody => ({
    merchant_api_key: shop.merchant.testApiKey,
    amount: 12_500,
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/no",
    ...fields,
  });
  const call = (path: string, body: unknown, key: string): Promise<ApiAnswer> =>
    shop.api.post(path, body, {
      authorization: `Bearer ${shop.merchant.testApiKey}`,
      "idempotency-key": key,
    });

  it.each(["a", "!", "x".repeat(255), '{"json":1}', "8e03978e-40d5-43dd-bc93-6894a57f9324"])(
    "may be %s; bare and quoted, it is the same key",
    async (key) => {
      const body = sessionBody({ amount: 2_000 + key.length });
      const first = await call(SESSION, body, key);
      const again = await call(SESSION, body, `"${key.replaceAll(/["\\]/g, "\\$&")}"`);
      expect(again.text).toBe(first.text);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
    },
  );

  it.each(["", '""', "two words", "a, b", "tab\there", "x".repeat(256), '"with space "'])(
    "must not be %s, on any path",
    async (key) => {
      const session = await shop.api.session();
      const calls: readonly (readonly [string, unknown])[] = [
        [SESSION, sessionBody()],
        ["/api/v1/payment/pay", cardFields(session, CARD)],
        ["/api/v1/payment/refund", { order_id: "ORD-1" }],
        ["/api/v1/payment/bin", { session_id: session, bin_number: "552879" }],
      ];
      for (const [path, body] of calls) {
        const answer = await call(path, body, key);
        expect([path, answer.status]).toEqual([path, 400]);
        expect(answer.body["detail"]).toBe(
          "Idempotency-Key must be 1 to 255 visible ASCII characters.",
        );
      }
    },
  );

  it.each(["4111111111111111", "4111-1111-1111-1111", "5528.7900.0000.0008", '"374427000000003"'])(
    "must not be the card number %s",
    async (key) => {
      const session = await shop.api.session();
      const refused = await call("/api/v1/payment/pay", cardFields(session, CARD), key);
      expect(refused.body).toMatchObject({
        status: 400,
        code: "invalid_idempotency_key",
        detail: "Idempotency-Key must not be a card number.",
        errors: [{ field: "Idempotency-Key", message: "must not be a card number" }],
      });
      const digits = key.replace(/\D/g, "");
      const { rows } = await shop.database
        .open({ max: 1 })
        .query("select from idempotency where regexp_replace(key, '\\D', '', 'g') = $1", [digits]);
      expect(rows).toEqual([]);
    },
  );

  it.each(["4111111111111112", "1795424400000", "order-20261123-000018", "1795424400000000009"])(
    "may be %s, because it is not a valid card number",
    async (key) => {
      const answer = await call(SESSION, sessionBody(), key);
      expect(answer.status).toBe(200);
    },
  );

  it("must not be sent twice", async () => {
    const headers: [string, string][] = [
      ["idempotency-key", "a"],
      ["idempotency-key", "b"],
      ["content-type", "application/json"],
    ];
    const body = JSON.stringify(sessionBody());
    const answer = await fetch(shop.url + SESSION, { method: "POST", headers, body });
    expect(answer.status).toBe(400);
  });
});
