import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { query } from "../support/merchant-calls.ts";
import { textOf, type Visit } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const NUMBER = "5528790000000008";
const FULL_WIDTH = "５５２８７９００００００００００８";

describe("a card number that is typed into a field of the panel", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let base = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test`;
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId));
    await owner.get(`${base}/payments`);
  });
  afterAll(() => shop.close());

  const holdsNumber = ({ location, html }: Visit): boolean =>
    [NUMBER, FULL_WIDTH, encodeURIComponent(FULL_WIDTH)].some((number) =>
      `${location} ${html}`.includes(number),
    );

  it.each([NUMBER, FULL_WIDTH])("is refused by the search of cards: %s", async (number) => {
    const page = await owner.get(`${base}/cards`);
    expect(page.html).toMatch(/<form method="post" action="[^"]*\/cards\/find"/);
    const found = await owner.post(`${base}/cards/find`, { customer_id: number });
    expect([found.status, holdsNumber(found)]).toEqual([303, false]);
    expect(textOf((await owner.follow(found)).html)).toContain("Type the customer id");
    const opened = await owner.get(`${base}/cards?customer_id=${encodeURIComponent(number)}`);
    expect([opened.status, holdsNumber(opened)]).toEqual([303, false]);
    const other = await owner.post(`${base}/cards/find`, { customer_id: "m-1" });
    expect(other.location).toContain("customer_id=m-1");
  });

  it.each(["q", "bank", "min", "max", "start_date", "reason"])(
    "reaches no address from the field %s of the search of payments",
    async (field) => {
      const found = await owner.post(`${base}/payments/find`, { [field]: NUMBER });
      expect([found.status, holdsNumber(found)]).toEqual([303, false]);
      expect(textOf((await owner.follow(found)).html)).toContain("Type the last 4 digits");
    },
  );

  it("is stored in no view and in no entry of the audit log", async () => {
    await owner.post(`${base}/payments/views`, {
      name: "Kart",
      query: `?bank=${NUMBER}&min_amount=${NUMBER}&status=failed`,
    });
    await owner.post(`${base}/cards/erase`, { card: "tok_x", customer_id: NUMBER });
    await owner.post(`${base}/transfers/accounts`, {
      iban: "TR330006100519786457841326",
      bank_name: `Banka ${NUMBER}`,
      account_holder: "Kitapçı",
      currency: "TRY",
    });
    const [view] = await query(shop, "select query from panel_view");
    expect(view?.["query"]).toBe("?status=failed");
    const entries = JSON.stringify(await query(shop, "select before, after from panel_audit"));
    expect(entries).toContain("status=failed");
    expect(entries).not.toContain(NUMBER);
  });
});
