import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("pages that are asked for what no page of ours asks", () => {
  let shop: TestService;
  let visitor: PanelVisitor;
  beforeAll(async () => {
    shop = await startTestService();
    visitor = panelVisitor(shop);
    await visitor.signIn(await panelUsers(shop).create("owner"));
  });
  afterAll(() => shop.close());

  const to = (page: string): string =>
    `/panel/${shop.merchant.merchant.merchantId}/test${page === "" ? "" : `/${page}`}`;

  it.each(["audit?actor=%00", "cards?customer_id=a%00b", "requests/a%00b", "payments?q=%00"])(
    "understand no character that can't be stored: %s",
    async (page) => {
      expect((await visitor.get(to(page))).status).toBe(400);
    },
  );

  it("do nothing for a form with such a character", async () => {
    await visitor.get(to("audit"));
    const { status } = await visitor.post(to("transfers/return"), { line: "1", reference: "\0" });
    expect(status).toBe(400);
  });

  it.each(["end_date=9999-12-31", "start_date=0001-01-01&end_date=0001-01-02"])(
    "show no days that no clock tells: %s",
    async (days) => {
      const { status, html } = await visitor.get(`${to("")}?${days}`);
      expect(status).toBe(400);
      expect(html).toContain('name="start_date"');
    },
  );

  it.each(["payments/find", "requests/find", "cards/erase"])(
    "send nobody to an address that is too long for a header: %s",
    async (page) => {
      const long = "x".repeat(20_000);
      await visitor.get(to("payments"));
      const fields = { start_date: long, q: long, customer_id: long, card: "tok_1" };
      const { location } = await visitor.post(to(page), fields);
      expect(location.length).toBeLessThan(2_100);
    },
  );

  it("keep no address to come back to that is too long for a header", async () => {
    const { location } = await panelVisitor(shop).get(to(`payments?q=${"%25".repeat(4_000)}`));
    expect(location).toBe(`${shop.url}/panel/sign-in`);
  });

  it("know no payment at the bank by such a name", async () => {
    for (const page of ["3ds", "pay"]) {
      expect((await visitor.get(`/bank/${page}/a%00b`)).status).toBe(404);
    }
  });
});
