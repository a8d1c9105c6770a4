import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { expectAccessible, welcome, type Customer } from "./customer.ts";

describe.runIf(browserAvailable())("the entrance in a browser", { timeout: 60_000 }, () => {
  let browser: Browser;
  let service: TestService;
  let customer: Customer;
  beforeAll(async () => {
    [browser, service] = await Promise.all([launchBrowser(), startTestService()]);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => customer.leave());

  it.each([
    ["320 px, light", { viewport: { width: 320, height: 568 }, colorScheme: "light" }],
    ["1280 px, dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
  ] as const)("is accessible and fits the width, %s", async (_, options) => {
    customer = await welcome(browser, { ...options, locale: "en-GB" });
    const { page } = customer;
    for (const path of ["/", "/nowhere"]) {
      await page.goto(service.url + path);
      await expectAccessible(page);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow, path).toBe(0);
    }
    expect(customer.complaints.filter((text) => !text.includes("404"))).toEqual([]);
  });

  it("leads from a wrong address through the language to the demo shop", async () => {
    customer = await welcome(browser, { locale: "en-GB" });
    const { page } = customer;
    await page.goto(`${service.url}/nowhere`);
    await page.getByRole("link", { name: "Türkçe" }).click();
    await page.getByRole("heading", { name: "Böyle bir sayfa yok" }).waitFor();
    await page.getByRole("link", { name: "Örnek mağaza" }).click();
    await page.waitForURL(`${service.url}/demo?lang=tr`);
  });
});
