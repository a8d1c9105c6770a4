// tier: night
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { BRAND, giveBrand } from "../support/merchant-brand.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { APPROVED, decide, expectAccessible, payAtBank, welcome } from "./customer.ts";

/**
 * The least readable accent that is accepted, with the lowest contrast in every pair of colours.
 */
const LOOKS: readonly (readonly [accent: string, options: BrowserContextOptions])[] = [
  ["#816c00", { viewport: { width: 320, height: 568 }, colorScheme: "light" }],
  ["#18937d", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
];

describe.runIf(browserAvailable())("a merchant's brand", () => {
  let browser: Browser;
  let shop: TestService;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startTestService()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  it.each(LOOKS)("%s is readable on every page, with %o", async (colour, options) => {
    const isDark = options.colorScheme === "dark";
    await giveBrand(shop, { ...BRAND, ...(isDark ? { accentDark: colour } : { accent: colour }) });
    const customer = await welcome(browser, options);
    const { page } = customer;
    await page.goto(`${shop.url}/checkout?session=${await shop.api.session()}`);
    const button = page.locator("#pay");
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      `rgb(${red}, ${green}, ${blue})`,
    );
    await page.locator("#card_number").fill(APPROVED);
    await page.locator(".installments [type=radio]").first().waitFor();
    await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(options.viewport?.width);
    await payAtBank(customer, APPROVED);
    await decide(page);
    await page.getByRole("img", { name: "Kuzey Kahve" }).waitFor();
    await expectAccessible(page);
    expect(customer.complaints).toEqual([]);
    await customer.leave();
  });

  it("takes four requests at most, and shifts no layout when it loads", async () => {
    await giveBrand(shop);
    const customer = await welcome(browser);
    const { page } = customer;
    await page.goto(`${shop.url}/checkout?session=${await shop.api.session()}`);
    await page.waitForLoadState("networkidle");
    const requests = customer.requests.filter((address) => !address.startsWith("data:"));
    expect(requests).toHaveLength(4);
    const picture = page.locator("img.logo");
    expect(await picture.evaluate((image) => image.getBoundingClientRect().height)).toBe(48);
    const shift = await page.evaluate(() => {
      const watch = new PerformanceObserver(() => undefined);
      watch.observe({ type: "layout-shift", buffered: true });
      const values = watch.takeRecords().map((entry) => Number(Reflect.get(entry, "value")));
      return values.reduce((sum, value) => sum + value, 0);
    });
    expect(shift).toBe(0);
    await customer.leave();
  });
});
