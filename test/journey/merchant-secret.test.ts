import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyRedirect } from "../../src/client/vezne.ts";
import { DAY, SECOND } from "../../src/kernel/clock.ts";
import { query } from "../support/merchant-calls.ts";
import { createVisitor, hrefsOf, textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import {
  addEndpoint,
  manageWebhooks,
  startReceiver,
  verify,
  type Receiver,
  type Webhooks,
} from "../support/webhook-receiver.ts";

describe("the secret of a merchant", { timeout: 120_000 }, () => {
  let shop: TestService;
  let receiver: Receiver;
  let webhooks: Webhooks;
  let developer: PanelVisitor;
  let password = "";
  let page = "";
  beforeAll(async () => {
    [shop, receiver] = await Promise.all([startTestService(), startReceiver()]);
    webhooks = await manageWebhooks(shop);
    const { merchantId } = shop.merchant.merchant;
    page = `/panel/${merchantId}/test/webhooks/secret`;
    await addEndpoint(webhooks, shop.merchant.merchant, receiver);
    await enter("developer@example.com");
  });
  afterAll(async () => {
    await webhooks.close();
    await receiver.stop();
    await shop.close();
  });

  const enter = async (email: string): Promise<void> => {
    const { merchantId } = shop.merchant.merchant;
    const person = await panelUsers(shop).create("developer", merchantId, email);
    developer = panelVisitor(shop);
    await developer.signIn(person);
    password = person.password;
  };
  const secretsIn = (html: string): readonly string[] => [
    ...new Set([...html.matchAll(/<code>(whsec_[^<]+)</g)].map(([, secret = ""]) => secret)),
  ];
  const roll = (overlap: string) =>
    developer.post(`${page}/roll`, { overlap, password }).then((sent) => developer.follow(sent));
  /** Resolves to the address with which the customer of a payment made now returns. */
  const returned = async (): Promise<string> => {
    const session = await shop.api.session();
    await shop.api.pay(session, "5528790000000008");
    const { html } = await createVisitor(shop.url).get(`/checkout?session=${session}`);
    return hrefsOf(html).find((href) => href.includes("&signature=")) ?? "";
  };
  const signs = (address: string, secrets: string | readonly string[]): Promise<boolean> =>
    verifyRedirect(address, secrets).then(
      () => true,
      () => false,
    );

  it("is replaced with an overlap: the old one signs redirects, both sign webhooks", async () => {
    const old = shop.merchant.merchant.webhookSecret;
    expect(await signs(await returned(), old)).toBe(true);
    const rolled = await roll("24");
    const [next = "", shown] = secretsIn(rolled.html);
    expect([shown, next === old]).toEqual([old, false]);
    shop.clock.move(2 * SECOND);
    receiver.received.length = 0;
    const during = await returned();
    expect([await signs(during, old), await signs(during, next)]).toEqual([true, false]);
    expect(await signs(during, [next, old])).toBe(true);
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(0);
    const [sent] = receiver.received;
    if (sent === undefined) throw new Error("nothing arrived");
    for (const secret of [old, next]) expect(verify(secret, sent)).toEqual(sent.json);
    expect(secretsIn((await developer.post(page, { password })).html)).toEqual([next, old]);

    const second = await roll("1");
    expect(textOf(second.html)).toContain("The time of the secret before this one is not over");
    shop.clock.move(DAY);
    receiver.received.length = 0;
    const after = await returned();
    expect([await signs(after, old), await signs(after, next)]).toEqual([false, true]);
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(0);
    const [last] = receiver.received;
    if (last === undefined) throw new Error("nothing arrived");
    expect(() => verify(old, last)).toThrow();
    await enter("again@example.com");
    expect(secretsIn((await developer.post(page, { password })).html)).toEqual([next]);
  });

  it("is replaced at once after a leak, also in an overlap", async () => {
    await enter("leak@example.com");
    const [before = ""] = secretsIn((await roll("1")).html);
    const [next = "", ...others] = secretsIn((await roll("0")).html);
    expect(others).toEqual([]);
    shop.clock.move(2 * SECOND);
    const address = await returned();
    expect([await signs(address, before), await signs(address, next)]).toEqual([false, true]);
  });

  it("is replaced by its owners and developers only, who confirm it", async () => {
    const { merchantId } = shop.merchant.merchant;
    const secretOf = () =>
      query(shop, "select webhook_secret from merchant where merchant_id = $1", [merchantId]);
    const before = await secretOf();
    const refused = await developer.post(`${page}/roll`, { overlap: "0", password: "not it" });
    expect(refused.status).toBe(422);
    const support = panelVisitor(shop);
    const person = await panelUsers(shop).create("support", merchantId, "support@example.com");
    await support.signIn(person);
    const wish = { overlap: "0", password: person.password };
    expect((await support.post(`${page}/roll`, wish)).status).toBe(403);
    expect(await secretOf()).toEqual(before);
  });

  it("is in the audit log as replaced, without its text", async () => {
    const rows = await query(
      shop,
      "select * from panel_audit where action like 'webhook.secret_%'",
    );
    expect(JSON.stringify(rows)).toContain("webhook.secret_rolled");
    expect(JSON.stringify(rows)).not.toContain("whsec_");
  });
});
