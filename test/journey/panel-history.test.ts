import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../src/kernel/clock.ts";
import { letTimePass } from "../support/let-time-pass.ts";
import { hiddenFields, textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";
const CUSTOMER = { name: "Ayşe", surname: "Yılmaz" };

describe("the history of a payment in the panel", () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let home: string;
  const signIn = async (email: string): Promise<void> => {
    const { merchantId } = shop.merchant.merchant;
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, email));
  };
  beforeAll(async () => {
    shop = await startTestService();
    home = `/panel/${shop.merchant.merchant.merchantId}/test`;
    owner = panelVisitor(shop);
    await signIn("first@example.com");
  });
  afterAll(() => shop.close());

  const newOrder = async (): Promise<string> => {
    const session = await shop.api.session({ amount: 10_000, customer: CUSTOMER });
    return String((await shop.api.pay(session, APPROVED)).body["order_id"]);
  };
  const pageOf = async (order: string): Promise<string> =>
    (await owner.get(`${home}/payments/${order}`)).html;
  const historyOf = async (order: string): Promise<string> =>
    textOf(/<ol class="timeline">(.*?)<\/ol>/s.exec(await pageOf(order))?.[1] ?? "");

  it("is headed by the amount and the customer, with the copyable id below", async () => {
    const order = await newOrder();
    const html = await pageOf(order);
    expect(textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "")).toBe("TRY 100.00 · Ayşe Yılmaz");
    expect(html).toContain(`data-copy="${order}"`);
  });

  it("names gaps, and leaves API requests to a list that opens on demand", async () => {
    const order = await newOrder();
    shop.clock.move(3 * 60_000);
    await refund(order);
    const history = await historyOf(order);
    expect(history).toMatch(/\+3 mins A refund was asked for in the panel/);
    expect(history).not.toContain("POST /api");
    // The request log is written after the answer.
    const list = /<details[^>]*><summary>API requests \(\d+\)/;
    await expect.poll(() => pageOf(order)).toMatch(list);
  });

  it("gives the reason why an event has no deliveries", async () => {
    const order = await newOrder();
    await expect
      .poll(() => historyOf(order))
      .toContain("payment.completed · No delivery: no endpoint listened to the event");
    const pool = shop.database.open({ max: 1 });
    await pool.query(
      `delete from event_feed using event
       where event_feed.merchant_id = $2 and event.merchant_id = event_feed.merchant_id
         and event_feed.event_id = event.event_id and event.order_id = $1`,
      [order, shop.merchant.merchant.merchantId],
    );
    const waiting = await historyOf(order);
    expect(waiting).toContain("payment.completed · The delivery is being queued.");
    expect(waiting).not.toContain("No delivery");
    const old = await newOrder();
    await expect.poll(() => historyOf(old)).toContain("No delivery");
    shop.clock.move(31 * DAY);
    await signIn("later@example.com");
    const forgotten = await historyOf(old);
    expect(forgotten).toContain("payment.completed · Deliveries are kept for 30 days");
    expect(forgotten).not.toContain("No delivery");
  });

  it("follows the clock of a sandbox that is ahead", async () => {
    const { database, clock } = shop;
    await letTimePass({ database, clock, merchantId: shop.merchant.merchant.merchantId }, 5 * DAY);
    await expect.poll(async () => (await owner.get(home)).html).toContain("Test clock");
    const order = await newOrder();
    await refund(order);
    expect(await historyOf(order)).toMatch(
      /payment began.*A refund was asked for in the panel.*The bank was asked to refund/,
    );
    await expect.poll(() => pageOf(order)).toContain("The request log shows the real time");
  });

  async function refund(order: string): Promise<void> {
    const path = `${home}/payments/${order}/refund`;
    const fieldsOf = (html: string) => hiddenFields(html.replace(/^.*<main/s, ""));
    const form = await owner.get(path);
    const review = await owner.post(path, { ...fieldsOf(form.html), kind: "full" });
    await owner.post(path, fieldsOf(review.html));
  }
});
