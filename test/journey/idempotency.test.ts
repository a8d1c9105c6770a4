import { connect } from "node:net";
import { once } from "node:events";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetKeys } from "../../src/store/merchant/idempotency-store.ts";
import { DAY, later, MINUTE, SECOND, toIso } from "../../src/kernel/clock.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { sweepGroups } from "../../src/service/installation/merchant-groups.ts";
import { cardFields, type ApiAnswer, type ApiBody } from "../support/api-client.ts";
import { atInstallation } from "../support/installation.ts";
import { HELD, paidOrder, query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED_CARD = "5528790000000008";
const SESSION = "/api/v1/checkout/session";
const WEEK_MS = 7 * DAY;

type Prepared = { readonly path?: string; readonly body: unknown };

describe("idempotency", () => {
  let shop: TestService;
  /** A second process of the installation. */
  let other: TestService;
  beforeAll(async () => {
    shop = await startTestService();
    other = await startTestService({ database: shop.database, clock: shop.clock });
  });
  afterAll(async () => {
    await other.service.stop();
    await shop.close();
  });

  let keys = 0;
  const newKey = (): string => `key-${(keys += 1)}`;
  const sessionBody = (fields: ApiBody = {}): ApiBody => ({
    merchant_api_key: shop.merchant.testApiKey,
    amount: 12_500,
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/no",
    ...fields,
  });
  const bearer = { authorization: "" };
  const call = (
    path: string,
    body: unknown,
    { key, at = shop, headers = bearer }: { key: string; at?: TestService; headers?: object },
  ): Promise<ApiAnswer> =>
    at.api.post(path, body, {
      ...headers,
      ...(headers === bearer ? { authorization: `Bearer ${shop.merchant.testApiKey}` } : {}),
      "idempotency-key": key,
    });

  /** For each path, prepares a body with which a call succeeds. */
  const calls: Readonly<Record<string, () => Promise<Prepared>>> = {
    [SESSION]: async () => ({ body: sessionBody() }),
    "/api/v1/embedded/session": async () => ({
      body: sessionBody({
        currency: "TRY",
        customer: { name: "Ada", surname: "Şahin", email: "ada@example.com" },
      }),
    }),
    "/api/v1/payment/pay": async () => ({
      body: cardFields(await shop.api.session(), APPROVED_CARD),
    }),
    "/api/v1/payment/refund": async () => ({
      body: { order_id: (await paidOrder(shop.api)).order, amount: 100 },
    }),
    "/api/v1/payment/void": async () => ({
      body: { order_id: (await paidOrder(shop.api, { fields: HELD })).order },
    }),
    "/api/v1/payment/capture": async () => ({
      body: { order_id: (await paidOrder(shop.api, { fields: HELD })).order, amount: 1_000 },
    }),
    "/api/v1/payment/bin": async () => ({
      body: { session_id: await shop.api.session(), bin_number: "552879" },
    }),
    "/api/v1/payment/installment": async () => ({
      body: { session_id: await shop.api.session(), bin_number: "552879", amount: 1_000 },
    }),
    "/api/v1/payment/wire-transfer-options": async () => ({
      path: `/api/v1/payment/wire-transfer-options?session_id=${await shop.api.session()}`,
      body: {},
    }),
    "/api/v1/payment/wallet-options": async () => ({
      path: `/api/v1/payment/wallet-options?session_id=${await shop.api.session()}`,
      body: {},
    }),
    "/api/v1/payment/shopping-credit-options": async () => ({
      path: `/api/v1/payment/shopping-credit-options?session_id=${await shop.api.session()}`,
      body: {},
    }),
  };

  /** Another call of the same endpoint, which differs in a field that its schema knows. */
  const change = async (endpoint: string, body: unknown): Promise<Prepared> => {
    if (endpoint.endsWith("/session")) return { body: { ...(body as ApiBody), amount: 1 } };
    if (endpoint.endsWith("/pay")) return { body: { ...(body as ApiBody), save_card: true } };
    return (await calls[endpoint]?.()) ?? { body };
  };

  describe.each(Object.entries(calls))("POST %s", (endpoint, prepare) => {
    it("repeats the stored answer byte for byte, from every process", async () => {
      const { path = endpoint, body } = await prepare();
      const key = newKey();
      const first = await call(path, body, { key });
      expect(first.status).toBe(200);
      expect(first.headers.get("idempotent-replayed")).toBeNull();
      for (const at of [shop, other, shop]) {
        expectReplay(await call(path, body, { key, at }), first);
      }
    });

    it("repeats it whatever the order of the body's members is", async () => {
      const { path = endpoint, body } = await prepare();
      const key = newKey();
      const first = await call(path, body, { key });
      const turned = Object.fromEntries(Object.entries(body as ApiBody).toReversed());
      expectReplay(await call(path, turned, { key }), first);
    });

    it("refuses another body under the same key with 422", async () => {
      const { path = endpoint, body } = await prepare();
      const key = newKey();
      const first = await call(path, body, { key });
      const changed = await change(endpoint, body);
      const answer = await call(changed.path ?? path, changed.body, { key, at: other });
      expect(answer.status).toBe(422);
      if (endpoint.endsWith("session")) expect(Object.keys(answer.body)).toEqual(["detail"]);
      else expect(answer.body["code"]).toBe("idempotency_key_reused");
      expectReplay(await call(path, body, { key }), first);
    });
  });

  it("executes one of many simultaneous calls, whichever process they reach", async () => {
    const key = newKey();
    const body = sessionBody({ amount: 777 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        call(SESSION, body, { key, at: index % 2 === 0 ? shop : other }),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    const fresh = done.filter(({ headers }) => headers.get("idempotent-replayed") === null);
    expect(fresh).toHaveLength(1);
    const rest = answers.filter(({ status }) => status !== 200);
    expect(new Set(rest.map(({ status }) => status))).toEqual(
      new Set(rest.length === 0 ? [] : [409]),
    );
    const made = await query(shop, "select 1 from session where amount = 777");
    expect(made).toHaveLength(1);
  });

  it("answers 409 with Retry-After while the first call is still running", async () => {
    const key = newKey();
    const first = await call(SESSION, sessionBody(), { key });
    await pretendRunning(key);
    const answer = await call(SESSION, sessionBody(), { key });
    expect(answer.status).toBe(409);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(answer.body["detail"]).toContain("still running");
    expect(answer.text).not.toContain(String(first.body["session_id"]));
  });

  it("lets a repetition take over the key of a call that died, once its lease has ended", async () => {
    const key = newKey();
    const first = await call(SESSION, sessionBody(), { key });
    await pretendRunning(key);
    shop.clock.move(MINUTE);
    const changed = await call(SESSION, sessionBody({ amount: 1 }), { key });
    expect(changed.status).toBe(422);
    const second = await call(SESSION, sessionBody(), { key });
    expect(second.status).toBe(200);
    expect(second.headers.get("idempotent-replayed")).toBeNull();
    expect(second.body["session_id"]).not.toBe(first.body["session_id"]);
    expectReplay(await call(SESSION, sessionBody(), { key, at: other }), second);
  });

  it("never refunds twice where the call died before its answer was stored", async () => {
    const { order } = await paidOrder(shop.api);
    const key = newKey();
    const body = { order_id: order, amount: 4_000 };
    const first = await call("/api/v1/payment/refund", body, { key });
    await pretendRunning(key);
    shop.clock.move(MINUTE);
    const again = await call("/api/v1/payment/refund", body, { key, at: other });
    expect(again.body["refund_id"]).toBe(first.body["refund_id"]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const rows = await query(shop, "select 1 from refund where order_id = $1", [order]);
    expect(rows).toHaveLength(1);
  });

  it("stores the answer for a client that disconnected before it came", async () => {
    const key = newKey();
    const body = JSON.stringify(sessionBody({ amount: 4_711 }));
    const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      `POST ${SESSION} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
        `Idempotency-Key: ${key}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    socket.destroySoon();
    await once(socket, "close");
    let answer = await call(SESSION, JSON.parse(body), { key });
    while (answer.status === 409) answer = await call(SESSION, JSON.parse(body), { key });
    expect(answer.status).toBe(200);
    const made = await query(shop, "select session_id from session where amount = 4711");
    expect(made).toEqual([{ session_id: answer.body["session_id"] }]);
  });

  describe("the scope of a key", () => {
    it("is the same for both spellings of a path", async () => {
      const body = { session_id: await shop.api.session(), bin_number: "552879" };
      for (const [one, two] of [
        ["/api/v1/payment/bin", "/api/v1/payment/bin-check"],
        ["/api/v1/payment/installments", "/api/v1/payment/installment"],
      ] as const) {
        const key = newKey();
        const first = await call(one, body, { key });
        expectReplay(await call(two, body, { key }), first);
      }
    });

    it("is one path", async () => {
      const key = newKey();
      const body = { session_id: await shop.api.session(), bin_number: "552879" };
      const bin = await call("/api/v1/payment/bin", body, { key });
      const installment = await call("/api/v1/payment/installment", body, { key });
      expect(installment.status).toBe(200);
      expect(installment.headers.get("idempotent-replayed")).toBeNull();
      expect(installment.text).not.toBe(bin.text);
    });

    it("is one merchant and one mode", async () => {
      const key = newKey();
      const stranger = await shop.createMerchant("Kırtasiye");
      const apiKeys = [shop.merchant.testApiKey, shop.merchant.liveApiKey, stranger.testApiKey];
      const ids = new Set<unknown>();
      for (const merchant_api_key of apiKeys) {
        const made = await call(SESSION, sessionBody({ merchant_api_key }), { key });
        expect(made.headers.get("idempotent-replayed")).toBeNull();
        ids.add(made.body["session_id"]);
      }
      expect(ids.size).toBe(apiKeys.length);
    });

    it("is independent of the API key that was used", async () => {
      const merchant = await shop.createMerchant("Manav");
      const key = newKey();
      const body = sessionBody({ merchant_api_key: merchant.testApiKey });
      const first = await call(SESSION, body, { key });
      const wrong = await call(SESSION, { ...body, merchant_api_key: "vz_test_wrong" }, { key });
      expect(wrong.status).toBe(401);
      expectReplay(await call(SESSION, body, { key }), first);
    });

    it("is the session, for pay", async () => {
      const key = newKey();
      const sessions = [await shop.api.session(), await shop.api.session()];
      const orders = new Set<unknown>();
      for (const session of sessions) {
        const paid = await shop.api.pay(session, APPROVED_CARD, {
          headers: { "idempotency-key": key },
        });
        orders.add(paid.body["order_id"]);
      }
      expect(orders.size).toBe(2);
    });
  });

  describe("the stored answer", () => {
    it("may be a refusal because of the current state", async () => {
      const { order } = await paidOrder(shop.api);
      const key = newKey();
      const body = { order_id: order, amount: 125_001 };
      const first = await call("/api/v1/payment/refund", body, { key });
      expect(first.body).toMatchObject({ status: 409, code: "refund_exceeds_amount" });
      expectReplay(await call("/api/v1/payment/refund", body, { key, at: other }), first);
    });

    it("is never that of an invalid, unauthorized or unknown request", async () => {
      const key = newKey();
      const { order } = await paidOrder(shop.api);
      const path = "/api/v1/payment/refund";
      const right = { order_id: order, amount: 100 };
      const wrong: readonly (readonly [number, unknown, object?])[] = [
        [400, { ...right, amount: "100" }],
        [401, right, { authorization: "Bearer vz_test_wrong" }],
        [404, { ...right, order_id: "ORD-NOBODYS" }],
      ];
      for (const [status, body, headers] of wrong) {
        const answer = await call(path, body, {
          key,
          ...(headers === undefined ? {} : { headers }),
        });
        expect(answer.status).toBe(status);
      }
      const done = await call(path, right, { key });
      expect(done.status).toBe(200);
      expect(done.headers.get("idempotent-replayed")).toBeNull();
    });

    it("contains no API key, card number or CVC, nor a digest that reveals one", async () => {
      await Promise.all(
        Object.entries(calls).map(async ([endpoint, prepare]) => {
          const { path = endpoint, body } = await prepare();
          await call(path, body, { key: newKey() });
        }),
      );
      const rows = await query(shop, "select * from idempotency");
      const text = JSON.stringify(rows, (_name, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      );
      expect(rows.length).toBeGreaterThan(10);
      for (const secret of [shop.merchant.testApiKey, APPROVED_CARD, "vz_test_"]) {
        expect(text).not.toContain(secret);
      }
      const [one, two] = ["123", "999"].map((cvc) => ({ cvc }));
      const session = await shop.api.session();
      const key = newKey();
      const first = await call(
        "/api/v1/payment/pay",
        { ...cardFields(session, APPROVED_CARD), ...one },
        { key },
      );
      const second = await call(
        "/api/v1/payment/pay",
        { ...cardFields(session, APPROVED_CARD), ...two },
        { key },
      );
      expectReplay(second, first);
    });

    it("is kept for seven days, and then deleted in batches", async () => {
      const key = newKey();
      const first = await call(SESSION, sessionBody(), { key });
      shop.clock.move(WEEK_MS - 2 * SECOND);
      expectReplay(await call(SESSION, sessionBody(), { key }), first);
      shop.clock.move(2 * SECOND);
      const second = await call(SESSION, sessionBody(), { key });
      expect(second.headers.get("idempotent-replayed")).toBeNull();
      expect(second.body["session_id"]).not.toBe(first.body["session_id"]);

      const { merchantId } = shop.merchant.merchant;
      const forget = (limit: number) => (pool: Pool) => forgetKeys(pool, shop.clock.now(), limit);
      const before = await query(shop, "select count(*)::int as keys from idempotency");
      const own = ({ groups }: Installation) => groups.of(merchantId, forget(3));
      expect(await atInstallation(shop, own)).toBe(true);
      const after = await query(shop, "select count(*)::int as keys from idempotency");
      expect(after[0]?.["keys"]).toBe(Number(before[0]?.["keys"]) - 3);
      // The keys of other tests' merchants may lie in other shard groups.
      while (await atInstallation(shop, (parts) => sweepGroups(parts, forget(100))));
      expect(await query(shop, "select key from idempotency")).toEqual([{ key }]);
    });

    it("does not exist for a call without a key or for a GET", async () => {
      await query(shop, "delete from idempotency");
      await shop.api.post(SESSION, sessionBody());
      await shop.api.get("/api/v1/payment/status/ORD-1?session_id=x", { "idempotency-key": "k" });
      expect(await query(shop, "select 1 from idempotency")).toEqual([]);
    });
  });

  it("is repeated after a restart", async () => {
    const key = newKey();
    const first = await call(SESSION, sessionBody(), { key, at: other });
    await other.service.stop();
    other = await startTestService({ database: shop.database, clock: shop.clock });
    expectReplay(await call(SESSION, sessionBody(), { key, at: other }), first);
  });

  /** Leaves a key in the state of a call that was killed before its answer. */
  const pretendRunning = (key: string): Promise<unknown> =>
    query(
      shop,
      `update idempotency
       set status = null, body = null, content_type = null, lease_until = $2 where key = $1`,
      [key, toIso(later(shop.clock.now(), MINUTE))],
    );
});

function expectReplay(answer: ApiAnswer, first: ApiAnswer): void {
  expect(answer.text).toBe(first.text);
  expect(answer.status).toBe(first.status);
  expect(answer.headers.get("content-type")).toBe(first.headers.get("content-type"));
  expect(answer.headers.get("idempotent-replayed")).toBe("true");
}
