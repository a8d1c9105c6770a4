import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONFIRMED } from "../../src/panel/kit/question.ts";
import { unaskedForms } from "../support/danger-buttons.ts";
import { query } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import {
  isQuestion,
  panelUsers,
  panelVisitor,
  type PanelVisitor,
} from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

describe("buttons of the panel that can't be undone", () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let base = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test`;
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, "sahip@example.com"));
    await owner.secure();
  });
  afterAll(() => shop.close());

  const count = async (sql: string): Promise<number> =>
    Number((await query(shop, `select count(*) as n from ${sql}`))[0]?.["n"]);

  /** Sends a form, reads its question, and answers it; returns the question's text. */
  const answered = async (path: string, fields: Record<string, string>, rows: string) => {
    const before = await count(rows);
    const question = await owner.submit(path, fields);
    expect([path, isQuestion(question), await count(rows)]).toEqual([path, true, before]);
    expect(question.html).toContain(`name="${CONFIRMED.name}" value="${CONFIRMED.value}"`);
    for (const [name, value] of Object.entries(fields)) {
      expect(question.html).toContain(`name="${name}" value="${value}"`);
    }
    await owner.post(path, fields);
    expect(await count(rows)).toBe(before - 1);
    return textOf(question.html).replace(/^.* Help /, "");
  };

  it("tell what they do and to what, and do it after a yes", async () => {
    const fields = { customer: { customer_id: "ada" } };
    const saved = await shop.api.session(fields);
    const paid = await shop.api.pay(saved, CARD, { fields: { save_card: true } });
    const card = String(paid.body["card_token"]);
    const erased = await answered(
      `${base}/cards/erase`,
      { card, customer_id: "ada" },
      "stored_card",
    );
    expect(erased).toMatch(/^Card .*0008 Expires .* ada .*can't be undone\. Erase the card Cancel/);

    const made = await owner.post(`${base}/keys/new`, {
      name: "ERP",
      "right:payments.read": "yes",
    });
    expect(made.status).toBe(200);
    const list = (await owner.get(`${base}/keys`)).html;
    const key = new RegExp(`href="([^"]*/keys/\\w{16})">ERP<`).exec(list)?.[1] ?? "";
    const inForce = "api_key where name = 'ERP' and (expires_at is null or expires_at > now())";
    const ended = await answered(`${key}/end`, {}, inForce);
    expect(ended).toMatch(/^Name ERP Key vz_test_… ?\w{4} .*refused at once\..* End it now Cancel/);
  });

  it("do nothing at once on any page: a red button without a question is found", () => {
    const here = new URL(`${base}/approvals`, shop.url).href;
    const form = (path: string, inside = "") =>
      `<form method="post" action="${base}/${path}">${inside}<button class="button danger">`;
    const page = [
      form("approvals/limit"),
      form("approvals/limit/confirm", '<input type="hidden" name="confirmed" value="yes">'),
      form("cards/erase"),
    ].join("</form>");
    expect(unaskedForms(`${page}</form>`, here)).toEqual([`${base}/approvals/limit`]);
  });
});
