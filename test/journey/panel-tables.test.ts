import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hiddenFields, textOf } from "../support/page-visitor.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the panel's pages of tables, stored cards and merchants", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let operator: PanelVisitor;
  let base = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test`;
    [owner, operator] = [panelVisitor(shop), panelVisitor(shop)];
    const users = panelUsers(shop);
    await owner.signIn(await users.create("owner", merchantId));
    await operator.signIn(await users.create("owner", undefined, "o@example.com"));
    await operator.secure();
  });
  afterAll(() => shop.close());

  const csv = (...lines: string[]): Blob => new Blob([lines.join("\n")]);

  it("replace commission rates and limits", async () => {
    const rates = csv(
      "program,card_bank,installment_count,commission_rate,valid_from",
      "bonus,own,3,4.25,2024-01-01",
    );
    const loaded = await owner.follow(await owner.post(`${base}/tables/rates`, { rates }));
    expect(textOf(loaded.html)).toContain("1 row imported");
    expect(textOf(loaded.html)).toContain("4.25%");
    const limits = csv("category,max_installments,valid_from", "7,3,2024-01-01");
    const limited = await owner.follow(await owner.post(`${base}/tables/limits`, { limits }));
    expect(textOf(limited.html)).toMatch(
      /Category Most installments From To Change 7 3 1 January 2024/,
    );
    const wrong = csv("category,max_installments,valid_from", "x,3,2024-01-01");
    const refused = await owner.post(`${base}/tables/limits`, { limits: wrong });
    expect([refused.status, textOf(refused.html)]).toEqual([
      422,
      expect.stringContaining("Line 2"),
    ]);
    expect(textOf(refused.html)).toContain("7 3 1 January 2024");
    const basket_items = [{ name: "Yüzük", qty: 1, unit_price: 125_000, category: 77 }];
    await paidOrder(shop.api, { fields: { basket_items } });
    const listed = async () => textOf((await owner.get(`${base}/tables`)).html);
    expect(await listed()).toMatch(/Categories without a kind of goods .* 77 1 /);
    const goods = csv("category,goods,valid_from", "77,jewellery,2024-01-01");
    await owner.post(`${base}/tables/limits`, { limits: goods });
    expect(await listed()).not.toContain("Categories without a kind of goods");
  });

  it("look up a BIN, and replace the BIN table by a file", async () => {
    const found = await operator.get("/panel/bins?bin=552879");
    expect(textOf(found.html)).toContain("Halkbank");
    const whole = await operator.get("/panel/bins?bin=5528790000000008");
    expect(textOf(whole.html)).toContain("never a whole card number");
    expect(whole.html).not.toContain('value="5528790000000008"');
    const bins = csv("bin,bank_name,card_brand,card_type", "552879,Örnek Bank,Mastercard,debit");
    const loaded = await operator.follow(await operator.post("/panel/bins", { bins }));
    expect(textOf(loaded.html)).toContain("1 row imported");
    const now = await operator.get("/panel/bins?bin=552879");
    expect(textOf(now.html)).toContain("Örnek Bank");
  });

  it("map the columns of a bank's list, preview its changes, and import lists by it", async () => {
    const list = csv("Kod;Banka Kartı mı;Ürün", "454671;E;Bonus", "454672;H;Bonus");
    expect((await operator.get("/panel/bins/mapping?name=A_")).status).toBe(303);
    await operator.get("/panel/bins/mapping?name=garanti");
    const name = "garanti";
    const read = await operator.post("/panel/bins/mapping/columns", { name, sample: list });
    const formTo = (step: string, html: string) =>
      hiddenFields(html.replace(new RegExp(`^.*(?=<form[^>]*mapping/${step})`, "s"), ""));
    const tried = await operator.post("/panel/bins/mapping/try", {
      ...formTo("try", read.html),
      "column:bin": "Kod",
      "column:card_type": "Banka Kartı mı",
      "column:card_program": "Ürün",
      "fixed:bank_name": "Garanti",
      "words:card_type:debit": "E",
      "words:card_type:credit": "H",
    });
    expect(textOf(tried.html)).toMatch(
      /Rows read: 2\. Imported in place of the live table: \d+ new/,
    );
    const kept = await operator.post("/panel/bins/mapping/keep", formTo("keep", tried.html));
    expect(textOf((await operator.follow(kept)).html)).toContain("The mapping is kept.");
    const loaded = await operator.post("/panel/bins", { mode: "test", mapping: name, bins: list });
    expect(textOf((await operator.follow(loaded)).html)).toContain("2 rows imported");
    expect((await operator.post("/panel/bins", { mapping: "x", bins: list })).status).toBe(404);
    const now = await operator.get("/panel/bins?bin=454672&mode=test");
    expect(textOf(now.html)).toMatch(/Garanti.*Credit card.*Bonus/);
    expect((await owner.get("/panel/bins/mapping?name=garanti")).status).not.toBe(200);
  });

  it("show the stored cards of a customer, and erase one", async () => {
    const session = await shop.api.session({ customer: { customer_id: "m-1" } });
    const paid = await shop.api.pay(session, "5528790000000008", { fields: { save_card: true } });
    expect(paid.body["card_token"]).toMatch(/^tok_/);
    const list = await owner.get(`${base}/cards?customer_id=m-1`);
    expect(textOf(list.html)).toContain("•••• 0008");
    expect(textOf((await owner.get(`${base}/cards?customer_id=m-2`)).html)).toContain("no stored");
    const card = String(paid.body["card_token"]);
    const erased = await owner.follow(await owner.post(`${base}/cards/erase`, { card }));
    expect(textOf(erased.html)).toContain("The card was erased");
    expect(textOf((await owner.get(`${base}/cards`)).html)).toContain("no stored card");
    const again = await owner.follow(await owner.post(`${base}/cards/erase`, { card }));
    expect(textOf(again.html)).toContain("There is no such card");
  });

  it("create a merchant, whose keys work and are shown in one answer only", async () => {
    const made = await operator.post("/panel/merchants", { name: "Yeni Dükkân" });
    const key = /<code>(vz_test_[^<]+)</.exec(made.html)?.[1] ?? "";
    const headers = { authorization: `Bearer ${key}` };
    expect((await shop.api.get("/api/v1/events", headers)).status).toBe(200);
    const sandbox = / href="(\/panel\/[^"/]+\/test)"/.exec(made.html)?.[1] ?? "";
    const contract = textOf((await operator.get(`${sandbox}/settlement`)).html);
    expect(contract).toMatch(/Credit card All All 1 1\.79% 1 1 January 2020/);
    const list = await operator.get("/panel/merchants");
    expect(list.html).toContain("Yeni Dükkân");
    expect(list.html).not.toContain(key);
    expect((await operator.post("/panel/merchants", { name: " " })).status).toBe(422);
    const { rows } = await shop.database
      .open({ max: 1 })
      .query<{ action: string }>("select * from panel_audit");
    const actions = new Set(rows.map(({ action }) => action));
    for (const action of ["table.imported", "card.erased", "merchant.created"]) {
      expect(actions).toContain(action);
    }
    expect(JSON.stringify(rows)).not.toContain("vz_test_");
  });
});
