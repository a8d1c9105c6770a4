import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { merchantCalls, query } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { codeOf, panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { createDoubleBank, type DoubleBank } from "../support/protocol-double.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
/** A valid number that is no published test card. */
const LIVE_CARD = "4543590000001236";
const SECRET = "api-p4ssword";

describe("a merchant's connections to banks", () => {
  let bank: DoubleBank;
  let shop: TestService;
  let owner: PanelVisitor;
  let base = "";
  let secret = "";
  beforeAll(async () => {
    bank = createDoubleBank();
    shop = await startTestService({ protocols: [bank.protocol] });
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test/acquirers`;
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId));
    ({ secret } = await owner.secure());
  });
  afterAll(() => shop.close());

  const fields = (terminal: string, changes: Readonly<Record<string, string>> = {}) => ({
    protocol: "double",
    bank: "firstbank",
    hosts: "simulated_bank",
    title: `POS ${terminal}`,
    model: "3d",
    "currencies:TRY": "yes",
    "credential:client_id": terminal,
    "secret:password": SECRET,
    ...changes,
  });
  const add = async (terminal: string, changes: Readonly<Record<string, string>> = {}) => {
    await owner.post(`${base}/new`, fields(terminal, changes));
    const rows = await query(
      shop,
      "select connection_id from acquirer_connection where terminal = $1",
      [terminal],
    );
    return String(rows[0]?.["connection_id"]);
  };
  const pay = async (wish: Parameters<TestService["api"]["pay"]>[2] = {}) =>
    shop.api.pay(await shop.api.session(), CARD, wish);
  const acquirerOf = async (order: unknown) =>
    (await query(shop, "select acquirer from payment where order_id = $1", [order]))[0]?.[
      "acquirer"
    ];

  it("leave test payments at the test bank until there is one", async () => {
    const page = await owner.get(base);
    expect(textOf(page.html)).toContain("test bank");
    const paid = await pay();
    expect(await acquirerOf(paid.body["order_id"])).toBe("sandbox");
  });

  it("are refused with the field that is wrong, and never repeat a secret", async () => {
    const page = await owner.post(`${base}/new`, fields("70x", { "secret:password": SECRET }));
    expect(page.status).toBe(422);
    expect(page.html).toContain("credential:client_id-error");
    expect(page.html).not.toContain(SECRET);
  });

  it("take the payments that follow, and show no secret anywhere", async () => {
    const id = await add("700100");
    const page = await owner.get(`${base}/${id}`);
    expect(page.status).toBe(200);
    expect(page.html).not.toContain(SECRET);
    expect(page.html).toContain("700100");
    const paid = await pay();
    expect(paid.body).toMatchObject({ status: "completed" });
    expect(await acquirerOf(paid.body["order_id"])).toBe(id);
    expect(bank.opened.at(-1)).toMatchObject({
      hosts: { api: `${shop.service.bankUrl}/doors/double/api` },
      installmentCounts: [1],
      acceptedMdStatus: ["1"],
    });
    expect(bank.opened.at(-1)?.credentials["password"]?.reveal()).toBe(SECRET);
    const everything = [
      shop.logLines.join("\n"),
      JSON.stringify(await query(shop, "select * from panel_audit")),
    ];
    expect(everything.join("\n")).not.toContain(SECRET);
  });

  it("ask again for the secrets after a confirmation, because no page repeats them", async () => {
    shop.clock.move(11 * 60_000);
    const asked = await owner.post(`${base}/new`, fields("700109"));
    expect(asked.status).toBe(422);
    expect(asked.html).toContain('name="credential:client_id"');
    expect(asked.html).not.toContain(SECRET);
    const repeated = { ...fields("700109"), password: codeOf(shop, secret) };
    const form = await owner.post(`${base}/new`, { ...repeated, "secret:password": "" });
    expect(textOf(form.html)).toContain("This field is required.");
  });

  it("are tested by the bank's own answer, which fills the checklist", async () => {
    const id = await add("700101");
    bank.answerCheck({ kind: "refused", code: "0148", message: "IP address" });
    await owner.post(`${base}/${id}/test`, {});
    const refused = textOf((await owner.get(`${base}/${id}`)).html);
    expect(refused).toContain("Missing: the bank says so");
    bank.answerCheck({ kind: "ready" });
    await owner.post(`${base}/${id}/test`, {});
    expect(textOf((await owner.get(`${base}/${id}`)).html)).toContain("The bank named no problem");
    await owner.post(`${base}/${id}/retire`, {});
  });

  it("still refund their payments once they are retired, after a restart of the process too", async () => {
    const id = await add("700102", { weight: "1000" });
    await owner.post(`${base}/routing/add`, {
      name: "all to 102",
      action: "only",
      [`connections:${id}`]: "yes",
    });
    const paid = await pay();
    expect(await acquirerOf(paid.body["order_id"])).toBe(id);
    await owner.post(`${base}/${id}/retire`, {});
    await owner.post(`${base}/${id}/enable`, {});
    expect(textOf((await owner.get(`${base}/${id}`)).html)).toContain("is retired");
    const other = await startTestService({
      database: shop.database,
      clock: shop.clock,
      protocols: [bank.protocol],
    });
    try {
      const refunded = await other.service.deps.acquirers.byName(id);
      expect(refunded.name).toBe(id);
      const answer = await merchantCalls(shop.api, shop.merchant.testApiKey).refund(
        paid.body["order_id"],
      );
      expect(answer.body).toMatchObject({ status: "refunded" });
    } finally {
      await other.service.stop();
    }
  });

  it("are routed by the rules in their order, and the page says why", async () => {
    const rules = await owner.get(`${base}/routing`);
    expect(textOf(rules.html)).toContain("all to 102");
    await owner.post(`${base}/routing/remove`, { place: "0", name: "all to 102" });
    const id = await add("700103", { bank: "secondbank" });
    await owner.post(`${base}/routing/add`, {
      name: "to second",
      action: "prefer",
      [`connections:${id}`]: "yes",
      bin_prefixes: "552879",
    });
    const asked = await owner.get(`${base}/routing?bin=55287900&amount=100&installments=1`);
    expect(textOf(asked.html)).toMatch(/1\s*POS 700103\s*rule “to second”/);
    const paid = await pay();
    expect(await acquirerOf(paid.body["order_id"])).toBe(id);
    await owner.post(`${base}/routing/remove`, { place: "0", name: "another" });
    expect(textOf((await owner.get(`${base}/routing`)).html)).toContain("changed meanwhile");
  });

  it("refuse a live payment without a connection, and take it with one", async () => {
    const live = { headers: { authorization: `Bearer ${shop.merchant.liveApiKey}` } };
    const sell = async () => {
      const session = await shop.api.session({ merchant_api_key: shop.merchant.liveApiKey });
      return shop.api.pay(session, LIVE_CARD, live);
    };
    const { merchantId } = shop.merchant.merchant;
    await shop.service.deps.merchants.changeSettings(merchantId, { liveSince: shop.clock.now() });
    expect((await sell()).body).toMatchObject({ status: 409, code: "acquirer_not_configured" });
    const liveBase = base.replace("/test/", "/live/");
    const page = await owner.post(`${liveBase}/new`, fields("800100", { hosts: "bank" }));
    expect(page.status).toBeLessThan(400);
    const paid = await sell();
    expect(paid.body).toMatchObject({ status: "completed" });
    expect(bank.opened.at(-1)).toMatchObject({
      mode: "live",
      hosts: { api: "https://firstbank.example/api" },
    });
  });

  it("are counted in the metrics, with the health of those that were tried", async () => {
    bank.answerCheck({ kind: "unknown", cause: "no answer" });
    const untried = await add("700199");
    bank.answerCheck({ kind: "ready" });
    const text = await (await fetch(`${shop.url}/metrics`)).text();
    expect(text).toMatch(
      /vezne_acquirer_calls_total\{.*call="authorize",outcome="approved"\} [1-9]/,
    );
    expect(text).toMatch(/vezne_acquirer_health\{connection="acq_.*\} 1/);
    expect(untried).toMatch(/^acq_/);
    expect(text).not.toContain(`vezne_acquirer_health{connection="${untried}"`);
  });
});
