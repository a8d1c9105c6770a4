import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { decide, welcome } from "../browser/customer.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { LOOKS, photographer, FOLDER } from "./photographer.ts";

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

  it.each(LOOKS)("the ways to pay, %s", async (look, language, options) => {
    const customer = await welcome(browser, { ...options, deviceScaleFactor: 2 });
    const { page } = customer;
    const shoot = photographer(page, look);
    const open = async (method: string) => {
      const session = await service.api.session({ language });
      await page.goto(`${service.url}/checkout?session=${session}&method=${method}`);
    };
    await open("card");
    await shoot("methods", true);
    for (const method of ["wallet", "shopping_credit", "papel"]) {
      await open(method);
      await shoot(`method-${method}`, true);
    }
    await page.locator("details[open] [type=submit]").click();
    await page.waitForURL(/\/bank\/pay\//);
    await shoot("papel-bank");
    await page.goBack();
    await page.locator(".panel.wait").waitFor();
    await shoot("papel-challenge");
    await open("shopping_credit");
    await page.locator('details[open] input[value="0064"]').check();
    await page.locator("details[open] [type=submit]").click();
    await page.waitForURL(/\/bank\/pay\//);
    await decide(page);
    await page.locator(".progress").waitFor();
    await shoot("credit-decision");
    await open("bank_transfer");
    await shoot("method-transfer", true);
    await page.locator("details[open] [type=submit]").click();
    await page.locator(".steps").waitFor();
    await shoot("transfer");
    await page.locator(".give-up summary").click();
    await shoot("transfer-whole", true);
    await page.locator(".give-up button").click();
    await page.locator("#notice").waitFor();
    await shoot("transfer-given-up");
    await customer.leave();
  });
});
