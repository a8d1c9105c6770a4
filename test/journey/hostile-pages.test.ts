import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("pages with manipulated addresses and forms", () => {
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
    "treat a character that cannot be stored as no match: %s",
    async (page) => {
      expect((await visitor.get(to(page))).status).toBe(400);
    },
  );

  it("refuse a form with such a character without effect", async () => {
    await visitor.get(to("audit"));
    const { status } = await visitor.post(to("transfers/return"), { line: "1", reference: "\0" });
    expect(status).toBe(400);
  });

  it.each(["end_date=9999-12-31", "start_date=0001-01-01&end_date=0001-01-02"])(
    "refuse days outside the calendar's range: %s",
    async (days) => {
      const { status, html } = await visitor.get(`${to("")}?${days}`);
      expect(status).toBe(400);
      expect(html).toContain('name="start_date"');
    },
  );

  it.each(["payments/find", "requests/find", "cards/erase"])(
    "redirect to no URL that is too long for a header: %s",
    async (page) => {
      const long = "x".repeat(20_000);
      await visitor.get(to("payments"));
      const fields = { start_date: long, q: long, customer_id: long, card: "tok_1" };
      const { location } = await visitor.post(to(page), fields);
      expect(location.length).toBeLessThan(2_100);
    },
  );

  it("store no return path that is too long for a header", async () => {
    const { location } = await panelVisitor(shop).get(to(`payments?q=${"%25".repeat(4_000)}`));
    expect(location).toBe(`${shop.url}/panel/sign-in`);
  });

  it("answer an impossible id of a payment at the bank like an unknown one", async () => {
    for (const page of ["3ds", "pay"]) {
      expect((await visitor.get(`/bank/${page}/a%00b`)).status).toBe(404);
    }
  });
});
