import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiBody } from "../support/api-client.ts";
import { cardFields } from "../support/api-client.ts";
import { canary } from "../support/canary-cards.ts";
import { LeakSearch } from "../support/leak-search.ts";
import { startTestService, type TestService } from "../support/service.ts";

type Logged = Readonly<Record<string, unknown>>;

const PAY = "/api/v1/payment/pay";

describe("the request log", { timeout: 120_000 }, () => {
  let shop: TestService;
  let pool: Pool;
  beforeAll(async () => {
    shop = await startTestService({ environment: { VEZNE_RATE_LIMIT: "1000" } });
    pool = shop.database.open({ max: 2 });
  });
  afterAll(async () => {
    await pool.end();
    await shop.close();
  });

  const rowOf = async (requestId: string): Promise<Logged | undefined> => {
    const { rows } = await pool.query<Logged>("select * from api_request where request_id = $1", [
      requestId,
    ]);
    expect(rows.length).toBeLessThan(2);
    return rows[0];
  };
  const logged = (requestId: string): Promise<Logged> =>
    vi.waitFor(
      async () => {
        const row = await rowOf(requestId);
        if (row === undefined) throw new Error(`${requestId} is not logged`);
        return row;
      },
      { timeout: 20_000, interval: 50 },
    );
  const call = (id: string, headers: Record<string, string> = {}): Record<string, string> => ({
    "x-request-id": id,
    ...headers,
  });
  const withKey = (id: string, key = shop.merchant.testApiKey): Record<string, string> =>
    call(id, { authorization: `Bearer ${key}` });
  const sessionBody = (fields: ApiBody = {}): ApiBody => ({
    merchant_api_key: shop.merchant.testApiKey,
    amount: 125_000,
    success_url: "https://shop.example/thanks?mail=ada@example.com",
    fail_url: "https://shop.example/sorry",
    ...fields,
  });

  it("has one entry for each call, with key, operation, result and duration", async () => {
    const made = await shop.api.post("/api/v1/checkout/session", sessionBody(), call("made"));
    const session = String(made.body["session_id"]);
    const paid = await shop.api.pay(session, canary("visa", 1).number, { headers: call("paid") });
    const owner = { merchant_id: shop.merchant.merchant.merchantId, mode: "test" };
    expect(await logged("made")).toMatchObject({
      ...owner,
      method: "POST",
      path: "/api/v1/checkout/session",
      status: 200,
      code: null,
      key_last_four: shop.merchant.testApiKey.slice(-4),
      network: "127.0.0.1",
      session_id: session,
      order_id: null,
    });
    const pay = await logged("paid");
    expect(pay).toMatchObject({
      ...owner,
      path: PAY,
      status: 200,
      key_last_four: null,
      session_id: session,
      order_id: paid.body["order_id"],
    });
    expect(pay["duration_us"]).toBeGreaterThan(100);
    const path = `/api/v1/payment/status/${String(paid.body["order_id"])}?session_id=${session}`;
    await shop.api.get(path, call("status"));
    const status = await logged("status");
    expect(String(status["path"])).toContain(`/${String(paid.body["order_id"])}?session_id=ses_`);
    expect(JSON.stringify([status["path"], status["response_body"]])).not.toContain(session);
  });

  it("knows a key in the body of a refund by its last four, and does not show it", async () => {
    const body = { order_id: "ORD-1", merchant_api_key: shop.merchant.testApiKey };
    await shop.api.post("/api/v1/payment/refund", body, call("key-in-body"));
    const row = await logged("key-in-body");
    expect([row["status"], row["key_last_four"]]).toEqual([
      404,
      shop.merchant.testApiKey.slice(-4),
    ]);
    expect(JSON.stringify(row)).not.toContain(shop.merchant.testApiKey);
  });

  it("shows listed fields of bodies, and kind and length of all others", async () => {
    const customer = { name: "Ada", email: "ada@example.com", identity_number: 10_000_000_146 };
    const body = sessionBody({
      amount: "lots",
      customer,
      metadata: { Ada: "Şahin" },
      basket_items: [{ name: "Kitap", qty: 2 }],
      card_no: "4111",
    });
    await shop.api.post("/api/v1/checkout/session", body, call("wrong"));
    const row = await logged("wrong");
    expect([row["status"], row["code"]]).toEqual([400, "validation_failed"]);
    expect(JSON.parse(String(row["request_body"]))).toEqual({
      merchant_api_key: "[48 characters]",
      amount: "lots",
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/sorry",
      customer: { name: "[3 characters]", email: "[15 characters]", identity_number: "[number]" },
      metadata: "[object]",
      basket_items: [{ name: "[5 characters]", qty: 2 }],
      card_no: "[4 characters]",
    });
    expect(JSON.parse(String(row["response_body"]))).toMatchObject({
      detail: expect.stringContaining("amount"),
    });
    const large = sessionBody({
      basket_items: Array.from({ length: 100 }, () => ({ qty: 1, unit_price: 100, id: "1" })),
    });
    await shop.api.post("/api/v1/checkout/session", large, call("large"));
    const cut = await logged("large");
    expect([cut["status"], cut["is_request_cut"], cut["is_response_cut"]]).toEqual([
      200,
      true,
      false,
    ]);
    expect(String(cut["request_body"]).length).toBeLessThan(5_000);
    expect(JSON.parse(String(cut["request_body"]))).toHaveProperty("basket_items");
  });

  it("contains calls that were refused before authentication, under their owner", async () => {
    await shop.api.get("/api/v1/payment/nothing", withKey("nowhere"));
    await shop.api.get("/api/v1/payment/refund", withKey("method"));
    await shop.api.post("/api/v1/payment/refund", {}, withKey("invalid"));
    expect((await logged("nowhere"))["code"]).toBe("not_found");
    expect((await logged("method"))["code"]).toBe("method_not_allowed");
    expect(await logged("invalid")).toMatchObject({ status: 400, code: "validation_failed" });
  });

  it("contains a 401 for an expired key, and none for an unknown key", async () => {
    const ended = await shop.createMerchant("Eski");
    await pool.query("update api_key set expires_at = '2000-01-01' where merchant_id = $1", [
      ended.merchant.merchantId,
    ]);
    const path = "/api/v1/payment/transactions";
    await shop.api.get(path, withKey("ended", ended.testApiKey));
    const invented = `${shop.merchant.testApiKey.slice(0, -4)}0000`;
    const session = await shop.api.session();
    const spoken = `/api/v1/payment/transactions?session_id=${session}`;
    await shop.api.get(spoken, withKey("invented", invented));
    await shop.api.get(spoken, call("without"));
    expect(await logged("ended")).toMatchObject({
      merchant_id: ended.merchant.merchantId,
      status: 401,
      code: "invalid_api_key",
      key_last_four: ended.testApiKey.slice(-4),
    });
    await shop.api.get(path, withKey("later"));
    await logged("later");
    const { rows } = await pool.query(
      "select from api_request where request_id in ('invented', 'without')",
    );
    expect(rows).toHaveLength(0);
  });

  it("contains the codes of declines in either style", async () => {
    const declined = "4111111111111129";
    const style = { "vezne-response-style": "codes" };
    for (const [id, more] of [["flags", {}] as const, ["codes", style] as const]) {
      await shop.api.pay(await shop.api.session(), declined, { headers: call(id, more) });
    }
    expect([(await logged("flags"))["code"], (await logged("codes"))["code"]]).toEqual([
      expect.stringMatching(/^[a-z_]+$/),
      expect.stringMatching(/^-\d$/),
    ]);
  });

  it("contains no card, key, token, secret or personal data, wherever they were sent", async () => {
    const cards = Array.from({ length: 12 }, (_, index) => canary("visa", 20 + index));
    const search = new LeakSearch(cards);
    const session = await shop.api.session();
    const [one, two, three, four, five, six, seven, eight] = cards.map(({ number }) => number);
    const grouped = (number = "") => number.replace(/(.{4})(?=.)/g, "$1 - ");
    const pay = (fields: ApiBody, headers: Record<string, string> = {}) =>
      shop.api.post(PAY, { ...cardFields(session, one ?? ""), ...fields }, headers);
    await pay({ payment_type: two, language: grouped(three), cvc: cards[0]?.cvc });
    await pay({ card_number: Number(four), amount: Number(five), [six ?? ""]: 1 });
    await pay(
      { status: { order_id: seven }, type: [grouped(eight)] },
      call(cards[8]?.number ?? ""),
    );
    const digits = [...(cards[9]?.number ?? "")].map((digit) => `%3${digit}`).join("");
    const query = `session_id=${session}&status=${grouped(cards[10]?.number)}&${one}=${two}`;
    await shop.api.get(`/api/v1/payment/${digits}?${query}`, withKey("path"));
    const saved = await shop.api.pay(
      await shop.api.session({ customer: { customer_id: "a7" } }),
      one ?? "",
      {
        fields: { save_card: true, card_holder_name: "Ada Gizli" },
      },
    );
    expect(saved.body["card_token"]).toMatch(/^tok_/);
    const endpoint = { url: "https://shop.example/hook?key=gizli", secret: "own" };
    await shop.api.post("/api/v1/webhook-endpoints", endpoint, withKey("endpoint"));
    await shop.api.get("/api/v1/payment/cards?customer_id=a7", withKey("last"));
    await logged("last");
    const { rows } = await pool.query<Logged>("select * from api_request");
    const text = JSON.stringify(rows.map((row) => ({ ...row, session_id: "", order_id: "" })));
    expect(search.text("api_request", text)).toEqual([]);
    for (const secret of [
      shop.merchant.testApiKey,
      session,
      String(saved.body["card_token"]),
      "whsec_",
      "Gizli",
      "gizli",
      '"a7"',
      "example.com",
      "Şahin",
    ]) {
      expect(text.includes(secret), secret).toBe(false);
    }
  });

  it("keeps modes apart, records refused calls, forgets after thirty days, and stops without loss", async () => {
    await pool.query(
      `insert into api_request (merchant_id, mode, entry_id, at, method, path, status, duration_us,
         request_id, is_request_cut, is_response_cut)
       select 'mer_old', 'test', 'old' || n, $1::timestamptz - interval '31 days', 'GET', '/', 200,
         1, 'old', false, false from generate_series(1, 4500) as n`,
      [new Date(shop.clock.now()).toISOString()],
    );
    const { database, clock } = shop;
    const few = await startTestService({
      database,
      clock,
      environment: { VEZNE_RATE_LIMIT: "1" },
    });
    const { merchant, liveApiKey } = await few.createMerchant("Az");
    for (const id of ["limited0", "limited1", "limited2"]) {
      await few.api.get("/api/v1/payment/cards", withKey(id, liveApiKey));
    }
    await vi.waitFor(
      async () => {
        const { rowCount } = await pool.query("select from api_request where request_id = 'old'");
        expect(rowCount).toBe(0);
      },
      { timeout: 40_000 },
    );
    await few.api.get("/healthz", call("no call of the interface"));
    await few.api.get("/api/v1/payment/cards", withKey("drained", liveApiKey));
    await few.service.stop();
    const owner = { merchant_id: merchant.merchantId, mode: "live" };
    const limited = { ...owner, status: 429, code: "rate_limited" };
    expect(await rowOf("limited0")).toMatchObject({ ...owner, status: 200 });
    expect(await rowOf("limited2")).toMatchObject(limited);
    expect(await rowOf("drained")).toMatchObject(owner);
    expect(await rowOf("made")).toBeDefined();
  });

  it("is empty where it is turned off", async () => {
    const { database, clock } = shop;
    const environment = { VEZNE_REQUEST_LOG_DAYS: "0" };
    const off = await startTestService({ database, clock, environment });
    await off.api.get("/api/v1/payment/cards", withKey("silent", off.merchant.testApiKey));
    await off.service.stop();
    expect(await rowOf("silent")).toBeUndefined();
  });

  it("fails no call while it cannot be written, and continues afterwards", async () => {
    await pool.query("alter table api_request rename to api_request_away");
    const answer = await shop.api.get("/api/v1/payment/cards", withKey("while"));
    expect(answer.status).toBe(200);
    await vi.waitFor(
      () => expect(shop.logLines.join("")).toContain("the request log was not written"),
      { timeout: 20_000 },
    );
    await pool.query("alter table api_request_away rename to api_request");
    expect(await logged("while")).toMatchObject({ status: 200 });
  });
});
