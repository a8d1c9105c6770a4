import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { startReceiver, type Receiver } from "../support/webhook-receiver.ts";

const APPROVED = "5528790000000008";

describe("the panel's page of a webhook endpoint", { timeout: 120_000 }, () => {
  let shop: TestService;
  let developer: PanelVisitor;
  let receiver: Receiver;
  let page = "";
  let order = "";
  beforeAll(async () => {
    [shop, receiver] = await Promise.all([startTestService(), startReceiver()]);
    const { merchantId } = shop.merchant.merchant;
    const base = `/panel/${merchantId}/test/webhooks`;
    developer = panelVisitor(shop);
    await developer.signIn(await panelUsers(shop).create("developer", merchantId));
    await developer.get(base);
    const added = await developer.post(base, { url: receiver.url });
    page = `${base}/${/webhooks\/(whe_\w+)"/.exec(added.html)?.[1] ?? ""}`;
    const paid = await shop.api.pay(await shop.api.session({ amount: 12_345 }), APPROVED);
    order = String(paid.body["order_id"]);
  });
  afterAll(() => shop.close());

  const shown = async (path = page): Promise<string> => textOf((await developer.get(path)).html);

  it("lists each delivery with its payment, amount and a button to send it again", async () => {
    await expect.poll(shown).toMatch(/payment\.completed …\w{8} TRY 123\.45 Delivered \w+: 1 /);
    const { html } = await developer.get(page);
    expect(html).toContain(`/payments/${order}"`);
    const resend = /action="([^"]*\/evt_\w+\/resend)"/.exec(html)?.[1] ?? "";
    const sent = await developer.follow(await developer.post(resend));
    expect(textOf(sent.html)).toContain("The event is sent again");
    await expect.poll(() => receiver.received.length).toBe(2);
  });

  it("has its actions above the deliveries", async () => {
    const { html } = await developer.get(page);
    const places = ["/test", "/resend", "/roll", "/disable", "/remove"].map((action) =>
      html.indexOf(`action="${page}${action}"`),
    );
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(Math.max(...places)).toBeLessThan(html.indexOf("<h2>Deliveries</h2>"));
  });

  it("shows the body of JSON with line breaks", async () => {
    const { html } = await developer.get(page);
    const delivery = /href="([^"]*\/webhooks\/whe_\w+\/evt_\w+)"/.exec(html)?.[1] ?? "";
    const body = (await developer.get(delivery)).html.replaceAll("&quot;", '"');
    expect(body).toContain('{\n  "type": "payment.completed",\n');
  });

  it("names a failure by a sentence in place of its code", async () => {
    await receiver.stop();
    const sent = await developer.post(`${page}/test`, { type: "payment.completed" });
    expect(textOf(sent.html)).toContain("Connection refused");
    expect(textOf(sent.html)).not.toContain("econnrefused");
    const turkish = await developer.post(`${page}/test?lang=tr`, { type: "payment.completed" });
    expect(textOf(turkish.html)).toContain("Bağlantı reddedildi");
  });
});
