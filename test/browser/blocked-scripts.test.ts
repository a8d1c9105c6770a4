import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { openMerchantSite } from "../support/merchant-site.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { decide, expectAccessible, payButton, typeCard, welcome } from "./customer.ts";
import { initCall, sitePage, siteSession } from "./widget-shop.ts";

const BONUS = "5400360000000003";

describe.runIf(browserAvailable())("a page whose scripts are blocked", () => {
  let browser: Browser;
  let shop: TestService;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startTestService()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  it("can still pay in installments, and links to the next page", async () => {
    const customer = await welcome(browser);
    const { page } = customer;
    await page.route("**/*.js", (route) => route.abort());
    await page.goto(`${shop.url}/checkout?session=${await shop.api.session()}`);
    await page.getByLabel("Kart numarası").fill(BONUS);
    await page.getByRole("button", { name: "Taksit seçeneklerini göster" }).click();
    await page.getByLabel("3 taksit × ₺429,12 toplam ₺1.287,38").check();
    await expectAccessible(page);
    await typeCard(page, BONUS);
    await payButton(page).click();
    await page.getByRole("button", { name: "Devam" }).click();
    await page.waitForURL(/\/bank\/3ds\//);
    await decide(page);
    await page.getByText("Ödemeniz alındı").waitFor();
    expect(await page.locator(".facts").innerText()).toContain("3 taksit");
    const onward = await page.locator("#onward").getAttribute("href");
    expect(onward).toMatch(/^https:\/\/shop\.example\/thanks\?.*status=success/);
    await customer.leave();
  });

  it("shows the merchant's own link where the widget's script is blocked", async () => {
    const site = await openMerchantSite();
    const session = await siteSession({ service: shop, site });
    const start = "window.Vezne=window.Vezne||{q:[],init(o){this.q.push(o)}};";
    site.show(sitePage(shop, `${start}${initCall(session)}`));
    const customer = await welcome(browser);
    const { page } = customer;
    await page.route("**/widget.js", (route) => route.abort("blockedbyclient"));
    await page.goto(site.url);
    expect(await page.locator("#pay > a").isVisible()).toBe(true);
    expect(await page.locator("iframe").count()).toBe(0);
    expect(await page.evaluate(() => window.calls)).toEqual([]);
    await customer.leave();
    await site.close();
  });

  it("shows no such fallback where the scripts loaded", async () => {
    const customer = await welcome(browser);
    const { page } = customer;
    await page.goto(`${shop.url}/checkout?session=${await shop.api.session()}`);
    await page.locator("[data-fill]").first().waitFor({ state: "attached" });
    await expect.poll(() => page.locator("[data-late]").count()).toBe(0);
    await customer.leave();
  });
});
