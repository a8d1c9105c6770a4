import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { APPROVED, decide, payAtBank, welcome } from "../browser/customer.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { FOLDER, LOOKS, photographer } from "./photographer.ts";

describe.runIf(browserAvailable())("pictures of", () => {
  let browser: Browser;
  let service: TestService;
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    [browser, service] = await Promise.all([launchBrowser(), startTestService()]);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  it.each(LOOKS)("the demo shop, %s", async (look, language, options) => {
    const customer = await welcome(browser, { ...options, deviceScaleFactor: 2 });
    const { page } = customer;
    const shoot = photographer(page, look);
    await page.goto(`${service.url}/demo?lang=${language}`);
    await page.locator("details.more").nth(1).locator("summary").click();
    await shoot("demo-shop", true);
    await page.locator("#buy").click();
    await payAtBank(customer, APPROVED);
    await decide(page);
    await page.locator("#onward").click();
    await page.waitForURL(/demo\/return/);
    await page.reload();
    await page.locator(".events summary").first().click();
    await shoot("demo-order", true);
    await customer.leave();
  });
});
