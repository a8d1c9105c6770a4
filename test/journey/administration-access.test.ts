// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_RIGHTS, type OperatorRight } from "../../src/domain/merchant/operator-right.ts";
import { readApiDocument, type DocumentedOperation } from "../support/api-document.ts";
import { createApiClient } from "../support/api-client.ts";
import { query } from "../support/merchant-calls.ts";
import { makeOperatorKey, operatorClient, type OperatorClient } from "../support/operator.ts";
import { freePort } from "../support/free-port.ts";
import { startTestService, type TestService } from "../support/service.ts";

const DAY = 24 * 60 * 60_000;

describe("operator keys", () => {
  let shop: TestService;
  let operations: readonly DocumentedOperation[];
  beforeAll(async () => {
    shop = await startTestService({ environment: { VEZNE_TRUSTED_PROXIES: "127.0.0.1" } });
    operations = (await readApiDocument(shop.url)).operations;
  });
  afterAll(() => shop.close());

  const rightOf = ({ json }: DocumentedOperation) =>
    json["x-operator-right"] as OperatorRight | undefined;
  const ofOperators = () => operations.filter((one) => rightOf(one) !== undefined);
  const call = (
    { method, path }: DocumentedOperation,
    key: string,
    headers: Record<string, string> = {},
  ) =>
    createApiClient(shop.url, "").send(method, path.replace(/\{\w+\}/g, "none"), {
      ...(method === "GET" || method === "DELETE" ? {} : { body: "{}" }),
      headers: {
        authorization: `Bearer ${key}`,
        ...(method === "GET" || method === "DELETE" ? {} : { "content-type": "application/json" }),
        ...headers,
      },
    });

  it("may make each call with its right, and with all other rights not", async () => {
    const named = new Set(ofOperators().map(rightOf));
    expect(OPERATOR_RIGHTS.filter((right) => !named.has(right))).toEqual([]);
    for (const right of OPERATOR_RIGHTS) {
      const alone = await makeOperatorKey(shop, { rights: [right] });
      const rights = OPERATOR_RIGHTS.filter((one) => one !== right);
      const without = await makeOperatorKey(shop, { rights });
      for (const operation of ofOperators()) {
        const isItsRight = rightOf(operation) === right;
        const [first, second] = [
          await call(operation, alone.text),
          await call(operation, without.text),
        ];
        const where = [right, operation.id];
        expect([...where, first.status === 403]).toEqual([...where, !isItsRight]);
        expect([...where, second.status === 403]).toEqual([...where, isItsRight]);
        if (isItsRight) expect(second.body).toMatchObject({ code: "missing_right", right });
      }
    }
  });

  it("are the only keys of the administration API, and open none of the merchants' calls", async () => {
    const { text } = await makeOperatorKey(shop);
    const { testApiKey, liveApiKey } = shop.merchant;
    for (const operation of operations) {
      const isOfOperators = rightOf(operation) !== undefined;
      const keys = isOfOperators ? [testApiKey, liveApiKey] : [text];
      if (!isOfOperators && !operation.needsKey) continue;
      for (const key of keys) {
        const { status, body } = await call(operation, key);
        const where = [operation.id, status, body["code"]];
        expect(where).toEqual([operation.id, 401, "invalid_api_key"]);
      }
    }
  });

  it("are refused after their end, once revoked, and from other networks", async () => {
    const [first] = ofOperators();
    if (first === undefined) throw new Error("no operation");
    const networks = ["203.0.113.0/24"];
    const bound = await makeOperatorKey(shop, { networks });
    const from = async (address: string) =>
      (await call(first, bound.text, { "x-forwarded-for": address })).body["code"];
    expect(await from("198.51.100.7")).toBe("network_not_allowed");
    expect(await from("203.0.113.7")).toBe("validation_failed");
    const key = await makeOperatorKey(shop);
    expect((await call(first, key.text)).status).toBe(400);
    await query(shop, "update operator_key set revoked_at = created_at where key_id = $1", [
      key.stored.keyId,
    ]);
    shop.clock.move(1_001);
    expect((await call(first, key.text)).status).toBe(401);
    const expiring = await makeOperatorKey(shop);
    expect((await call(first, expiring.text)).status).toBe(400);
    shop.clock.move(90 * DAY);
    expect((await call(first, expiring.text)).status).toBe(401);
  });

  it("are stored as a hash, with their last use", async () => {
    const { text, stored } = await makeOperatorKey(shop);
    await operatorClient(shop.url, text)("GET", "merchants");
    await expect
      .poll(() =>
        query(shop, "select used_from from operator_key where key_id = $1", [stored.keyId]),
      )
      .toEqual([{ used_from: "127.0.0.1" }]);
    const rows = await query(
      shop,
      "select row_to_json(operator_key)::text as text from operator_key",
    );
    expect(JSON.stringify(rows)).not.toContain(text);
    expect(shop.logLines.join("\n")).not.toContain(text);
  });
});

