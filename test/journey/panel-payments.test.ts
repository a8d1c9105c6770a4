import { mayBeCardNumber } from "../../src/domain/card/find-card-number.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hrefsOf, textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";
const OTHER = "4543590000000006";
const POOR = "4111111111111129";
const HOUR = 3_600_000;

/** Random filters of a seed, so that a failure can be repeated. */
function randomFilters(count: number): readonly string[] {
  let state = 25;
  const below = (most: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
  const oneOf = (texts: readonly string[]): string => texts[below(texts.length)] ?? "";
  return Array.from({ length: count }, () => {
    const query = new URLSearchParams();
    if (below(2) === 0) query.set("status", oneOf(["completed", "failed", "refunded", "pending"]));
    if (below(3) === 0) query.set("payment_type", oneOf(["creditcard", "wire_transfer"]));
    const least = 1_000 + below(4_000);
    if (below(2) === 0) query.set("min_amount", String(least));
    if (below(2) === 0) query.set("max_amount", String(least + below(4_000)));
    const first = 20 + below(4);
    if (below(2) === 0) query.set("start_date", `2026-11-${first}`);
    if (below(2) === 0) query.set("end_date", `2026-11-${first + below(4)}`);
    return `?${query.toString()}`;
  });
}

describe("the payments of the panel", () => {
  let shop: TestService;
  let person: PanelVisitor;
  let home: string;
  const orders: string[] = [];
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    home = `/panel/${merchantId}/test`;
    for (let index = 0; index < 12; index += 1) {
      shop.clock.move(7 * HOUR);
      const session = await shop.api.session({
        amount: 1_000 + index * 500,
        customer: {
          name: "Ayşe",
          surname: index === 3 ? "İlgin" : "Yılmaz",
          email: `ayse${index}@example.com`,
          customer_id: `C-${index}`,
        },
      });
      const card = [APPROVED, OTHER, POOR][index % 3] ?? APPROVED;
      const paid = await shop.api.pay(session, card);
      orders.push(String(paid.body["order_id"]));
    }
    person = panelVisitor(shop);
    await person.signIn(await panelUsers(shop).create("owner", merchantId));
  });
  afterAll(() => shop.close());

  const listed = (html: string): readonly string[] =>
    [...html.matchAll(/\/payments\/(ORD-\w+)"/g)].map(([, order]) => order ?? "");
  const list = async (query: string): Promise<readonly string[]> =>
    listed((await person.get(`${home}/payments${query}`)).html);

  it.each(["", "?status=failed", ...randomFilters(20)])(
    "are the same as in the interface and its export for %j",
    async (query) => {
      const headers = { authorization: `Bearer ${shop.merchant.testApiKey}` };
      const answer = await shop.api.get(`/api/v1/payment/transactions${query}`, headers);
      const rows = answer.body["transactions"] as readonly { readonly order_id: string }[];
      const ours = rows.map(({ order_id }) => order_id);
      const { html } = await person.get(`${home}/payments${query}`);
      expect(listed(html)).toEqual(ours);
      if (rows.length > 0) {
        expect(textOf(html)).toMatch(new RegExp(`\\b${String(answer.body["total"])} payments?\\b`));
      }
      const fields = { format: "csv", ...Object.fromEntries(new URLSearchParams(query)) };
      const file = await person.post(`${home}/payments/export`, fields);
      const [, ...lines] = file.html.trimEnd().split("\n");
      expect(lines.map((line) => line.split(",", 1)[0])).toEqual(ours);
    },
  );

  it("are found by order, last four digits, customer, e-mail and reference", async () => {
    const find = async (q: string): Promise<readonly string[]> => {
      const sent = await person.post(`${home}/payments/find`, { q });
      const answer = await person.get(sent.location);
      // A single match is opened at once.
      const [opened] = answer.location.split("/").slice(-1);
      return answer.status === 303 ? [opened ?? ""] : listed(answer.html);
    };
    expect(await find(orders[4]?.toLowerCase() ?? "")).toEqual([orders[4]]);
    expect(await find("C-7")).toEqual([orders[7]]);
    expect(await find("AYSE5@example.com")).toEqual([orders[5]]);
    expect(await find("ayşe ilgin")).toEqual([orders[3]]);
    const ofCard = await find("1129");
    expect(ofCard.length).toBe(4);
    expect(await find("4111 11** **** 1129")).toEqual(ofCard);
    expect(await find("411112…1129")).toEqual([]);
    const { rows } = await shop.database
      .open({ max: 1 })
      .query<{ order_id: string; bank_reference: string }>(
        `select order_id, bank_reference from attempt
         where order_id = any ($1) and bank_reference is not null`,
        [orders],
      );
    // A reference that could be a card number is refused as a card number.
    const known = rows.find((row) => !mayBeCardNumber(row.bank_reference));
    expect(await find(known?.bank_reference ?? "")).toEqual([known?.order_id]);
    expect(await find("100%")).toEqual([]);
    expect(await find("'; drop table payment; --")).toEqual([]);
  });

  it("cannot be searched by a card number, which is not written anywhere", async () => {
    const card = "5528 7900 0000 0008";
    const sent = await person.post(`${home}/payments/find`, { q: card });
    expect(sent.location).toBe(`${shop.url}${home}/payments`);
    expect(textOf((await person.follow(sent)).html)).toContain("Card numbers are neither");
    const typed = await person.get(`${home}/payments?q=5528790000000008`);
    expect([typed.status, typed.location]).toEqual([303, `${shop.url}${home}/payments`]);
    expect(shop.logLines.join("\n").replace(/[\s-]/g, "")).not.toContain("5528790000000008");
  });

  it("can be filtered by amounts as people write them, which the URL has in the interface's form", async () => {
    const fields = { min: "25,00", max: "1.250", status: "completed", payment_type: "" };
    const sent = await person.post(`${home}/payments/find`, fields);
    expect(sent.location).toBe(
      `${shop.url}${home}/payments?status=completed&min_amount=2500&max_amount=125000`,
    );
    const wrong = await person.follow(
      await person.post(`${home}/payments/find`, { min: "a lot", start_date: "2026-02-30" }),
    );
    expect([wrong.status, listed(wrong.html)]).toEqual([400, []]);
  });

  it("can be paged forward and back by cursor", async () => {
    const newest = orders.toReversed();
    const first = await person.get(`${home}/payments?per_page=5`);
    expect(listed(first.html)).toEqual(newest.slice(0, 5));
    const older = `?per_page=5&after=${newest[4]}`;
    // The next page has the same size, and its number.
    expect(hrefsOf(first.html)).toContain(`${home}/payments${older}&page=2`);
    expect(await list(older)).toEqual(newest.slice(5, 10));
    expect(await list(`?per_page=5&after=${newest[9]}`)).toEqual(newest.slice(10));
    expect(await list(`?per_page=5&before=${newest[5]}`)).toEqual(newest.slice(0, 5));
  });

  it("can be filtered by a stored filter, for one user or for all", async () => {
    const query = "?status=failed";
    const save = { query, name: "Declined", shared: "yes" };
    const saved = await person.follow(await person.post(`${home}/payments/views`, save));
    expect(textOf(saved.html)).toContain("The view was saved.");
    expect(hrefsOf(saved.html)).toContain(`${home}/payments${query}`);
    const colleague = panelVisitor(shop);
    const users = panelUsers(shop);
    await colleague.signIn(await users.create("support", shop.merchant.merchant.merchantId));
    const seen = await colleague.get(`${home}/payments${query}`);
    expect(textOf(seen.html)).toContain("Declined shared");
    const view = /name="view" value="(\w+)"/.exec(saved.html)?.[1] ?? "";
    expect(seen.html).not.toContain(view);
    await colleague.post(`${home}/payments/views/remove`, { view });
    expect(textOf((await person.get(`${home}/payments`)).html)).toContain("Declined");
    await person.post(`${home}/payments/views/remove`, { view });
    expect(textOf((await person.get(`${home}/payments`)).html)).not.toContain("Declined");
  });

  it("have a page with their history and its reasons", async () => {
    const declined = await person.get(`${home}/payments/${orders[2]}`);
    const text = textOf(declined.html);
    expect(text).toContain("Balance or limit too low");
    expect(text).toMatch(/The bank was asked to approve: declined by the bank/);
    expect(text).toMatch(/Bank code \S+/);
    expect(text).toContain("The payment failed Webhook payment.failed");
    const paid = textOf((await person.get(`${home}/payments/${orders[0]}`)).html);
    expect(paid).toMatch(/Approval code \S+ · Bank reference \S+/);
    expect(paid).toContain("Acquirer receivable Merchant payable TRY 10.00");
    expect(paid).not.toContain(APPROVED);
  });

  it("show the customer by name with the e-mail below, and else by the shop's own id", async () => {
    const session = await shop.api.session({ amount: 900, customer: { customer_id: "m-2001" } });
    const paid = await shop.api.pay(session, APPROVED);
    const page = textOf((await person.get(`${home}/payments`)).html);
    expect(page).toMatch(new RegExp(`${String(paid.body["order_id"])}.{1,40}m-2001`));
    expect(page).toMatch(/Ayşe İlgin ayse3@example\.com \w/);
  });

  it("say that no money was taken if they failed, and state charged amounts otherwise", async () => {
    const page = async (order: string) =>
      textOf((await person.get(`${home}/payments/${order}`)).html);
    const failed = await page(orders[2] ?? "");
    expect(failed).toContain("No money was taken.");
    expect(failed).not.toMatch(/Charged to the card|Refunded/);
    expect(await page(orders[0] ?? "")).toMatch(/Charged to the card TRY 10\.00/);
  });

  it("have a basket whose lines add up to the amount", async () => {
    const items = [
      { name: "Defter", qty: 2, unit_price: 31_000 },
      { name: "Kalem", qty: 1, unit_price: 5_000 },
    ];
    const paid = await shop.api.pay(
      await shop.api.session({ amount: 67_000, basket_items: items }),
      APPROVED,
    );
    const { html } = await person.get(`${home}/payments/${String(paid.body["order_id"])}`);
    expect(textOf(html)).toMatch(/2 × Defter TRY 620\.00 1 × Kalem TRY 50\.00/);
  });

  it("of another mode or merchant are not found", async () => {
    const { merchant } = await shop.createMerchant("Komşu");
    const neighbour = panelVisitor(shop);
    await neighbour.signIn(await panelUsers(shop).create("owner", merchant.merchantId, "k@x.tr"));
    const path = `/panel/${merchant.merchantId}/test/payments/${orders[0]}`;
    expect((await neighbour.get(path)).status).toBe(404);
    expect((await neighbour.get(`${home}/payments/${orders[0]}`)).status).toBe(404);
    await person.secure();
    const live = home.replace("/test", "/live");
    expect((await person.get(`${live}/payments/${orders[0]}`)).status).toBe(404);
    expect((await person.post(`${live}/payments/${orders[0]}/refund`)).status).toBe(404);
  });
});
