import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { erasePersonalData } from "../../src/domain/payment/erase-personal-data.ts";
import type { Role } from "../../src/domain/merchant/user.ts";
import { untilSealed, verified } from "../support/books.ts";
import { atInstallation } from "../support/installation.ts";
import { paidOrder, query } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CUSTOMER = { name: "Zeynep", email: "zeynep@example.com", customer_id: "C-9" };

describe("notes about a payment", () => {
  let shop: TestService;
  let support: PanelVisitor;
  let order = "";
  let page = "";
  beforeAll(async () => {
    shop = await startTestService();
    order = (await paidOrder(shop.api, { fields: { customer: CUSTOMER } })).order;
    page = pageOf(order);
    support = await enter("support");
  });
  afterAll(() => shop.close());

  const pageOf = (id: string): string =>
    `/panel/${shop.merchant.merchant.merchantId}/test/payments/${id}`;
  const enter = async (role: Role): Promise<PanelVisitor> => {
    const visitor = panelVisitor(shop);
    const { merchantId } = shop.merchant.merchant;
    await visitor.signIn(await panelUsers(shop).create(role, merchantId, `${role}@example.com`));
    return visitor;
  };
  const write = async (note: string): Promise<string> => {
    await support.get(page);
    return textOf((await support.follow(await support.post(`${page}/notes`, { note }))).html);
  };
  const stored = () => query(shop, "select author, text from payment_note order by written_at");

  it("are shown with author and time, escaped and without card numbers", async () => {
    const text = await write("Zeynep Hanım aradı: <b>yarın</b> gelir, kartı 5528790000000008");
    expect(text).toContain("The note was added.");
    expect(text).toMatch(/Notes Zeynep Hanım aradı: .*gelir.*support@example\.com · .{0,30}/);
    const { html } = await support.get(page);
    expect(html).toContain("&lt;b>yarın");
    expect(html).not.toContain("5528790000000008");
    const audit = await query(
      shop,
      "select actor, object_id, after::text from panel_audit where action = 'payment.noted'",
    );
    expect(audit).toMatchObject([{ actor: "support@example.com", object_id: order }]);
    expect(String(audit[0]?.["after"])).not.toContain("Zeynep");
  });

  it("are refused if they are empty, too long, or of another merchant's payment", async () => {
    const before = await stored();
    expect(await write("  ")).toContain("Write a note of 1 to 1000 characters.");
    expect(await write("x".repeat(1_001))).toContain("Write a note of 1 to 1000 characters.");
    const other = await support.post(`${pageOf("ORD-AAAAAAAAAAAAAAAAAAAAAAAAAA")}/notes`, {
      note: "x",
    });
    expect(other.status).toBe(404);
    expect(await stored()).toEqual(before);
  });

  it("are read by every role, and written by support, finance and owners only", async () => {
    const reader = await enter("read-only");
    const { html } = await reader.get(page);
    expect(textOf(html)).toContain("Zeynep Hanım aradı");
    expect(html).not.toContain(`action="${page}/notes"`);
    expect((await reader.post(`${page}/notes`, { note: "x" })).status).toBe(403);
    const finance = await enter("finance");
    await finance.get(page);
    expect((await finance.post(`${page}/notes`, { note: "Muhasebe" })).status).toBe(303);
    expect((await stored()).map(({ author }) => author)).toEqual([
      "support@example.com",
      "finance@example.com",
    ]);
  });

  it("are erased with the customer's personal data", async () => {
    const { merchantId } = shop.merchant.merchant;
    await atInstallation(shop, (installation) =>
      erasePersonalData(installation, {
        merchantId,
        mode: "test",
        customer: { field: "customer_id", value: "C-9" },
      }),
    );
    expect(await stored()).toEqual([]);
    await untilSealed(shop);
    expect((await verified(shop)).differences).toEqual([]);
  });

  it("stand beside the reason of a refund, chosen from a list or written", async () => {
    const second = await paidOrder(shop.api);
    const form = await support.get(`${pageOf(second.order)}/refund`);
    const key = /name="key" value="([^"]+)"/.exec(form.html)?.[1] ?? "";
    const fields = { key, kind: "part", amount: "1", cause: "returned", reason: "kutusu açık" };
    const review = await support.post(`${pageOf(second.order)}/refund`, fields);
    expect(review.html).toContain('name="cause" value="returned"');
    await support.post(`${pageOf(second.order)}/refund`, { ...fields, confirmed: "yes" });
    const audit = await query(
      shop,
      "select after ->> 'reason' as reason from panel_audit where action = 'refund.made'",
    );
    expect(audit).toEqual([{ reason: "Goods returned: kutusu açık" }]);
  });
});
