import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refuseMixedAddresses } from "../../src/service/start/rehearsal.ts";
import {
  createApiClient,
  type ApiAnswer,
  type ApiBody,
  type ApiClient,
} from "../support/api-client.ts";
import { importRates } from "../support/card-tables.ts";
import { DOOR_TERMINALS } from "../support/door-terminals.ts";
import { OWN_IBAN } from "../support/feed-customer.ts";
import { atInstallation } from "../support/installation.ts";
import {
  balancesOf,
  HELD,
  merchantCalls,
  query,
  type MerchantCalls,
} from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { passChallenge } from "../support/protocol-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { sendMoney } from "../support/transfer-customer.ts";
import { startReceiver, type Receiver } from "../support/webhook-receiver.ts";

const CARD = "5400360000000003";
const RATES = "program,card_bank,installment_count,commission_rate,valid_from,valid_to";
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe("a rehearsal of live mode", () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let live: ApiClient;
  let till: MerchantCalls;
  let receiver: Receiver;
  let base = "";
  beforeAll(async () => {
    shop = await startTestService({ environment: { VEZNE_LIVE_REHEARSAL: "on" } });
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/live`;
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId));
    await owner.secure();
    live = createApiClient(shop.url, shop.merchant.liveApiKey);
    till = merchantCalls(live, shop.merchant.liveApiKey);
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await receiver.stop();
    await shop.close();
  });

  const garanti = DOOR_TERMINALS.find(({ protocol }) => protocol.name === "garanti");
  const connect = (fields: ApiBody = {}) =>
    owner.post(`${base}/acquirers/new`, {
      protocol: "garanti",
      bank: "garanti",
      title: "Garanti",
      model: "3D",
      "currencies:TRY": "yes",
      "accepted_md_status:1": "yes",
      installment_counts: "2, 3, 6",
      "programs:Bonus": "yes",
      ...Object.fromEntries(
        Object.entries(garanti?.credentials ?? {}).map(([name, value]) => {
          const field = garanti?.protocol.credentials.find((one) => one.name === name);
          return [`${field?.isSecret === true ? "secret" : "credential"}:${name}`, value];
        }),
      ),
      ...fields,
    });
  const pay = (session: string, fields: ApiBody = {}) =>
    live.pay(session, CARD, {
      fields,
      headers: { authorization: `Bearer ${shop.merchant.liveApiKey}` },
    });
  const approve = async (paid: ApiAnswer) => {
    const redirect = String(paid.body["redirect_url"]);
    const returnUrl = `${new URL(redirect).origin}/checkout/return/`;
    const [fields] = await passChallenge(
      { kind: "redirect", url: redirect },
      { returnUrl, decision: "approve", cardNumber: CARD },
    );
    const [row] = await query(
      shop,
      "select attempt_id from attempt where order_id = $1 and kind = 'authorize'",
      [paid.body["order_id"]],
    );
    return fetch(returnUrl + String(row?.["attempt_id"]), {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  };

  it("connects a live terminal to the test bank's door, and to no real bank", async () => {
    await connect({ hosts: "bank" });
    expect(await query(shop, "select hosts from acquirer_connection")).toEqual([]);
    await connect();
    const rows = await query(shop, "select mode, hosts, state from acquirer_connection");
    expect(rows).toEqual([{ mode: "live", hosts: "simulated_bank", state: "active" }]);
  });

  it("goes live with the owner's second factor, and says on each page that no money moves", async () => {
    const page = await owner.get(`${base}/going-live`);
    expect(textOf(page.html)).toContain("Rehearsal of live mode: no real money moves.");
    await owner.post(`${base}/going-live/start`);
    expect(textOf((await owner.get(`${base}/going-live`)).html)).toContain(
      "Live card payments are on",
    );
    const session = await live.session();
    const html = await (await fetch(`${shop.url}/checkout?session=${session}&lang=en`)).text();
    expect(textOf(html)).toContain("Rehearsal of live mode: no real money is taken");
  });

  it("takes 3-D Secure, installments, holds, voids and refunds by the bank's protocol", async () => {
    const single = await live.session();
    const paid = await pay(single, { is_3d: true });
    expect(paid.body).toMatchObject({ status: "processing" });
    expect((await approve(paid)).headers.get("location")).toMatch(
      /^https:\/\/shop\.example\/thanks/,
    );
    const order = paid.body["order_id"];
    expect((await live.status(single, order)).body).toMatchObject({ status: "completed" });
    expect((await till.refund(order, { amount: 25_000 })).body).toMatchObject({ success: true });
    const { merchantId } = shop.merchant.merchant;
    await importRates(shop, { merchantId, mode: "live" }, [RATES, "Bonus,own,3,2.5,2020-01-01,"]);
    shop.clock.move(SECOND);
    const parts = await pay(await live.session(), { installment_count: 3 });
    expect(parts.body).toMatchObject({ status: "completed", installment_count: 3 });
    const held = await pay(await live.session(HELD));
    expect(held.body).toMatchObject({ status: "authorized" });
    expect((await till.capture(held.body["order_id"])).body).toMatchObject({ success: true });
    const dropped = await pay(await live.session(HELD));
    expect((await till.void(dropped.body["order_id"])).body).toMatchObject({ success: true });
    expect(await balancesOf(shop, String(held.body["order_id"]))).not.toEqual({});
  });

  it("stores cards, and pays with one", async () => {
    const saved = await pay(await live.session({ customer_id: "c-1" }), { save_card: true });
    expect(saved.body).toMatchObject({ status: "completed" });
    const token = saved.body["card_token"];
    const again = await live.post(
      "/api/v1/payment/pay",
      {
        session_id: await live.session({ customer_id: "c-1" }),
        payment_type: "creditcard",
        card_token: token,
      },
      { authorization: `Bearer ${shop.merchant.liveApiKey}` },
    );
    expect(again.body).toMatchObject({ status: "completed" });
  });

  it("completes a live transfer by an account feed", async () => {
    const { merchantId } = shop.merchant.merchant;
    await atInstallation(shop, ({ transfers }) =>
      transfers.offerAccount({
        merchantId,
        mode: "live",
        iban: OWN_IBAN,
        bankCode: "0062",
        bankName: "Garanti",
        accountHolder: "Kitapçı",
        currency: "TRY",
        position: 0,
      }),
    );
    const added = await owner.post(`${base}/transfers/feeds/new`, {
      protocol: "garanti",
      title: "Garanti hesabı",
      "credential:client_id": "sandbox-client",
      "secret:client_secret": "sandbox-secret",
      "credential:consent_id": `consent-${OWN_IBAN}`,
    });
    expect(added.status).toBe(303);
    const liveFeeds = "select hosts, state from bank_feed where mode = 'live'";
    expect(await query(shop, liveFeeds)).toEqual([{ hosts: "simulated_bank", state: "active" }]);
    const session = await live.session();
    const awaited = await live.post("/api/v1/payment/pay", {
      session_id: session,
      payment_type: "wire_transfer",
    });
    const account = awaited.body["bank_account"] as { readonly reference_code: string };
    await sendMoney(shop, {
      iban: OWN_IBAN,
      description: account.reference_code,
      minor: 125_000,
    });
    shop.clock.move(MINUTE);
    const status = async () =>
      (await live.status(session, awaited.body["order_id"])).body["status"];
    await expect.poll(status).toBe("completed");
  });

  it("sends webhooks of live mode to this machine", async () => {
    const added = await live.post(
      "/api/v1/webhook-endpoints",
      { url: receiver.url },
      { authorization: `Bearer ${shop.merchant.liveApiKey}` },
    );
    expect(added.body).toMatchObject({ url: receiver.url });
    await pay(await live.session());
    await expect
      .poll(() => receiver.received.map(({ json }) => json.type))
      .toContain("payment.completed");
  });

  // By section of the specification; the others are in the tests above.
  it("keeps the rest of the specification: sessions, look-ups, options, reports, errors", async () => {
    const key = shop.merchant.liveApiKey;
    const bearer = { authorization: `Bearer ${key}` };
    const opening = {
      merchant_api_key: key,
      amount: 5_000,
      currency: "TRY",
      customer: { name: "Ada", surname: "Lovelace", email: "ada@example.com" },
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/sorry",
      metadata: { cart: "7" },
    };
    const embedded = await live.post("/api/v1/embedded/session", opening);
    expect(embedded.body).toMatchObject({ session_id: expect.any(String) as string });
    const session = await live.session();
    const look = async (path: string, fields: ApiBody) =>
      (await live.post(`/api/v1/payment/${path}`, { session_id: session, ...fields })).body;
    expect(await look("bin", { bin_number: "435508" })).toMatchObject({ bank_name: "Akbank" });
    expect(await look("installments", { bin_number: "54003600" })).toMatchObject({ success: true });
    const options = async (path: string) =>
      (await live.post(`/api/v1/payment/${path}-options?session_id=${session}`, {})).text;
    expect(await options("wire-transfer")).toContain(OWN_IBAN);
    expect(await options("wallet")).not.toContain("wallet_id");
    const declined = await live.pay(session, "4111111111111129", {
      fields: { response_style: "codes" },
      headers: bearer,
    });
    expect(declined.text).toMatch(/"status":-2|insufficient/);
    const day = new Date(shop.clock.now()).toISOString().slice(0, 10);
    const span = `start_date=${day}&end_date=${day}`;
    const read = (path: string) => live.get(`/api/v1/payment/${path}${span}`, bearer);
    const listed = (await read("transactions?")).body;
    const summary = (await read("summary?")).body;
    expect(listed["total"]).toBe(summary["total_transactions"]);
    expect(summary["breakdown_by_type"]).toMatchObject({ creditcard: {}, bank_transfer: {} });
    expect((await read("transactions/export?format=csv&")).text.split("\n").length).toBeGreaterThan(
      Number(listed["total"]),
    );
    const refused = await live.post("/api/v1/embedded/session", {
      ...opening,
      merchant_api_key: "x",
    });
    expect(refused.status).toBe(401);
  });

  it("is for good: without the setting the installation doesn't start", async () => {
    const start = (isRehearsal: boolean) =>
      atInstallation(shop, (installation) =>
        refuseMixedAddresses({ ...installation, isRehearsal }),
      );
    await start(true);
    await expect(start(false)).rejects.toThrow("is a rehearsal");
    await query(shop, "update acquirer_connection set hosts = 'bank', state = 'retired'");
    await expect(start(true)).rejects.toThrow("has a real bank");
  });
});
