import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { query } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { OTHER_AMOUNT, PROMISES, ScriptedAcquirer } from "../support/scripted-acquirer.ts";
import { useBank } from "../support/scripted-shop.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

describe("the panel's list of requests to clear with the bank", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let reader: PanelVisitor;
  let path: string;
  let bank: ScriptedAcquirer;
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    path = `/panel/${merchantId}/test/cases`;
    const users = panelUsers(shop);
    [owner, reader] = [panelVisitor(shop), panelVisitor(shop)];
    await owner.signIn(await users.create("owner", merchantId, "sahip@example.com"));
    await reader.signIn(await users.create("read-only", merchantId, "okur@example.com"));
    bank = new ScriptedAcquirer("nestpay:1", PROMISES.nestpay, () => shop.clock.now());
    useBank(shop, bank);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await shop.close();
  });

  const page = async (visitor = owner): Promise<string> => (await visitor.get(path)).html;

  it("shows the bank's answer, and records a person's finding once", async () => {
    expect(textOf(await page())).toContain("There is nothing to clear with the bank.");
    bank.next("authorize", { amount: OTHER_AMOUNT });
    const session = await shop.api.session();
    const order = String((await shop.api.pay(session, CARD)).body["order_id"]);
    const shown = textOf(await page());
    expect(shown).toContain(order);
    expect(shown).toContain("approved 1 TRY");
    expect(await page(reader)).not.toContain('name="finding"');
    const attempt = /name="attempt" value="([^"]*)"/.exec(await page())?.[1] ?? "";
    const finding = { attempt, finding: "booked", reference: "B-77" };
    const refused = await reader.post(`${path}/clear`, finding);
    expect(refused.status).toBe(403);
    for (const reference of ["7".repeat(256), "B\u00017"]) {
      const tried = await owner.post(`${path}/clear`, { ...finding, reference });
      expect(textOf((await owner.follow(tried)).html)).toContain("255 characters at most");
    }
    const question = textOf((await owner.submit(`${path}/clear`, finding)).html);
    expect(question).toMatch(
      new RegExp(`${order}.*B-77 The request counts as made.* can't be changed later\\. Booked`),
    );
    expect((await shop.api.status(session, order)).body["status"]).toBe("processing");
    const given = await owner.follow(await owner.post(`${path}/clear`, finding));
    expect(textOf(given.html)).toContain("The result is recorded.");
    expect((await shop.api.status(session, order)).body["status"]).toBe("completed");
    const again = await owner.follow(await owner.post(`${path}/clear`, finding));
    expect(textOf(again.html)).toContain("does not wait any more");
    const audited = "select object_id from panel_audit where action = 'payment.cleared'";
    expect(await query(shop, audited)).toEqual([{ object_id: order }]);
    const booked = "select bank_reference from attempt where order_id = $1";
    expect(await query(shop, booked, [order])).toEqual([{ bank_reference: "B-77" }]);
  });
});
