import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the panel's clock of the sandbox", () => {
  let shop: TestService;
  let developer: PanelVisitor;
  const at = (page: string, mode = "test") =>
    `/panel/${shop.merchant.merchant.merchantId}/${mode}/${page}`;
  beforeAll(async () => {
    shop = await startTestService();
    developer = panelVisitor(shop);
    const { merchantId } = shop.merchant.merchant;
    await developer.signIn(await panelUsers(shop).create("developer", merchantId));
  });
  afterAll(() => shop.close());

  it("lets sessions expire, tells the time on every page, and goes back", async () => {
    const session = await shop.api.session();
    const moved = await developer.post(at("clock/advance"), { by: "1d" });
    expect(moved.status).toBe(303);
    expect((await shop.api.pay(session, "5528790000000008")).status).toBe(410);
    const page = (await developer.get(at("clock"))).html;
    expect(page).toContain("1 day");
    expect(page).toMatch(/Sandbox time: 22/);
    expect((await developer.get(at("payments"))).html).toMatch(/Sandbox time: 22/);

    await developer.post(at("clock/reset"));
    const back = (await developer.get(at("clock"))).html;
    expect(back).toContain("The real time");
    await expect
      .poll(async () => (await developer.get(at("clock"))).html)
      .toContain("Move the clock</a>");
  });

  it("takes only the times it lists", async () => {
    await developer.post(at("clock/advance"), { by: "9y" });
    expect((await developer.get(at("clock"))).html).toContain("Choose one of the listed times.");
  });

  it("stays where live sessions are", async () => {
    await createApiClient(shop.url, shop.merchant.liveApiKey).session();
    await developer.post(at("clock/advance"), { by: "1h" });
    expect((await developer.get(at("clock"))).html).toContain("has live sessions");
  });
});
