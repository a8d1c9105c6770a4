import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Installation } from "../../src/service/installation/installation.ts";
import { installationOf } from "../support/installation.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the panel's page of background jobs", { timeout: 120_000 }, () => {
  let shop: TestService;
  let operator: PanelVisitor;
  let reader: PanelVisitor;
  let parts: Installation;
  beforeAll(async () => {
    shop = await startTestService();
    parts = await installationOf(shop);
    [operator, reader] = [panelVisitor(shop), panelVisitor(shop)];
    const users = panelUsers(shop);
    await operator.signIn(await users.create("owner"));
    await operator.secure();
    await reader.signIn(await users.create("read-only"));
  });
  afterAll(async () => {
    await parts.close();
    await shop.close();
  });

  const page = async (visitor: PanelVisitor) => textOf((await visitor.get("/panel/jobs")).html);
  const keyOf = (kind: "seal" | "statement_file", itemId: string) =>
    ({ kind, merchantId: shop.merchant.merchant.merchantId, itemId }) as const;

  it("is empty while nothing fails", async () => {
    expect(await page(operator)).toContain("There is no failing item.");
  });

  it("shows items that failed or were set aside, and retries them", async () => {
    const items = parts.failedItems;
    const key = keyOf("seal", "mer_1");
    const error = new Error("column data of 5528790000000008 holds no object");
    const now = shop.clock.now();
    await items.add({ key, error, now });
    expect(await page(operator)).toMatch(/Sealing the books mer_1 Failing 1 /);
    expect(await page(operator)).toContain("Error: column data of 5528…0008 holds no object");
    for (let tries = 1; tries < 5; tries += 1) await items.add({ key, error, now });
    expect(await page(reader)).toMatch(/Sealing the books mer_1 Set aside 5 /);
    expect(await page(reader)).not.toContain("Try again");
    const fields = { kind: "seal", merchant: key.merchantId, item: "mer_1" };
    const retried = await operator.follow(await operator.post("/panel/jobs/retry", fields));
    expect(textOf(retried.html)).toContain("The item will be tried again.");
    const [kept] = await items.of("seal");
    expect(kept?.item.dueAt).toBe(kept?.item.firstAt);
    const dropped = await operator.follow(await operator.post("/panel/jobs/drop", fields));
    expect(textOf(dropped.html)).toContain("its items can't be given up");
    expect(await items.of("seal")).toHaveLength(1);
  });

  it("says that an item has succeeded meanwhile, and refuses a read-only user", async () => {
    const fields = { kind: "seal", merchant: "", item: "mer_2" };
    const gone = await operator.follow(await operator.post("/panel/jobs/retry", fields));
    expect(textOf(gone.html)).toContain("not in the list any more");
    await reader.get("/panel/jobs");
    expect((await reader.post("/panel/jobs/retry", fields)).status).toBe(403);
  });
});
