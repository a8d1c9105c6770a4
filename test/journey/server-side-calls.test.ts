import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiAnswer } from "../support/api-client.ts";
import { HELD, paidOrder, type PaidOrder } from "../support/merchant-calls.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";

const UNKNOWN_ORDER = "ORD-0000000000000000000000000AA";

/** The credentials of a caller, and the status and code of its answer. */
type Cell = readonly [who: string, headers: Record<string, string>, status: number, code: string];

describe("server-side calls", () => {
  let shop: TestService;
  let other: TestMerchant;
  let paid: PaidOrder;
  let held: PaidOrder;
  let refundId: string;
  beforeAll(async () => {
    shop = await startTestService();
    other = await shop.createMerchant("Kırtasiyeci");
    paid = await paidOrder(shop.api);
    held = await paidOrder(shop.api, { fields: HELD });
    const made = await refund({ order_id: paid.order, amount: 1 }, bearer(own()));
    refundId = String(made.body["refund_id"]);
  });
  afterAll(() => shop.close());

  const own = (): string => shop.merchant.testApiKey;
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const refund = (body: object, headers: Record<string, string> = {}) =>
    shop.api.post("/api/v1/payment/refund", body, headers);

  /** Every server-side call, about an order that exists. */
  const callsOf = (headers: Record<string, string>): readonly Promise<ApiAnswer>[] => [
    refund({ order_id: paid.order, amount: 1 }, headers),
    shop.api.post("/api/v1/payment/void", { order_id: held.order }, headers),
    shop.api.post("/api/v1/payment/capture", { order_id: held.order }, headers),
    shop.api.get(`/api/v1/payment/refund/${refundId}`, headers),
  ];

  it("require the key of the order's merchant and mode", async () => {
    const strangers: readonly Cell[] = [
      ["no key", {}, 401, "missing_api_key"],
      ["an empty one", { authorization: "" }, 401, "invalid_api_key"],
      ["another scheme", { authorization: `Basic ${own()}` }, 401, "invalid_api_key"],
      ["two words", bearer(`${own()} ${own()}`), 401, "invalid_api_key"],
      [
        "a wrong key",
        bearer(`${own().slice(0, -1)}${own().endsWith("0") ? "1" : "0"}`),
        401,
        "invalid_api_key",
      ],
      ["no key at all", bearer("secret"), 401, "invalid_api_key"],
      ["the session", bearer(paid.session), 401, "invalid_api_key"],
      ["the live key", bearer(shop.merchant.liveApiKey), 404, "_not_found"],
      ["another merchant", bearer(other.testApiKey), 404, "_not_found"],
    ];
    for (const [who, headers, status, code] of strangers) {
      for (const answer of await Promise.all(callsOf(headers))) {
        expect(answer.status, who).toBe(status);
        expect(String(answer.body["code"]), who).toContain(code);
        expect(answer.body["success"]).toBe(false);
        if (status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
    }
  });

  it("answer an order of another merchant exactly like an unknown order", async () => {
    for (const key of [other.testApiKey, shop.merchant.liveApiKey]) {
      for (const path of ["refund", "void", "capture"]) {
        const ask = (order: string) =>
          shop.api.post(`/api/v1/payment/${path}`, { order_id: order }, bearer(key));
        const foreign = await ask(held.order);
        const unknown = await ask(UNKNOWN_ORDER);
        const malformed = await ask("no order at all");
        expect(foreign.body).toEqual(unknown.body);
        expect(foreign.body).toEqual(malformed.body);
      }
      const foreign = await shop.api.get(`/api/v1/payment/refund/${refundId}`, bearer(key));
      const unknown = await shop.api.get("/api/v1/payment/refund/REF-1", bearer(key));
      expect(foreign.body).toEqual(unknown.body);
    }
  });

  it("accept a session beside the key only if it is the order's session", async () => {
    const wrong = [held.session, "ses_unknown", other.testApiKey];
    for (const session of wrong) {
      const answer = await refund({ order_id: paid.order, session_id: session }, bearer(own()));
      expect(answer.status).toBe(404);
    }
    const right = { order_id: paid.order, session_id: paid.session, amount: 1 };
    expect((await refund(right, bearer(own()))).status).toBe(200);
    expect((await refund(right, { authorization: `bearer  ${own()}` })).status).toBe(200);
  });

  it("check the key of the header before the body, which may hold the key itself", async () => {
    const send = (body: string, headers: Record<string, string>) =>
      shop.api.send("POST", "/api/v1/payment/refund", { body, headers });
    const json = { "content-type": "application/json" };
    expect((await send("{", { ...json, ...bearer("secret") })).status).toBe(401);
    expect((await send("x", bearer("secret"))).status).toBe(401);
    expect((await send("{", json)).status).toBe(400);
    expect((await send("{}", json)).status).toBe(401);
    const missing = await shop.api.send("GET", `/api/v1/payment/refund/${refundId}`);
    expect(missing.status).toBe(401);
  });

  it("take the key in the body, with the rights, networks and errors of the header", async () => {
    const post = (path: string, body: object, headers = {}) =>
      shop.api.post(`/api/v1/payment/${path}`, body, headers);
    const inBody = (key: unknown) => ({ order_id: paid.order, amount: 1, merchant_api_key: key });
    const made = await post("refund", inBody(own()));
    expect(made.status).toBe(200);
    const [one, two] = await Promise.all([0, 1].map(() => paidOrder(shop.api, { fields: HELD })));
    const withKey = (order?: string) => ({ order_id: order, merchant_api_key: own() });
    expect((await post("void", withKey(one?.order))).body["status"]).toBe("cancelled");
    expect((await post("capture", withKey(two?.order))).body["status"]).toBe("completed");
    expect((await post("refund", inBody(own()), bearer(own()))).status).toBe(200);
    const refusals: readonly (readonly [unknown, Record<string, string>, number, string])[] = [
      ["vz_test_wrong", {}, 401, "invalid_api_key"],
      [paid.session, {}, 401, "invalid_api_key"],
      [null, {}, 401, "missing_api_key"],
      [5, {}, 400, "validation_failed"],
      ["", {}, 400, "validation_failed"],
      [shop.merchant.liveApiKey, {}, 404, "order_not_found"],
      [other.testApiKey, {}, 404, "order_not_found"],
      [other.testApiKey, bearer(own()), 400, "validation_failed"],
      [own(), bearer(other.testApiKey), 400, "validation_failed"],
    ];
    for (const [key, headers, status, code] of refusals) {
      const answer = await post("refund", inBody(key), headers);
      expect([answer.status, answer.body["code"], answer.body["success"]]).toEqual([
        status,
        code,
        false,
      ]);
      if (status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      if (status === 400) expect(answer.body["detail"]).toContain("merchant_api_key");
      expect(answer.text).not.toContain(own());
    }
  });

  it("have one idempotency key for the header and the body", async () => {
    const { order } = await paidOrder(shop.api);
    const key = { "idempotency-key": "either-way" };
    const body = { order_id: order, amount: 1 };
    const first = await refund({ ...body, merchant_api_key: own() }, key);
    const again = await refund(body, { ...key, ...bearer(own()) });
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("refuse a session without a key", async () => {
    const answer = await refund({ order_id: paid.order, session_id: paid.session });
    expect(answer.status).toBe(401);
  });

  it("work after the session expired", async () => {
    shop.clock.move(48 * 60 * 60 * 1_000);
    const late = await refund(
      { order_id: paid.order, session_id: paid.session, amount: 1 },
      bearer(own()),
    );
    expect(late.status).toBe(200);
  });
});

describe("server-side calls with VEZNE_SESSION_ONLY_REFUNDS", () => {
  let shop: TestService;
  beforeAll(async () => {
    shop = await startTestService({ environment: { VEZNE_SESSION_ONLY_REFUNDS: "true" } });
  });
  afterAll(() => shop.close());

  it("can refund and void with the order's session alone", async () => {
    const paid = await paidOrder(shop.api);
    const held = await paidOrder(shop.api, { fields: HELD });
    const refunded = await shop.api.post("/api/v1/payment/refund", {
      order_id: paid.order,
      session_id: paid.session,
    });
    expect(refunded.body).toMatchObject({ success: true, status: "refunded" });
    const voided = await shop.api.post("/api/v1/payment/void", {
      order_id: held.order,
      session_id: held.session,
    });
    expect(voided.body).toMatchObject({ success: true, status: "cancelled" });
  });

  it("still need the right session or key, and a key to capture", async () => {
    const paid = await paidOrder(shop.api);
    const held = await paidOrder(shop.api, { fields: HELD });
    const order = { order_id: paid.order };
    const post = (path: string, body: object, headers = {}) =>
      shop.api.post(`/api/v1/payment/${path}`, body, headers);
    expect((await post("refund", order)).status).toBe(401);
    expect((await post("refund", { ...order, session_id: held.session })).status).toBe(404);
    const both = { ...order, session_id: paid.session };
    const wrongKey = { authorization: "Bearer vz_test_wrong" };
    expect((await post("refund", both, wrongKey)).status).toBe(401);
    const capture = { order_id: held.order, session_id: held.session };
    expect((await post("capture", capture)).status).toBe(401);
  });
});
