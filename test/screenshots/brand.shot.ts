import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { APPROVED, decide, payAtBank, welcome } from "../browser/customer.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { giveBrand } from "../support/merchant-brand.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { LOOKS, photographer, FOLDER } from "./photographer.ts";

describe.runIf(browserAvailable())("pictures of", () => {
  let browser: Browser;
  let service: TestService;
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    [browser, service] = await Promise.all([launchBrowser(), startTestService()]);
    await giveBrand(service);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  it.each(LOOKS)("a merchant's own look, %s", async (look, language, options) => {
    const customer = await welcome(browser, { ...options, deviceScaleFactor: 2 });
    const { page } = customer;
    const shoot = photographer(page, look);
    await page.goto(`${service.url}/checkout?session=${await service.api.session({ language })}`);
    await page.locator("#card_number").fill(APPROVED);
    await page.locator(".installments [type=radio]").first().waitFor();
    await shoot("brand-form", true);
    await payAtBank(customer, APPROVED);
    await decide(page);
    await page.locator("#stay").click();
    await shoot("brand-paid", true);
    const session = await service.api.session({ language });
    await page.goto(`${service.url}/checkout?session=${session}&method=bank_transfer`);
    await page.locator(".method > input:checked ~ form [type=submit]").click();
    await page.locator(".steps").waitFor();
    await shoot("brand-transfer", true);
    await customer.leave();
  });
});
