import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import {
  startReceiver,
  verify,
  type Received,
  type Receiver,
} from "../support/webhook-receiver.ts";

describe("the panel's pages of webhooks", { timeout: 120_000 }, () => {
  let shop: TestService;
  let developer: PanelVisitor;
  let receiver: Receiver;
  let base = "";
  let endpoint = "";
  let secret = "";
  beforeAll(async () => {
    [shop, receiver] = await Promise.all([startTestService(), startReceiver()]);
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test/webhooks`;
    developer = panelVisitor(shop);
    await developer.signIn(await panelUsers(shop).create("developer", merchantId));
  });
  afterAll(async () => {
    await receiver.stop();
    await shop.close();
  });

  const secretIn = (html: string): string => /<code>(whsec_[^<]+)</.exec(html)?.[1] ?? "";
  const said = async (path: string, fields: Record<string, string> = {}): Promise<string> =>
    textOf((await developer.follow(await developer.post(path, fields))).html);

  it("add an endpoint, whose secret is shown in one answer only", async () => {
    await developer.get(base);
    const wrong = await developer.post(base, { url: "ftp://shop.example/" });
    expect([wrong.status, wrong.html.includes('value="ftp://shop.example/"')]).toEqual([422, true]);
    const added = await developer.post(base, {
      url: receiver.url,
      description: "Depo",
      "event.session.expired": "yes",
      "event.payment.completed": "yes",
    });
    secret = secretIn(added.html);
    expect(secret).toMatch(/^whsec_.{44}$/);
    endpoint = /webhooks\/(whe_\w+)"/.exec(added.html)?.[1] ?? "";
    const list = await developer.get(base);
    expect(textOf(list.html)).toContain("Depo");
    for (const path of [base, `${base}/${endpoint}`]) {
      const { html } = await developer.get(path);
      expect([html.includes("session.expired, payment.completed"), secretIn(html)]).toEqual([
        true,
        "",
      ]);
    }
  });

  it("send an example event, signed like real events, and show the answer", async () => {
    receiver.answer = () => ({ status: 418, body: "I'm a teapot <b>" });
    const sent = await developer.post(`${base}/${endpoint}/test`, { type: "payment.completed" });
    expect(textOf(sent.html)).toContain("418");
    expect(textOf(sent.html)).toContain("only the status is kept");
    expect(sent.html).not.toContain("teapot");
    const [got] = receiver.received;
    if (got === undefined) throw new Error("nothing arrived");
    verify(secret, got);
    expect(got.json).toMatchObject({
      type: "payment.completed",
      data: { order_id: "ORD-EXAMPLE", metadata: { vezne_example: "true" } },
    });
    expect(textOf((await developer.get(`${base}/${endpoint}`)).html)).toContain(
      "There is no delivery here",
    );
  });

  it("show requests and answers of deliveries, and send one again, or all since a day", async () => {
    receiver.answer = () => ({ status: 204 });
    receiver.received.length = 0;
    await shop.api.session();
    shop.clock.move(25 * 60 * 60_000);
    // The user's session has ended meanwhile.
    await developer.signIn(await panelUsers(shop).create("developer", merchantOf(shop), "d@e.tr"));
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 40_000 });
    const event = receiver.received[0]?.id ?? "";
    await vi.waitFor(
      async () => {
        const { html } = await developer.get(`${base}/${endpoint}?state=delivered`);
        expect(html).toContain(event);
      },
      { timeout: 40_000 },
    );
    const delivery = textOf((await developer.get(`${base}/${endpoint}/${event}`)).html);
    expect(delivery).toContain("webhook-signature: v1,");
    expect(delivery).toContain('"type": "session.expired"');
    expect(await said(`${base}/${endpoint}/${event}/resend`)).toContain("The event is sent again");
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 40_000 });
    await vi.waitFor(
      async () => {
        expect(await said(`${base}/${endpoint}/resend`, { since: "2020-01-01" })).toMatch(
          /The event is sent again/,
        );
      },
      { timeout: 40_000 },
    );
    const none = { since: "2020-01-01", undelivered: "yes" };
    await vi.waitFor(() => expect(receiver.received).toHaveLength(3), { timeout: 40_000 });
    await vi.waitFor(
      async () => {
        expect(await said(`${base}/${endpoint}/resend`, none)).toContain("0 events are sent again");
      },
      { timeout: 40_000 },
    );
    expect(await said(`${base}/${endpoint}/resend`, { since: "no" })).toContain(
      "Write the date as",
    );
  });

  it("show every attempt of a delivery that failed twice, without a card number or key", async () => {
    receiver.received.length = 0;
    const about = (): readonly Received[] =>
      receiver.received.filter(({ json }) => json.type === "payment.completed");
    receiver.answer = () => ({ status: about().length < 3 ? 503 : 204, body: "busy" });
    const card = "5528790000000008";
    await shop.api.pay(await shop.api.session(), card);
    for (const count of [1, 2, 3]) {
      await vi.waitFor(() => expect(about()).toHaveLength(count), { timeout: 40_000 });
      await vi.waitFor(
        async () => {
          const { html } = await developer.get(`${base}/${endpoint}`);
          expect(textOf(html)).toMatch(
            new RegExp(`payment\\.completed …\\w{8} TRY \\S+ \\S+ \\w+: ${count} `),
          );
        },
        { timeout: 40_000 },
      );
      shop.clock.move(10 * 60_000);
    }
    const [first, second, third] = about();
    if (first === undefined || third === undefined) throw new Error("nothing arrived");
    expect([second?.body, third.body]).toEqual([first.body, first.body]);
    for (const got of about()) verify(secret, got);
    // Changes the second attempt to one at another machine, whose answers are stored in part.
    await shop.database
      .open()
      .query(
        "update webhook_attempt set response_body = 'busy <b>' where event_id = $1 and number = 2",
        [first.id],
      );
    const page = await developer.get(`${base}/${endpoint}/${first.id}`);
    const text = textOf(page.html);
    expect(text).toMatch(/Attempt 3 204 .*Attempt 2 503 .*Body busy .*Attempt 1 503 .*the status/);
    expect(page.html).toContain("busy &lt;b>");
    const { testApiKey, liveApiKey, merchant } = shop.merchant;
    const bodies = receiver.received.map(({ body }) => body).join("\n") + page.html;
    for (const hidden of [card, testApiKey, liveApiKey, merchant.webhookSecret, secret]) {
      expect(bodies).not.toContain(hidden);
    }
  });

  it("roll the secret with both signing for a time, disable and enable the endpoint, and remove it", async () => {
    const rolled = await developer.post(`${base}/${endpoint}/roll`, { overlap: "24" });
    const next = secretIn(rolled.html);
    expect([next === secret, next === ""]).toEqual([false, false]);
    expect(textOf((await developer.get(`${base}/${endpoint}`)).html)).toContain(
      "the old one until",
    );
    receiver.received.length = 0;
    await developer.post(`${base}/${endpoint}/test`, { type: "session.expired" });
    const [got] = receiver.received;
    if (got === undefined) throw new Error("nothing arrived");
    for (const key of [secret, next]) verify(key, got);
    expect(await said(`${base}/${endpoint}/disable`)).toContain("The endpoint is off");
    expect(await said(`${base}/${endpoint}/resend`, { since: "2020-01-01" })).toContain(
      "turn it on first",
    );
    expect(await said(`${base}/${endpoint}/enable`)).toContain("The endpoint is on");
    const asked = textOf((await developer.submit(`${base}/${endpoint}/remove`)).html);
    expect(asked).toMatch(
      /Address \S+\/hooks .*with its waiting deliveries .*Remove the endpoint Cancel/,
    );
    expect((await developer.get(`${base}/${endpoint}`)).status).toBe(200);
    expect(await said(`${base}/${endpoint}/remove`)).toContain("was removed");
    expect((await developer.get(`${base}/${endpoint}`)).status).toBe(404);
  });

  it("show the merchant's own secret after re-authentication, and on no other page", async () => {
    const { webhookSecret, merchantId } = shop.merchant.merchant;
    const reader = panelVisitor(shop);
    const person = await panelUsers(shop).create("developer", merchantId, "reader@example.com");
    await reader.signIn(person);
    const { password } = person;
    expect((await reader.get(base)).html).toContain(`href="${base}/secret"`);
    expect((await reader.get(`${base}/secret`)).html).not.toContain("whsec_");
    const refused = await reader.post(`${base}/secret`, { password: "not it" });
    expect([refused.status, refused.html.includes("whsec_")]).toEqual([422, false]);
    const shown = await reader.post(`${base}/secret`, { password });
    expect(secretIn(shown.html)).toBe(webhookSecret);
    const support = panelVisitor(shop);
    await support.signIn(await panelUsers(shop).create("support", merchantId, "s@example.com"));
    expect((await support.get(`${base}/secret`)).status).toBe(403);
    expect((await support.post(`${base}/secret`, { password })).status).toBe(403);
  });

  it("write each change to the audit log, without a secret", async () => {
    const { rows } = await shop.database
      .open({ max: 1 })
      .query<{ action: string }>("select * from panel_audit where action like 'webhook.%'");
    const actions = rows.map(({ action }) => action).filter((one) => !one.endsWith(".refused"));
    expect(new Set(actions)).toEqual(
      new Set([
        "webhook.added",
        "webhook.tested",
        "webhook.resent",
        "webhook.secret_rolled",
        "webhook.secret_shown",
        "webhook.changed",
        "webhook.removed",
      ]),
    );
    expect(JSON.stringify(rows)).not.toContain("whsec_");
  });

  it("show no endpoint of another merchant", async () => {
    const other = await shop.createMerchant("Komşu");
    const { merchantId } = other.merchant;
    const neighbour = panelVisitor(shop);
    const wish = await panelUsers(shop).create("owner", merchantId, "n@e.tr");
    await neighbour.signIn(wish);
    await developer.get(base);
    const made = await developer.post(base, { url: receiver.url });
    const id = /webhooks\/(whe_\w+)"/.exec(made.html)?.[1] ?? "";
    const foreign = `/panel/${merchantId}/test/webhooks/${id}`;
    expect((await neighbour.get(foreign)).status).toBe(404);
    expect((await neighbour.post(`${foreign}/remove`)).status).toBe(404);
    expect((await developer.get(`${base}/${id}`)).status).toBe(200);
  });
});

const merchantOf = (shop: TestService) => shop.merchant.merchant.merchantId;
