import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { query } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer, importFile } from "../support/transfer-customer.ts";

/** Who uploads a statement may have written it. */
describe("a statement that a user uploads", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let finance: PanelVisitor;
  let base = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test`;
    const users = panelUsers(shop);
    [owner, finance] = [panelVisitor(shop), panelVisitor(shop)];
    await owner.signIn(await users.create("owner", merchantId));
    await owner.secure();
    await finance.signIn(await users.create("finance", merchantId));
    await owner.get(`${base}/approvals`);
    await owner.post(`${base}/approvals/limit`, { limit: "1000" });
    shop.clock.move(1_500);
  });
  afterAll(() => shop.close());

  const statusOf = async ({ session, id }: { readonly session: string; readonly id: string }) =>
    (await shop.api.status(session, id)).body["status"];

  it("completes a payment above the approval limit by a second person only", async () => {
    const transfer = await awaitTransfer(shop);
    const { account } = transfer;
    const reference = account.reference_code;
    const statement = camt053(account.iban, [
      { reference, minor: 125_000, description: reference },
    ]);
    await finance.get(`${base}/transfers`);
    await finance.post(`${base}/transfers/import`, { file: new Blob([statement]) });
    expect(await statusOf(transfer)).toBe("pending");
    const list = await finance.get(`${base}/transfers`);
    expect(textOf(list.html)).toContain("a person other than the uploader must assign it");
    const line = decodeURIComponent(/transfers\/line\?line=([^"]*)"/.exec(list.html)?.[1] ?? "");
    const assign = async (person: PanelVisitor) => {
      await person.get(`${base}/transfers`);
      const fields = { line, order: transfer.id };
      const answer = await person.post(`${base}/transfers/line/assign`, fields);
      return textOf((await person.follow(answer)).html);
    };
    expect(await assign(finance)).toContain("You uploaded this statement");
    expect(await statusOf(transfer)).toBe("pending");
    const settled = "select from panel_audit where action = 'transfer.settled'";
    expect(await query(shop, settled)).toEqual([]);
    expect(await assign(owner)).toContain("the payment is completed");
    expect(await statusOf(transfer)).toBe("completed");
  });

  it("completes others at once where the operator's machine imports it", async () => {
    const transfer = await awaitTransfer(shop);
    const { account } = transfer;
    const reference = account.reference_code;
    await importFile(
      shop,
      camt053(account.iban, [{ reference, minor: 125_000, description: reference }]),
    );
    expect(await statusOf(transfer)).toBe("completed");
  });
});
