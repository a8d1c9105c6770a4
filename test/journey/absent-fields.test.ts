import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiAnswer, ApiBody } from "../support/api-client.ts";
import { HELD, paidOrder } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

/** Each optional text of a customer, empty. */
const EMPTY_CUSTOMER = {
  phone: "",
  address: "",
  city: "",
  country: "",
  postal_code: "",
  identity_number: "",
  ip_address: "",
  customer_id: "",
};

describe("fields that stand for nothing", () => {
  let shop: TestService;
  beforeAll(async () => {
    shop = await startTestService();
  });
  afterAll(() => shop.close());

  const authorized = () => ({ authorization: `Bearer ${shop.merchant.testApiKey}` });
  const create = (kind: string, fields: ApiBody): Promise<ApiAnswer> =>
    shop.api.post(`/api/v1/${kind}/session`, {
      merchant_api_key: shop.merchant.testApiKey,
      amount: 125_000,
      currency: "TRY",
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/sorry",
      ...fields,
    });
  const fieldsOf = ({ body }: ApiAnswer): readonly unknown[] =>
    ((body["errors"] ?? []) as readonly ApiBody[]).map(({ field }) => field);

  it.each<[string, ApiBody]>([
    ["null for a whole customer", { customer: null, metadata: null, basket_items: null }],
    ["empty texts of a customer", { customer: { ...EMPTY_CUSTOMER, name: "", email: "" } }],
    [
      "null in a customer and in a line",
      { customer: { email: null }, basket_items: [{ id: null }] },
    ],
  ])("are left out of a session: %s", async (_, fields) => {
    expect((await create("checkout", { ...fields, language: null, reference: null })).status).toBe(
      200,
    );
  });

  it("keep a guest with an empty customer_id a guest", async () => {
    const session = await shop.api.session({ customer: { customer_id: "", phone: "" } });
    const paid = await shop.api.pay(session, CARD);
    const listed = await shop.api.get("/api/v1/payment/transactions", authorized());
    const [record] = listed.body["transactions"] as readonly ApiBody[];
    expect(record).toMatchObject({ order_id: paid.body["order_id"], customer_id: null });
  });

  it("stay null in metadata, which is free-form", async () => {
    const session = await shop.api.session({ metadata: { cart: null } });
    const paid = await shop.api.pay(session, CARD);
    await vi.waitFor(async () => {
      const events = await shop.api.get("/api/v1/events?limit=100", authorized());
      const about = (events.body["events"] as readonly { readonly data: ApiBody }[]).find(
        ({ data }) => data["order_id"] === paid.body["order_id"],
      );
      expect(about?.data["metadata"]).toEqual({ cart: null });
    });
  });

  it.each<[string, ApiBody]>([
    ["name", { customer: { name: "", surname: "Şahin", email: "ada@example.com" } }],
    ["email", { customer: { name: "Ada", surname: "Şahin", email: null } }],
    ["customer", { customer: null }],
    ["amount", { amount: null }],
  ])("are refused where %s is required", async (name, fields) => {
    const customer = { name: "Ada", surname: "Şahin", email: "ada@example.com" };
    const answer = await create("embedded", { customer, ...fields });
    expect(answer.status).toBe(400);
    expect(answer.body["detail"]).toContain(name);
  });

  it("are left out of a payment, and of a payment with a stored card", async () => {
    const nothing = { card_token: "", wallet_id: "", bank_code: "", installment_count: "" };
    const nulls = { card_token: null, wallet_id: null, is_3d: null, installment_count: null };
    for (const fields of [nothing, nulls]) {
      const paid = await shop.api.pay(await shop.api.session(), CARD, { fields });
      expect(paid.body["status"]).toBe("completed");
    }
    const customer = { customer_id: "ada" };
    const first = await shop.api.session({ customer });
    const saved = await shop.api.pay(first, CARD, { fields: { save_card: true } });
    const stored = { card_token: saved.body["card_token"], cvc: "" };
    const card = { card_holder_name: "", card_number: "", expire_month: "", expire_year: "" };
    const again = await shop.api.pay(await shop.api.session({ customer }), CARD, {
      fields: { ...card, ...stored },
    });
    expect(again.body["status"]).toBe("completed");
  });

  it.each([
    [null, ["card_number", "cvc"]],
    ["", ["cvc"]],
  ])("are refused where a card is required: %j", async (nothing, named) => {
    const session = await shop.api.session();
    const fields = { card_number: nothing, cvc: nothing };
    const answer = await shop.api.pay(session, CARD, { fields });
    expect([answer.status, ...fieldsOf(answer)]).toEqual([400, ...named]);
  });

  it("are no booleans", async () => {
    const answer = await shop.api.pay(await shop.api.session(), CARD, { fields: { is_3d: "" } });
    expect([answer.status, ...fieldsOf(answer)]).toEqual([400, "is_3d"]);
  });

  it("ask for everything that is left of a refund and a capture", async () => {
    const paid = await paidOrder(shop.api);
    const held = await paidOrder(shop.api, { fields: HELD });
    const post = (path: string, order: string): Promise<ApiAnswer> =>
      shop.api.post(
        `/api/v1/payment/${path}`,
        { order_id: order, session_id: null, amount: null },
        authorized(),
      );
    expect((await post("refund", paid.order)).body["status"]).toBe("refunded");
    expect((await post("capture", held.order)).body["status"]).toBe("completed");
  });
});
