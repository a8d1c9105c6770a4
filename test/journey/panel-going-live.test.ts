import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { query } from "../support/merchant-calls.ts";
import { runCommand } from "../support/command-line.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { createDoubleBank, type DoubleBank } from "../support/protocol-double.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { VAULT_KEY } from "../support/vault-key.ts";

/** A valid number that is no published test card. */
const CARD = "4543590000001236";
const TEST_CARDS = ["5528790000000008", "4355084355084358", "4242424242424242"];
const PRODUCTION = {
  VEZNE_PUBLIC_URL: "https://pay.example",
  VEZNE_ENVIRONMENT: "production",
  VEZNE_VAULT_KEY: VAULT_KEY,
};

describe("going live", () => {
  let bank: DoubleBank;
  let shop: TestService;
  let owner: PanelVisitor;
  let base = "";
  let page = "";
  let connection = "";
  beforeAll(async () => {
    bank = createDoubleBank();
    shop = await startTestService({ protocols: [bank.protocol], environment: PRODUCTION });
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/live`;
    page = `${base}/going-live`;
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId));
    await owner.secure();
  });
  afterAll(() => shop.close());

  const pay = async (number = CARD) => {
    const key = shop.merchant.liveApiKey;
    const session = await shop.api.session({ merchant_api_key: key });
    return shop.api.pay(session, number, { headers: { authorization: `Bearer ${key}` } });
  };
  const doctor = async () => {
    const { merchantId } = shop.merchant.merchant;
    const words = ["doctor", "--live", "--merchant", merchantId, "--json"];
    const { code, stdout } = await runCommand(shop.database, words, PRODUCTION);
    const told: unknown = JSON.parse(stdout);
    return { code, told };
  };

  it("has no page of made-up values", async () => {
    expect((await owner.get("/panel/components")).status).toBe(404);
  });

  it("shows what is missing, and refuses the switch", async () => {
    const html = textOf((await owner.get(page)).html);
    expect(html).toContain("Live card payments are off");
    expect(html).toMatch(/A live bank connection is active.*?Missing/);
    expect(html).toMatch(/An owner has a second factor\s*Done/);
    expect((await owner.get(page)).html).not.toContain("going-live/start");
    const tried = await owner.post(`${page}/start`);
    expect(tried.status).toBe(409);
    expect(textOf(tried.html)).toContain("Points are missing");
    expect(await doctor()).toMatchObject({ code: 1, told: { ready: false, live_since: null } });
  });

  it("refuses live payments until the switch, also with a connection", async () => {
    await owner.post(`${base}/acquirers/new`, {
      protocol: "double",
      bank: "firstbank",
      hosts: "bank",
      title: "Main POS",
      model: "3d",
      "currencies:TRY": "yes",
      "credential:client_id": "800100",
      "secret:password": "api-p4ssword",
    });
    const [row] = await query(shop, "select connection_id from acquirer_connection", []);
    connection = `${base}/acquirers/${String(row?.["connection_id"])}`;
    await owner.post(`${connection}/test`);
    const { status, body } = await pay();
    expect([status, body["code"]]).toEqual([409, "acquirer_not_configured"]);
    expect(bank.charges.size).toBe(0);
    expect(await doctor()).toMatchObject({ code: 0, told: { ready: true, live_since: null } });
  });

  it("takes live payments after the switch, and writes it to the audit log", async () => {
    expect((await owner.get(page)).html).toContain("going-live/start");
    expect((await owner.post(`${page}/start`)).status).toBeLessThan(400);
    expect(textOf((await owner.get(page)).html)).toContain("Live card payments are on");
    expect((await pay()).body).toMatchObject({ status: "completed" });
    expect(bank.charges.size).toBe(1);
    const actions = await query(
      shop,
      "select action from panel_audit where action in ('live.started', 'live.stopped')",
      [],
    );
    expect(actions).toEqual([{ action: "live.started" }]);
  });

  it.each(TEST_CARDS)("refuses the test card %s before the bank is asked", async (number) => {
    const asked = bank.requests.length;
    const { status, body } = await pay(number);
    expect([status, body["code"]]).toEqual([400, "invalid_card_number"]);
    expect(JSON.stringify(body)).toContain("is a test card, which pays in test mode only");
    expect(bank.requests.length).toBe(asked);
  });

  it("leaves a live payment to no test bank where no connection takes it", async () => {
    await owner.get(page);
    await owner.post(`${connection}/disable`);
    expect((await pay()).body).toMatchObject({ code: "acquirer_not_configured" });
    await owner.post(`${connection}/enable`);
    await owner.post(`${connection}/test`);
    const sql = "select distinct acquirer from payment where mode = 'live'";
    const [one, ...others] = await query(shop, sql, []);
    expect([one?.["acquirer"], others]).toEqual([expect.stringMatching(/^acq_/), []]);
  });

  it("serves live sessions at no demo shop", async () => {
    expect((await fetch(`${shop.url}/demo`)).status).toBe(404);
    const open = await startTestService({
      environment: { ...PRODUCTION, VEZNE_DEMO_SHOP: "on", VEZNE_SIMULATED_BANK: "on" },
    });
    try {
      const body = new URLSearchParams({ coffee: "1", cup: "1" });
      const headers = { origin: "https://pay.example" };
      await fetch(`${open.url}/demo/checkout`, {
        method: "POST",
        body,
        headers,
        redirect: "manual",
      });
      const modes = await query(open, "select mode from session", []);
      expect(modes).toEqual([{ mode: "test" }]);
    } finally {
      await open.close();
    }
  });

  it("stops live payments when an owner says so", async () => {
    await owner.get(page);
    expect((await owner.post(`${page}/stop`)).status).toBeLessThan(400);
    expect((await pay()).body).toMatchObject({ code: "acquirer_not_configured" });
    expect((await owner.get(page)).html).toContain("going-live/start");
  });

  it("stays on for merchants that took live payments before the migration", async () => {
    const file = join(import.meta.dirname, "../../migrations/vezne/0053-live-since.sql");
    const without = await shop.createMerchant("Bağlantısız");
    await query(shop, await readFile(file, "utf8"), []);
    const rows = await query(
      shop,
      "select merchant_id, settings -> 'liveSince' as since from merchant",
      [],
    );
    const since = new Map(rows.map((row) => [row["merchant_id"], row["since"]]));
    expect(since.get(shop.merchant.merchant.merchantId)).toBeGreaterThan(0);
    expect(since.get(without.merchant.merchantId)).toBeNull();
  });
});
