import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { query } from "../support/merchant-calls.ts";
import { makeOperatorKey, operatorClient, type OperatorClient } from "../support/operator.ts";
import { startTestService, type TestService } from "../support/service.ts";

const GARANTI = {
  mode: "test",
  protocol: "garanti",
  bank: "garanti",
  title: "Garanti BBVA",
  credentials: {
    merchant_id: "7000679",
    terminal_id: "30691298",
    store_key: "1122334455",
    sale_password: "sale-password-1",
    refund_password: "refund-password-1",
  },
};
const SECRETS = ["1122334455", "sale-password-1", "refund-password-1"];

describe("the administration API", () => {
  let shop: TestService;
  let operator: OperatorClient;
  let keyId: string;
  beforeAll(async () => {
    shop = await startTestService();
    const key = await makeOperatorKey(shop);
    keyId = key.stored.keyId;
    operator = operatorClient(shop.url, key.text);
  });
  afterAll(() => shop.close());

  const merchant = async (name = "Kitapçı") => {
    const made = await operator("POST", "merchants", { name });
    expect(made.status).toBe(200);
    const id = String(made.body["merchant_id"]);
    return { id, path: `merchants/${id}`, body: made.body };
  };
  const audit = (merchantId: string) =>
    query(shop, "select action, actor from panel_audit where merchant_id = $1 order by action", [
      merchantId,
    ]);

  it("takes a merchant from its creation to a paid order", async () => {
    const { id, body, path } = await merchant();
    const api = createApiClient(shop.url, String(body["test_api_key"]));
    const paid = await api.pay(await api.session(), "5528790000000008");
    expect(paid.body).toMatchObject({ success: true });
    const read = await operator("GET", path);
    expect(read.body).toMatchObject({ merchant_id: id, state: "active", live_since: null });
    expect(read.text).not.toContain("api_key");
    const terms = await operator("GET", `${path}/settlement-terms?mode=test`);
    expect((terms.body["rows"] as unknown[]).length).toBeGreaterThan(0);
  });

  it("lists merchants page by page, each once", async () => {
    const made = new Set<string>();
    for (let count = 0; count < 3; count += 1) made.add((await merchant()).id);
    const seen: string[] = [];
    let after = "";
    for (;;) {
      const { body } = await operator("GET", `merchants?limit=2${after}`);
      seen.push(...(body["merchants"] as { merchant_id: string }[]).map((one) => one.merchant_id));
      if (body["has_more"] !== true) break;
      after = `&after=${String(body["next"])}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect([...made].every((id) => seen.includes(id))).toBe(true);
  });

  it("suspends a merchant, whose payments then are refused and whose refunds go on", async () => {
    const { path, body, id } = await merchant();
    const key = String(body["test_api_key"]);
    const api = createApiClient(shop.url, key);
    const paid = await api.pay(await api.session(), "5528790000000008");
    const open = await api.session();
    const suspended = await operator("PATCH", path, { state: "suspended" });
    expect(suspended.body).toMatchObject({ state: "suspended" });
    expect(await api.pay(open, "5528790000000008")).toMatchObject({
      status: 403,
      body: { code: "merchant_suspended" },
    });
    await expect(api.session()).rejects.toThrow("this one is suspended");
    const refund = await api.post(
      "/api/v1/payment/refund",
      { order_id: paid.body["order_id"] },
      { authorization: `Bearer ${key}` },
    );
    expect(refund.body).toMatchObject({ success: true });
    await operator("PATCH", path, { state: "active" });
    expect((await api.pay(open, "5528790000000008")).body).toMatchObject({ success: true });
    expect((await audit(id)).map(({ action }) => action)).toEqual([
      "merchant.created",
      "merchant.resumed",
      "merchant.suspended",
    ]);
  });

  it("suspends and stops what another process has let go on within the last second", async () => {
    const { path, id } = await merchant();
    const elsewhere = (settings: object) =>
      query(shop, "update merchant set settings = settings || $2::jsonb where merchant_id = $1", [
        id,
        JSON.stringify(settings),
      ]);
    const stored = async () => {
      const [row] = await query(shop, "select settings from merchant where merchant_id = $1", [id]);
      return row?.["settings"] as { suspendedSince: number | null; liveSince: number | null };
    };
    await operator("PATCH", path, { state: "suspended" });
    await elsewhere({ suspendedSince: null });
    const suspended = await operator("PATCH", path, { state: "suspended" });
    expect(suspended.body).toMatchObject({ state: "suspended" });
    expect((await stored()).suspendedSince).not.toBeNull();
    await elsewhere({ liveSince: shop.clock.now() });
    const stopped = await operator("PUT", `${path}/live`, { live: false });
    expect(stopped.body).toMatchObject({ live: false });
    expect((await stored()).liveSince).toBeNull();
    const again = await operator("PATCH", path, { state: "suspended" });
    expect(again.body["suspended_since"]).toBe(suspended.body["suspended_since"]);
    expect((await audit(id)).map(({ action }) => action)).toEqual([
      "live.stopped",
      "merchant.created",
      "merchant.suspended",
      "merchant.suspended",
    ]);
  });

  it("holds to the panel's rule that a higher approval limit waits for a day", async () => {
    const { path } = await merchant();
    await operator("PATCH", path, { refund_approval_above: 1_000 });
    const raised = await operator("PATCH", path, { refund_approval_above: null });
    expect(raised.body).toMatchObject({
      refund_approval_above: 1_000,
      refund_limit_raise: {
        refund_approval_above: null,
        requested_by: `operator key ${keyId}`,
      },
    });
    const withdrawn = await operator("PATCH", path, { refund_approval_above: 1_000 });
    expect(withdrawn.body).toMatchObject({
      refund_approval_above: 1_000,
      refund_limit_raise: null,
    });
    const rights = ["refunds.make", "refunds.above_limit"];
    const key = await operator("POST", `${path}/keys`, { mode: "test", name: "desk", rights });
    const from = Date.parse(String(key.body["refunds_above_limit_from"]));
    expect(from - shop.clock.now()).toBe(24 * 60 * 60_000);
  });

  it("refuses live payments until every condition of the panel's list is met", async () => {
    const { path } = await merchant();
    const refused = await operator("PUT", `${path}/live`, { live: true });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: "live_not_ready" });
    expect(refused.body["missing"]).toContain("connection");
    expect((await operator("GET", `${path}/live`)).body).toMatchObject({
      live: false,
      may_start: false,
    });
  });

  it("makes, rolls and ends keys that work, and keeps the main key", async () => {
    const { path, id, body } = await merchant();
    const summary = (key: unknown) =>
      createApiClient(shop.url, "").get("/api/v1/payment/summary", {
        authorization: `Bearer ${String(key)}`,
      });
    const wish = { mode: "test", name: "reports", rights: ["payments.read"] };
    const made = await operator("POST", `${path}/keys`, wish);
    expect((await summary(made.body["api_key"])).status).toBe(200);
    const again = await operator("POST", `${path}/keys`, wish);
    expect(again.body).toMatchObject({ code: "already_exists", errors: [{ field: "name" }] });
    const rolled = await operator("POST", `${path}/keys/roll`, { mode: "test", name: "reports" });
    expect((await summary(made.body["api_key"])).status).toBe(401);
    expect((await summary(rolled.body["api_key"])).status).toBe(200);
    const { body: list } = await operator("GET", `${path}/keys`);
    const keys = list["keys"] as { key_ref: string; name: string | null }[];
    const named = keys.find(({ name }) => name === "reports");
    const ended = await operator("DELETE", `${path}/keys/${String(named?.key_ref)}`);
    expect(ended.body).toMatchObject({ ended: true });
    expect((await summary(rolled.body["api_key"])).status).toBe(401);
    const main = keys.find(({ name }) => name === null);
    const kept = await operator("DELETE", `${path}/keys/${String(main?.key_ref)}`);
    expect(kept).toMatchObject({ status: 400, body: { errors: [{ field: "key_ref" }] } });
    expect((await summary(body["test_api_key"])).status).toBe(200);
    expect((await audit(id)).map(({ action }) => action)).toEqual([
      "key.created",
      "key.ended",
      "key.rolled",
      "merchant.created",
    ]);
  });

  it("replaces the secret of redirects, a second time only at once, and tells its age", async () => {
    const { path, id, body } = await merchant();
    const roll = (wish?: object) => operator("POST", `${path}/webhook-secret/roll`, wish);
    shop.clock.move(60_000);
    const first = await roll();
    const until = String(first.body["old_secret_until"]);
    expect(Date.parse(until) - shop.clock.now()).toBe(24 * 60 * 60_000);
    expect(first.body["webhook_secret"]).not.toBe(body["webhook_secret"]);
    const refused = await roll({ overlap_hours: 1 });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "overlap_hours" }] } });
    expect(refused.text).toContain(`the secret before this one signs until ${until}`);
    const since = new Date(shop.clock.now()).toISOString();
    const seen = { webhook_secret_since: since, old_secret_until: until };
    expect((await operator("GET", path)).body).toMatchObject(seen);
    const second = await roll({ overlap_hours: 0 });
    expect(second.body).toMatchObject({ merchant_id: id, old_secret_until: null });
    expect((await operator("GET", path)).body).toMatchObject({ old_secret_until: null });
    const told = await audit(id);
    expect(told.filter(({ action }) => action === "webhook.secret_rolled")).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain("whsec_");
  });

  it("invites users, who choose a password at the address, and disables them", async () => {
    const { path } = await merchant();
    const wish = { email: "Ayse@Example.com", role: "finance" };
    const invited = await operator("POST", `${path}/users`, wish);
    expect(invited.body).toMatchObject({ email: "ayse@example.com", state: "enabled" });
    const page = await fetch(String(invited.body["choose_password_url"]));
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining("ayse@example.com"),
    ]);
    const again = await operator("POST", `${path}/users`, wish);
    expect(again.body).toMatchObject({ code: "already_exists", errors: [{ field: "email" }] });
    const user = `${path}/users/${String(invited.body["user_id"])}`;
    const changed = await operator("PATCH", user, { role: "support", state: "disabled" });
    expect(changed.body).toMatchObject({ role: "support", state: "disabled" });
    expect((await fetch(String(invited.body["choose_password_url"]))).status).not.toBe(200);
    const other = await merchant();
    const foreign = user.replace(path, other.path);
    expect((await operator("PATCH", foreign, { role: "owner" })).status).toBe(404);
  });

  it("connects a bank, and shows none of its secrets anywhere", async () => {
    const { path, id } = await merchant();
    const added = await operator("POST", `${path}/connections`, { ...GARANTI, untested: true });
    expect(added.body).toMatchObject({ terminal: "7000679/30691298", state: "active" });
    const one = `${path}/connections/${String(added.body["connection_id"])}`;
    const answers = [
      added,
      await operator("GET", one),
      await operator("GET", `${path}/connections`),
      await operator("POST", `${one}/test`, {}),
      await operator("PATCH", one, { weight: 20, active_until: "2030-01-01T00:00:00Z" }),
      await operator("PATCH", one, { state: "disabled" }),
      await operator("PATCH", one, {
        credentials: { ...GARANTI.credentials, store_key: "x".repeat(5_000) },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 400]);
    const dump = await query(
      shop,
      `select row_to_json(one)::text as text from panel_audit as one where merchant_id = $1
       union all select row_to_json(one)::text from api_request as one
       union all select row_to_json(one)::text from acquirer_connection as one
       union all select row_to_json(one)::text from idempotency as one`,
      [id],
    );
    const all = [
      ...answers.map(({ text }) => text),
      ...dump.map(({ text }) => text),
      ...shop.logLines,
    ].join("\n");
    for (const secret of SECRETS) expect(all).not.toContain(secret);
    expect((await audit(id)).map(({ action }) => action)).toEqual([
      "connection.added",
      "connection.changed",
      "connection.disabled",
      "connection.tested",
      "merchant.created",
    ]);
    const [changed] = await query(
      shop,
      "select after from panel_audit where merchant_id = $1 and action = 'connection.changed'",
      [id],
    );
    expect(changed?.["after"]).toMatchObject({
      weight: 20,
      active_until: "2030-01-01T00:00:00.000Z",
    });
    expect((await audit(id)).every(({ actor }) => actor === `operator key ${keyId}`)).toBe(true);
  });

  it("replaces tables, and keeps the versions that were replaced", async () => {
    const { path } = await merchant();
    const rate = {
      program: "bonus",
      card_bank: "own",
      installment_count: 3,
      commission_rate: 2.5,
      valid_from: "2026-01-01",
    };
    const table = `${path}/commission-rates?mode=live`;
    const first = await operator("PUT", table, { rows: [rate] });
    expect(first.body["rows"]).toMatchObject([{ commission_rate: 2.5, borne_by: "customer" }]);
    await operator("PUT", table, { rows: first.body["rows"] });
    const second = await operator("PUT", table, { rows: [{ ...rate, commission_rate: 3 }] });
    expect((await operator("GET", table)).body).toEqual(second.body);
    const { body } = await operator("GET", `${path}/commission-rates/versions?mode=live`);
    const by = `operator key ${keyId}`;
    expect(body["versions"]).toMatchObject([
      { version: 2, changed_by: by, row_count: 1, added: 1, removed: 1 },
      { version: 1, changed_by: by, row_count: 1, added: 1, removed: 0 },
    ]);
    const old = await operator("GET", `${path}/commission-rates/versions/1?mode=live`);
    expect(old.body["rows"]).toEqual(first.body["rows"]);
    expect((await operator("GET", `${path}/commission-rates/versions/3?mode=live`)).status).toBe(
      404,
    );
    const other = await operator("GET", `${path}/commission-rates?mode=test`);
    expect(other.body["rows"]).toEqual([]);
  });
});
