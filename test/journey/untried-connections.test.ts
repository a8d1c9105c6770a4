import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { query } from "../support/merchant-calls.ts";
import { makeOperatorKey, operatorClient, type OperatorClient } from "../support/operator.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
/** A store that the test bank knows, and its password. */
const STORE = { client_id: "700655000200", user_name: "ISBANKAPI", store_key: "TRPS0200" };
const PASSWORD = "ISBANK07";

describe("a connection that its bank has not accepted", () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let operator: OperatorClient;
  let base = "";
  let connections = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test`;
    connections = `merchants/${merchantId}/connections`;
    operator = operatorClient(shop.url, (await makeOperatorKey(shop)).text);
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId));
    await owner.secure();
  });
  afterAll(() => shop.close());

  const wish = (password: string, more = {}) => ({
    mode: "test",
    protocol: "nestpay",
    bank: "isbank",
    title: "Ana POS",
    credentials: { ...STORE, password },
    ...more,
  });
  const add = async (password: string, more = {}) => {
    const { body } = await operator("POST", connections, wish(password, more));
    const connectionId = String(body["connection_id"]);
    return { ...body, connectionId, path: `${connections}/${connectionId}` };
  };
  const acquirerOf = async (order: unknown) =>
    (await query(shop, "select acquirer from payment where order_id = $1", [order]))[0]?.[
      "acquirer"
    ];
  const pay = async () => shop.api.pay(await shop.api.session(), CARD);

  it("is stored disabled with the bank's answer, and takes no payment", async () => {
    const added = await add("wrong");
    expect(added).toMatchObject({
      state: "disabled",
      last_check: { kind: "refused", code: "99", message: expect.stringMatching(/permission/) },
    });
    expect(await acquirerOf((await pay()).body["order_id"])).toBe("sandbox");
    const overview = textOf((await owner.get(base)).html);
    expect(overview).toContain("Connections that the bank refuses: 1");
    const page = textOf((await owner.get(`${base}/acquirers`)).html);
    expect(page).not.toContain("Answers");
    await operator("PATCH", added.path, { state: "retired" });
  });

  it("takes payments if a person insists, each a decline that the bank's refusal explains", async () => {
    const added = await add("wrong", { untested: true });
    expect(added).toMatchObject({ state: "active", last_check: null });
    expect(textOf((await owner.get(`${base}/acquirers`)).html)).toContain("Untried");
    const paid = await pay();
    expect(await acquirerOf(paid.body["order_id"])).toBe(added.connectionId);
    expect(paid.body).toMatchObject({ status: "failed" });
    await expect
      .poll(async () => (await operator("GET", added.path)).body)
      .toMatchObject({ last_check: { kind: "refused", code: "99" } });
    expect(textOf((await owner.get(`${base}/acquirers`)).html)).toContain("Failed lately");
    await operator("PATCH", added.path, { state: "retired" });
  });

  it("is active at once if the bank accepts, and keeps its credentials until it accepts others", async () => {
    const added = await add(PASSWORD);
    expect(added).toMatchObject({ state: "active", last_check: { kind: "ready" } });
    const change = (password: string, more = {}) =>
      operator("PATCH", added.path, { credentials: { ...STORE, password }, ...more });
    expect((await change("wrong")).body).toMatchObject({
      code: "validation_failed",
      errors: [{ field: "credentials", message: expect.stringContaining("99 ") }],
    });
    const paid = await pay();
    expect(await acquirerOf(paid.body["order_id"])).toBe(added.connectionId);
    expect(paid.body).toMatchObject({ status: "completed" });
    expect((await change(PASSWORD)).body).toMatchObject({ last_check: { kind: "ready" } });
    expect((await change("wrong", { untested: true })).status).toBe(200);
    expect((await pay()).body).toMatchObject({ status: "failed" });
    await operator("PATCH", added.path, { state: "retired" });
  });

  it("is enabled anyway from its page, whose form repeats the bank's words", async () => {
    const form = {
      protocol: "nestpay",
      bank: "isbank",
      hosts: "simulated_bank",
      title: "Yedek POS",
      model: "3d",
      "currencies:TRY": "yes",
      "credential:client_id": STORE.client_id,
      "credential:user_name": STORE.user_name,
      "secret:store_key": STORE.store_key,
    };
    const added = await owner.post(`${base}/acquirers/new`, {
      ...form,
      "secret:password": "wrong",
    });
    const page = await owner.follow(added);
    expect(textOf(page.html)).toContain("Insufficient permissions");
    expect(textOf(page.html)).toContain("Enable anyway");
    const path = new URL(added.location).pathname;
    const saved = await owner.post(`${path}/settings`, { ...form, "secret:password": "wrong2" });
    expect(saved.status).toBe(422);
    expect(textOf(saved.html)).toContain("the old ones stay in force. (99");
    expect(saved.html).toContain('name="untested" value="yes"');
    const right = await owner.post(`${path}/settings`, { ...form, "secret:password": PASSWORD });
    expect(right.status).toBe(303);
    await owner.post(`${path}/enable`);
    expect(textOf((await owner.get(path)).html)).toContain("Answers");
    expect((await pay()).body).toMatchObject({ status: "completed" });
  });
});
