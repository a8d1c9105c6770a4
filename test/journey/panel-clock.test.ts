// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../src/kernel/clock.ts";
import { createApiClient } from "../support/api-client.ts";
import { letTimePass } from "../support/let-time-pass.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the sandbox clock of the panel", () => {
  let shop: TestService;
  let developer: PanelVisitor;
  let users: ReturnType<typeof panelUsers>;
  const at = (page: string, mode = "test") =>
    `/panel/${shop.merchant.merchant.merchantId}/${mode}/${page}`;
  beforeAll(async () => {
    shop = await startTestService();
    developer = panelVisitor(shop);
    const { merchantId } = shop.merchant.merchant;
    users = panelUsers(shop);
    await developer.signIn(await users.create("developer", merchantId));
  });
  afterAll(() => shop.close());

  it("expires sessions, shows the time on every page, and can be reset", async () => {
    const session = await shop.api.session();
    const moved = await developer.post(at("clock/advance"), { by: "1d" });
    expect(moved.status).toBe(303);
    expect((await shop.api.pay(session, "5528790000000008")).status).toBe(410);
    const page = (await developer.get(at("clock"))).html;
    expect(page).toContain("1 day");
    expect(page).toMatch(/Test clock: 22/);
    expect((await developer.get(at("payments"))).html).toMatch(/Test clock: 22/);

    await developer.post(at("clock/reset"));
    const back = (await developer.get(at("clock"))).html;
    expect(back).toContain("The real time");
    await expect
      .poll(async () => (await developer.get(at("clock"))).html)
      .toContain("Move the clock</a>");
  });

  it("accepts only the listed durations", async () => {
    await developer.post(at("clock/advance"), { by: "9y" });
    expect((await developer.get(at("clock"))).html).toContain("Choose one of the listed times.");
  });

  it("changes neither live mode nor other merchants", async () => {
    const other = await shop.createMerchant("Çiçekçi");
    const theirs = createApiClient(shop.url, other.testApiKey);
    const open = await theirs.session();
    const moved = await developer.post(at("clock/advance"), { by: "30d" });
    expect(moved.status).toBe(303);
    expect((await theirs.pay(open, "5528790000000008")).body["status"]).toBe("completed");
    const hour = new Date(shop.clock.now() + HOUR).toISOString();
    for (const key of [other.testApiKey, other.liveApiKey, shop.merchant.liveApiKey]) {
      const made = await createApiClient(shop.url, key).post("/api/v1/checkout/session", {
        merchant_api_key: key,
        amount: 1_000,
        success_url: "https://shop.example/ok",
        fail_url: "https://shop.example/no",
      });
      expect([made.status, made.body["expires_at"]]).toEqual([200, hour]);
    }
    const florist = panelVisitor(shop);
    const { merchantId } = other.merchant;
    await florist.signIn(await users.create("developer", merchantId));
    const page = await florist.get(`/panel/${merchantId}/test/clock`);
    expect(page.html).toContain("The real time");
  });

  it("advances a year at most", async () => {
    const { database, clock } = shop;
    const { merchantId } = shop.merchant.merchant;
    await letTimePass({ database, clock, merchantId }, 330 * DAY);
    await developer.post(at("clock/advance"), { by: "30d" });
    expect((await developer.get(at("clock"))).html).toContain("can be 366 days ahead");
  });
});