describe("calls of the administration API", () => {
  let shop: TestService;
  let operator: OperatorClient;
  let path: string;
  beforeAll(async () => {
    shop = await startTestService();
    operator = operatorClient(shop.url, (await makeOperatorKey(shop)).text);
    path = `merchants/${shop.merchant.merchant.merchantId}`;
  });
  afterAll(() => shop.close());

  it("are carried out once for an Idempotency-Key, whose stored answer shows no secret", async () => {
    const headers = { "idempotency-key": "first-shop" };
    const create = (name: string, by = operator) => by("POST", "merchants", { name }, headers);
    const first = await create("Kitapçı");
    const again = await create("Kitapçı");
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await create("Fırın")).body).toMatchObject({ code: "idempotency_key_reused" });
    const other = operatorClient(shop.url, (await makeOperatorKey(shop)).text);
    expect((await create("Kitapçı", other)).body["merchant_id"]).not.toBe(
      first.body["merchant_id"],
    );
    const createKey = (at: string) =>
      operator(
        "POST",
        `${at}/keys`,
        { mode: "test", name: "kept", rights: ["payments.read"] },
        { "idempotency-key": "first-key" },
      );
    const key = await createKey(path);
    expect((await createKey(path.replace("mer_", "%6Der_"))).text).toBe(key.text);
    const rows = await query(
      shop,
      "select row_to_json(idempotency)::text as text from idempotency",
    );
    const stored = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(2);
    for (const secret of ["test_api_key", "live_api_key", "webhook_secret"]) {
      expect(stored).not.toContain(String(first.body[secret]));
    }
    expect(stored).not.toContain(String(key.body["api_key"]));
    expect(stored).not.toContain("api_key");
  });

  it.each([
    ["POST", "merchants", {}, "name"],
    ["POST", "merchants", { name: " " }, "name"],
    ["GET", "merchants?limit=0", undefined, "limit"],
    ["PATCH", "", { time_zone: "Mars/Olympus" }, "time_zone"],
    ["PATCH", "", { allowed_origins: ["https://shop.example", "*"] }, "allowed_origins[1]"],
    ["PATCH", "", { refund_approval_above: -1 }, "refund_approval_above"],
    ["PATCH", "", { state: "closed" }, "state"],
    ["PUT", "/live", {}, "live"],
    ["POST", "/keys", { mode: "test", name: "a", rights: ["all"] }, "rights[0]"],
    ["POST", "/keys", { mode: "test", name: "a", rights: ["refunds.above_limit"] }, "rights"],
    ["POST", "/keys/roll", { mode: "test", name: "unknown" }, "name"],
    ["DELETE", "/keys/0000000000000000", undefined, "key_ref"],
    ["POST", "/webhook-secret/roll", { overlap_hours: 721 }, "overlap_hours"],
    ["POST", "/users", { email: "nobody", role: "owner" }, "email"],
    ["POST", "/users", { email: "a@example.com", role: "root" }, "role"],
    ["PATCH", "/users/usr_0000000000000000", { role: "owner" }, "user_id"],
    ["GET", "/connections?mode=both", undefined, "mode"],
    ["GET", "/connections/acq_none", undefined, "connection_id"],
    ["GET", "/commission-rates", undefined, "mode"],
    ["PUT", "/settlement-terms?mode=live", { rows: [{}] }, "rows[0].payment_type"],
    [
      "PUT",
      "/installment-limits?mode=live",
      { rows: [{ category: 1, max_installments: 0, valid_from: "2026-01-01" }] },
      "rows[0].max_installments",
    ],
    ["PUT", "card-table", { csv: "bin,bank_name\n1,x\n" }, "csv line 1 card_brand"],
  ])("name the wrong field of %s %s %j", async (method, place, body, field) => {
    const isOfMerchant = place === "" || place.startsWith("/");
    const answer = await operator(method, isOfMerchant ? path + place : place, body);
    const { errors } = answer.body as { errors?: { field: string; message: string }[] };
    expect([answer.status < 500, errors?.[0]?.field]).toEqual([true, field]);
    expect(String(answer.body["detail"]).startsWith(field)).toBe(true);
  });

  it.each([
    [{ protocol: "telepathy" }, "protocol"],
    [{ bank: "isbank" }, "bank"],
    [{ title: " " }, "title"],
    [{ credentials: { merchant_id: "7000679" } }, "credentials.terminal_id"],
    [{ credentials: { swift: "x" } }, "credentials.swift"],
    [{ amount_min: 500, amount_max: 100 }, "amount_max"],
    [{ active_from: "tomorrow" }, "active_from"],
    [{ active_from: "2026-12-31T23:59:60Z" }, "active_from"],
    [{ active_until: "2026-12-01T00:00:00Z[Europe/Istanbul]" }, "active_until"],
    [{ active_until: "0000-01-01T00:00:00Z" }, "active_until"],
    [{ mode: "live", hosts: "simulated_bank" }, "hosts"],
  ])("name the wrong field of a connection with %j", async (change, field) => {
    const credentials = {
      merchant_id: "7000679",
      terminal_id: "30691298",
      store_key: "12345678",
      sale_password: "123qweASD/",
      refund_password: "123qweASD/",
    };
    const wish = { mode: "test", protocol: "garanti", bank: "garanti", title: "A", credentials };
    const answer = await operator("POST", `${path}/connections`, { ...wish, ...change });
    const { errors = [] } = answer.body as { errors?: { field: string }[] };
    expect([answer.status, errors.some((one) => one.field === field)]).toEqual([400, true]);
    expect((await operator("GET", `${path}/connections`)).body).toEqual({ connections: [] });
  });

  it("are limited by operator key", async () => {
    const { database } = shop;
    const environment = { VEZNE_RATE_LIMIT: "1" };
    const strict = await startTestService({ database, environment });
    const { text } = await makeOperatorKey(strict);
    const limited = operatorClient(strict.url, text);
    const statuses = new Set<number>();
    for (let count = 0; count < 20; count += 1) {
      statuses.add((await limited("GET", "merchants?limit=1")).status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
    await strict.service.stop();
  });
});

describe("the administration API beside an admin port", () => {
  it("is served at that port only, and the document says where", async () => {
    const port = await freePort();
    const shop = await startTestService({
      environment: { VEZNE_ADMIN_PORT: String(port), VEZNE_DOCS: "on" },
    });
    const { text } = await makeOperatorKey(shop);
    const there = await operatorClient(`http://127.0.0.1:${port}`, text)("GET", "merchants");
    expect(there.status).toBe(200);
    const here = await operatorClient(shop.url, text)("GET", "merchants");
    expect(here.body).toMatchObject({ code: "not_found" });
    const merchants = await createApiClient(`http://127.0.0.1:${port}`, "").get(
      "/api/v1/payment/summary",
    );
    expect(merchants.body).toMatchObject({ code: "not_found" });
    const { operations } = await readApiDocument(shop.url);
    const ours = operations.filter(({ json }) => json["x-operator-right"] !== undefined);
    expect(ours.length).toBeGreaterThan(20);
    for (const { json } of ours) {
      expect(json["servers"]).toEqual([{ url: `http://127.0.0.1:${port}` }]);
    }
    await shop.close();
  });
});
