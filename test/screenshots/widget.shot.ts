import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { APPROVED, POOR, welcome } from "../browser/customer.ts";
import { decideInFrame, payFrame, payInFrame } from "../browser/widget-shop.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";

const FOLDER = join(import.meta.dirname, "../../screenshots");

const LOOKS = [
  ["phone-light", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ["desk-dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
] as const;

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

  it.each(LOOKS)("the embedded checkout, %s", async (look, options) => {
    const customer = await welcome(browser, options);
    const { page } = customer;
    const shoot = (name: string) =>
      page.screenshot({ path: join(FOLDER, `embedded-${name}-${look}.png`), fullPage: true });
    await page.goto(`${service.url}/demo?lang=tr`);
    await page.locator("#embed").click();
    const frame = payFrame(page);
    await frame.locator("#card_number").waitFor();
    await shoot("form");
    await payInFrame(frame, POOR);
    await shoot("bank");
    await decideInFrame(frame);
    await frame.locator("#notice").waitFor();
    await shoot("declined");
    await payInFrame(frame, APPROVED);
    await decideInFrame(frame);
    await frame.locator(".panel.good").waitFor();
    await shoot("paid");
    await customer.leave();
  });
});
