import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { APPROVED, payAtBank, welcome } from "../browser/customer.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { FOLDER, LOOKS, photographer } from "./photographer.ts";

const SMALLEST = ["frame", "tr", { viewport: { width: 250, height: 400 } }] as const;

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

  it.each([...LOOKS, SMALLEST])("the test bank, %s", async (look, language, options) => {
    const customer = await welcome(browser, { ...options, deviceScaleFactor: 2 });
    const { page } = customer;
    const shoot = photographer(page, look);
    await page.goto(`${service.url}/checkout?session=${await service.api.session({ language })}`);
    await payAtBank(customer, APPROVED);
    await shoot("bank-3ds");
    await page.locator(".tools summary").click();
    await shoot("bank-3ds-tools", true);
    await page.locator("button[value=twice]").click();
    await page.locator("a.primary").waitFor();
    await shoot("bank-3ds-twice");
    await customer.leave();
  });
});
