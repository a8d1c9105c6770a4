import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { decide, payAtBank, welcome } from "../browser/customer.ts";
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
    await page.locator("#card_number").fill("5400360000000003");
    await page.locator(".badge").waitFor();
    await shoot("installments", true);
    await page.locator("#card_number").fill("5890040000000016");
    await page.locator(".installments .hint").waitFor();
    await shoot("debit", true);
    const known = { language, customer: { customer_id: look } };
    for (const card of ["5400360000000003", "4543590000000006"]) {
      await page.goto(`${service.url}/checkout?session=${await service.api.session(known)}`);
      if (await page.locator("#card-new").isVisible()) await page.locator("#card-new").check();
      await page.locator("[name=save_card]").check();
      await payAtBank(customer, card);
      await decide(page);
      await page.locator(".panel.good").waitFor();
      service.clock.move(1_000);
    }
    await page.goto(`${service.url}/checkout?session=${await service.api.session(known)}`);
    await shoot("stored-cards", true);
    await page.locator("#card-new").check();
    await shoot("stored-cards-other", true);
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
