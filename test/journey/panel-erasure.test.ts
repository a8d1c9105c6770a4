import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HELD, paidOrder } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const AYSE = { name: "Ayşe", surname: "Yılmaz", email: "ayse@example.com", customer_id: "C-1" };
const ALI = { name: "Ali", email: "Ali@Example.com", phone: "+90 532 111 22 33" };

describe("the erasure of a customer in the panel", () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let support: PanelVisitor;
  let base = "";
  let password = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test`;
    [owner, support] = [panelVisitor(shop), panelVisitor(shop)];
    const users = panelUsers(shop);
    const person = await users.create("owner", merchantId);
    ({ password } = person);
    await owner.signIn(person);
    await support.signIn(await users.create("support", merchantId));
  });
  afterAll(() => shop.close());

  const erase = async (field: string, value: string) => {
    await owner.get(`${base}/customers/erase?${field}=${encodeURIComponent(value)}`);
    return owner.follow(await owner.post(`${base}/customers/erase`, { [field]: value, password }));
  };

  it("says what it erases and what stays, and then erases data and cards", async () => {
    const session = await shop.api.session({ customer: AYSE });
    const pay = await shop.api.pay(session, "5528790000000008", { fields: { save_card: true } });
    const order = String(pay.body["order_id"]);
    const page = await owner.get(`${base}/customers?customer_id=C-1`);
    expect(page.html).toContain("customers/erase?customer_id=C-1");
    const asked = textOf((await owner.get(`${base}/customers/erase?customer_id=C-1`)).html);
    expect(asked).toMatch(/What will be erased .*stored cards.* What the law requires to stay/);
    const erased = textOf((await erase("customer_id", "C-1")).html);
    expect(erased).toContain("The personal data of 1 payment and 1 stored card was erased");
    expect(textOf((await owner.get(`${base}/customers`)).html)).not.toContain("Yılmaz");
    const payment = await owner.get(`${base}/payments/${order}`);
    expect(payment.status).toBe(200);
    expect(payment.html).not.toContain("ayse@example.com");
    const again = textOf((await erase("customer_id", "C-1")).html);
    expect(again).toContain("This customer has no payment");
  });

  it("erases a customer who is known by an address or number only", async () => {
    await paidOrder(shop.api, { fields: { customer: ALI } });
    await paidOrder(shop.api, { fields: { customer: { ...ALI, email: "other@example.com" } } });
    expect(textOf((await erase("email", "ali@example.com")).html)).toContain("1 payment");
    expect(textOf((await erase("phone", "0532 111 22 33")).html)).toContain("1 payment");
    const left = await shop.database
      .open({ max: 1 })
      .query("select from session where customer <> '{}'");
    expect(left.rowCount).toBe(0);
    // The Kelvin sign is another person's letter than k.
    await paidOrder(shop.api, { fields: { customer: { ...ALI, email: "\u212aim@example.com" } } });
    expect(textOf((await erase("email", "kim@example.com")).html)).toContain("has no payment");
  });

  it("names the payments that are under way and keeps their data", async () => {
    const customer = { customer_id: "C-2", name: "Can" };
    const held = await paidOrder(shop.api, { fields: { customer, ...HELD } });
    const kept = textOf((await erase("customer_id", "C-2")).html);
    expect(kept).toContain(`1 still under way; erase again after the end of: ${held.order}`);
    expect(kept).toContain("Can");
  });

  it("is recorded without the customer, and is the owner's alone", async () => {
    const { rows } = await shop.database
      .open({ max: 1 })
      .query<{ action: string }>("select * from panel_audit where action = 'customer.erased'");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/C-1|ayse@|ali@|532 ?111/i);
    expect(textOf((await owner.get(`${base}/audit`)).html)).toContain("Customer data erased");
    const page = await support.get(`${base}/customers?customer_id=C-2`);
    expect(page.html).not.toContain("customers/erase");
    expect((await support.get(`${base}/customers/erase?customer_id=C-2`)).status).toBe(403);
    expect((await support.post(`${base}/customers/erase`, { customer_id: "C-2" })).status).toBe(
      403,
    );
  });
});
