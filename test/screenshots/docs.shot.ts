import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { welcome } from "../browser/customer.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { FOLDER, LOOKS, photographer } from "./photographer.ts";

const PAGES = [
  "",
  "/hizli-baslangic",
  "/switching",
  "/operations/pay",
  "/operations/get-refund",
  "/sandbox",
  "/errors/refund_exceeds_amount",
  "/search?q=409",
];

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

  it.each(LOOKS)("the documentation, %s", async (look, _language, options) => {
    const customer = await welcome(browser, options);
    const { page } = customer;
    const shoot = photographer(page, look);
    for (const path of PAGES) {
      await page.goto(`${service.url}/docs${path}`);
      if (path.endsWith("/get-refund")) await page.locator(".try").scrollIntoViewIfNeeded();
      await shoot(`docs-${path.replace(/\W+/g, "-")}`);
    }
    await page.getByRole("searchbox").fill("idempotency");
    await page.locator("#found a").first().waitFor();
    await shoot("docs-found");
    await customer.leave();
  });
});
