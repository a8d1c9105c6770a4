import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hrefsOf, textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";
const POOR = "4111111111111129";
const AYSE = { name: "Ayşe", surname: "Yılmaz", email: "ayse@example.com", customer_id: "C-1" };

describe("the customers of the panel", () => {
  let shop: TestService;
  let person: PanelVisitor;
  let home: string;
  const orders: string[] = [];
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    home = `/panel/${merchantId}/test`;
    const pay = async (card: string, customer: object, amount = 10_000): Promise<void> => {
      shop.clock.move(60_000);
      const session = await shop.api.session({ amount, customer });
      const save = { fields: { save_card: true } };
      orders.push(String((await shop.api.pay(session, card, save)).body["order_id"]));
    };
    await pay(APPROVED, AYSE);
    await pay(POOR, AYSE);
    await pay(APPROVED, { ...AYSE, phone: "+90 532 111 22 33" }, 25_050);
    await pay(APPROVED, { name: "Ali", email: "Ali@Example.com" });
    await pay(APPROVED, { name: "Can", phone: "0532 111 22 44" });
    person = panelVisitor(shop);
    await person.signIn(await panelUsers(shop).create("owner", merchantId));
  });
  afterAll(() => shop.close());

  const find = async (who: string) => {
    await person.get(`${home}/customers`);
    return person.follow(await person.post(`${home}/customers/find`, { who }));
  };

  it("are listed once each, the newest first", async () => {
    const { html } = await person.get(`${home}/customers`);
    const names = hrefsOf(html).filter((href) => href.includes("/customers?"));
    expect(names.map((href) => decodeURIComponent(href.split("?")[1] ?? ""))).toEqual([
      "phone=0532+111+22+44",
      "email=Ali@Example.com",
      "customer_id=C-1",
    ]);
  });

  it("have a page with all their payments, sums and stored cards", async () => {
    const { html } = await person.get(`${home}/customers?customer_id=C-1`);
    const listed = hrefsOf(html).filter((href) => /\/payments\/ORD-/.test(href));
    expect(listed.map((href) => href.split("/").at(-1))).toEqual([orders[2], orders[1], orders[0]]);
    const text = textOf(html);
    expect(text).toContain("3 payments, 2 successful");
    expect(text).toContain("350.50");
    expect(text).toContain("Mastercard •••• 0008");
  });

  it("have a page with the notes about their payments", async () => {
    const page = `${home}/customers?customer_id=C-1`;
    expect(textOf((await person.get(page)).html)).not.toContain("Notes");
    const noted = `${home}/payments/${orders[1]}`;
    await person.get(noted);
    await person.post(`${noted}/notes`, { note: "Asked for an invoice" });
    const { html } = await person.get(page);
    expect(textOf(html)).toContain("Asked for an invoice");
    expect(
      textOf((await person.get(`${home}/customers?email=Ali@Example.com`)).html),
    ).not.toContain("Asked for an invoice");
  });

  it.each([
    ["the merchant's id", "C-1", "Ayşe Yılmaz"],
    ["an e-mail address in any case", "ali@example.com", "Ali"],
    ["a telephone number in another notation", "+905321112244", "Can"],
  ])("are found by %s", async (_name, who, name) => {
    expect(textOf((await find(who)).html)).toContain(name);
  });

  it("are not found by a part, another field or a card number", async () => {
    for (const who of ["C-", "Ayşe", APPROVED]) {
      expect(textOf((await find(who)).html)).toContain("This customer has no payment");
    }
  });

  it("are linked from their payments", async () => {
    const { html } = await person.get(`${home}/payments/${orders[0] ?? ""}`);
    expect(hrefsOf(html)).toContain(`${home}/customers?customer_id=C-1`);
  });

  it("are only those of the merchant and the mode", async () => {
    const other = await shop.createMerchant("Komşu");
    const neighbour = panelVisitor(shop);
    const { merchantId } = other.merchant;
    await neighbour.signIn(await panelUsers(shop).create("owner", merchantId, "k@example.com"));
    const page = await neighbour.get(`/panel/${merchantId}/test/customers?customer_id=C-1`);
    expect(page.status).toBe(303);
  });
});
