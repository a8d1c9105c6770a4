// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hrefsOf, textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { merchantCalls } from "../support/merchant-calls.ts";

const CARDS = ["5528790000000008", "4543590000000006", "4111111111111129", "4129111111111111"];
const HOUR = 3_600_000;

describe("the overview and the export of the panel", () => {
  let shop: TestService;
  let person: PanelVisitor;
  let home: string;
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    home = `/panel/${merchantId}/test`;
    const { refund } = merchantCalls(shop.api, shop.merchant.testApiKey);
    for (let index = 0; index < 14; index += 1) {
      shop.clock.move(9 * HOUR);
      const currency = index === 5 ? "USD" : "TRY";
      const session = await shop.api.session({ amount: 1_234 + index * 777, currency });
      const paid = await shop.api.pay(session, CARDS[index % 4] ?? "");
      const order = paid.body["order_id"];
      if (index % 4 === 0) await refund(order, index === 0 ? {} : { amount: 500 });
    }
    person = panelVisitor(shop);
    await person.signIn(await panelUsers(shop).create("owner", merchantId));
  });
  afterAll(() => shop.close());

  const authorization = () => ({ authorization: `Bearer ${shop.merchant.testApiKey}` });
  const figuresOf = (html: string): readonly string[] =>
    [...html.matchAll(/<data value="([^"]*)"/g)].map(([, value]) => value ?? "");

  it.each([
    "start_date=2026-10-23&end_date=2026-11-26&currency=TRY",
    "start_date=2026-11-22&end_date=2026-11-22&currency=TRY",
    "start_date=2026-11-22&end_date=2026-11-25&currency=USD",
    "start_date=2026-01-01&end_date=2026-01-31&currency=TRY",
  ])("show the figures of the summary for %s, in total and by day", async (query) => {
    const { body } = await shop.api.get(`/api/v1/payment/summary?${query}`, authorization());
    const { html } = await person.get(`${home}?${query}`);
    expect(figuresOf(html)).toEqual(
      ["total_amount", "total_transactions", "approval_rate", "refunded"].map((name) =>
        String(body[name]),
      ),
    );
    const days = [...html.matchAll(/<time datetime="(\d{4}-\d\d-\d\d)">.*?<\/tr>/gs)];
    const sold = days.filter(([row], index) => index < 3 || !/<td[^>]*>\D*0[.,]00</.test(row));
    for (const [row, day = ""] of sold) {
      const parameters = new URLSearchParams(query);
      parameters.set("start_date", day);
      parameters.set("end_date", day);
      const one = await shop.api.get(`/api/v1/payment/summary?${parameters}`, authorization());
      const cells = [...row.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell]) => cell);
      const amount = Number((cells[0] ?? "").replace(/\D/g, ""));
      expect([day, amount, Number(cells[1])]).toEqual([
        day,
        one.body["total_amount"],
        one.body["total_transactions"],
      ]);
    }
    // Each bar has the figures of its day in the table, oldest first.
    const [, chart = ""] = /<div class="plot bars">(.*?)<\/ol>/s.exec(html) ?? [];
    const bars = [...chart.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, text]) => text);
    const amounts = days.map(([row]) => /<td[^>]*>([^<]*)</.exec(row)?.[1]);
    expect(bars).toEqual(amounts.toReversed());
    expect(sold.length > 0).toBe(Number(body["total_transactions"]) > 0);
  });

  it("show payment methods, banks and decline reasons", async () => {
    const text = textOf((await person.get(`${home}?days=90`)).html);
    expect(text).toContain("Halkbank 4 100%");
    expect(text).toMatch(/Balance or limit too low 51 3/);
    expect(text).toMatch(/The bank refused without a reason 05 3/);
    expect(text).toContain("Credit card 13");
    const dollars = textOf((await person.get(`${home}?days=90&currency=USD`)).html);
    expect(dollars).toContain("Credit card 1 ");
    expect(dollars).not.toContain("Halkbank");
    const wrong = await person.get(`${home}?start_date=2026-11-25&end_date=2026-11-01`);
    expect(wrong.status).toBe(400);
  });

  it("lead from each figure, reason, bank and day to exactly its payments", async () => {
    const days = "start_date=2026-11-22&end_date=2026-11-25";
    const { html } = await person.get(`${home}?${days}&currency=TRY`);
    const links = hrefsOf(html).filter((href) => href.startsWith(`${home}/payments?start_date`));
    expect(links).toContain(`${home}/payments?${days}&status=failed`);
    expect(links).toContain(`${home}/payments?${days}&reason=insufficient_balance`);
    expect(links).toContain(`${home}/payments?${days}&bank=Halkbank`);
    const one = "start_date=2026-11-23&end_date=2026-11-23";
    expect(links).toContain(`${home}/payments?${one}`);
    const listed = textOf(
      (await person.get(`${home}/payments?${days}&reason=insufficient_balance`)).html,
    );
    const declined = /Balance or limit too low 51 (\d+)/.exec(textOf(html))?.[1];
    expect(listed).toContain(`${declined} payments`);
  });

  it("compare with the equally long period before, and name the declines that grew", async () => {
    const text = textOf(
      (await person.get(`${home}?start_date=2026-11-24&end_date=2026-11-25`)).html,
    );
    expect(text).toMatch(/Number of payments \d+ [+-]?[\d.]+% against the period before/);
    expect(text).toMatch(/Approval rate [\d.]+% [+-]?[\d.]+ points against the period before/);
    const whole = textOf((await person.get(`${home}?days=90`)).html);
    expect(whole).toContain("no payment in the period before");
    // In ninety days all declines are new; most of one reason came on one day.
    expect(whole).toMatch(/Balance or limit too low \S.* \+3 3 0 \d+ November 2026 \(\d\)/);
  });

  it("say what waits and when the next payout arrives, only to those who may see it", async () => {
    const before = textOf((await person.get(home)).html);
    expect(before).toContain("Nothing waits.");
    expect(before).toContain("Some money has no known day");
    await shop.database.open({ max: 1 }).query(
      `insert into webhook_endpoint (merchant_id, endpoint_id, mode, url, description, secrets,
         failures, failing_since, created_at)
       values ($1, 'we_failing', 'test', 'http://127.0.0.1:9/', '', '[]', 3, now(), now())`,
      [shop.merchant.merchant.merchantId],
    );
    const { html } = await person.get(home);
    expect(textOf(html)).toContain("Webhook endpoints that fail: 1");
    expect(textOf(html)).toContain("Webhooks 1 1 waiting");
    const support = panelVisitor(shop);
    const users = panelUsers(shop);
    await support.signIn(await users.create("support", shop.merchant.merchant.merchantId));
    const theirs = textOf((await support.get(home)).html);
    expect(theirs).not.toContain("Webhook endpoints");
    expect(theirs).not.toContain("Next payout");
  });

  it("export the same file as the interface, and write the user to the audit log", async () => {
    for (const format of ["csv", "json"]) {
      const query = "status=completed&start_date=2026-11-22";
      const page = await person.get(`${home}/payments/export?${query}`);
      const path = `/api/v1/payment/transactions/export?format=${format}&${query}`;
      const ours = await shop.api.get(path, authorization());
      expect(textOf(page.html)).toMatch(/\d+ payments will be exported\./);
      const fields = { format, ...Object.fromEntries(new URLSearchParams(query)) };
      const file = await person.post(`${home}/payments/export`, fields);
      expect(file.html).toBe(ours.text);
      expect(file.headers.get("content-disposition")).toBe(
        `attachment; filename="transactions-test-2026-11-22.${format}"`,
      );
    }
    const { rows } = await shop.database
      .open({ max: 1 })
      .query<{ after: unknown }>(
        "select after from panel_audit where action = 'payments.exported'",
      );
    expect(rows.map(({ after }) => after)).toContainEqual({
      format: "csv",
      status: "completed",
      start_date: "2026-11-22",
    });
  });
});
