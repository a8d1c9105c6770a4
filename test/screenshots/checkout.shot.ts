import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import {
  APPROVED,
  decide,
  LOST,
  payAtBank,
  payButton,
  POOR,
  typeCard,
  welcome,
} from "../browser/customer.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";

const FOLDER = join(import.meta.dirname, "../../screenshots");
const DOCS = join(import.meta.dirname, "../../docs/screenshots");

const LOOKS = [
  ["phone-light", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ["phone-dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ["small", { viewport: { width: 320, height: 568 }, colorScheme: "light" }],
  ["desk-light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
  ["desk-dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
] as const;

describe.runIf(browserAvailable())("pictures of", () => {
  let browser: Browser;
  let service: TestService;
  beforeAll(async () => {
    for (const folder of [FOLDER, DOCS]) mkdirSync(folder, { recursive: true });
    [browser, service] = await Promise.all([launchBrowser(), startTestService()]);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  it.each(LOOKS)("the shop and the checkout, %s", async (look, options) => {
    const customer = await welcome(browser, { ...options, deviceScaleFactor: 2 });
    const { page } = customer;
    const shoot = photographer(page, look);
    await page.goto(`${service.url}/demo?lang=tr`);
    await shoot("demo");
    await page.locator("#buy").click();
    await page.waitForURL(/checkout\?session/);
    await shoot("form");
    await payButton(page).click();
    await shoot("errors", true);
    await page.locator("details.sandbox summary").click();
    await shoot("sandbox");
    await page.locator("details.sandbox summary").click();
    await typeCard(page, POOR);
    await shoot("typed");
    await payAtBank(customer, POOR);
    await shoot("bank");
    const bank = page.url();
    await page.goBack();
    await page.locator(".panel.wait").waitFor();
    await shoot("challenge");
    await page.goto(bank);
    await decide(page);
    await page.locator("#notice").waitFor();
    await shoot("declined");
    await payAtBank(customer, LOST);
    await decide(page);
    await page.locator(".progress").waitFor();
    await shoot("waiting");
    service.clock.move(10_000);
    await page.locator(".panel.good").waitFor();
    await page.locator("#stay").click();
    await shoot("paid", true);
    await page.locator("#onward").click();
    await page.waitForURL(/demo\/return/);
    await shoot("returned", true);
    await page.goto(`${service.url}/checkout?session=x`);
    await shoot("unknown");
    const session = await service.api.session();
    await page.goto(`${service.url}/checkout?session=${session}`);
    await typeCard(page, APPROVED);
    service.clock.move(55 * 60_000);
    await page.reload();
    await shoot("last-minutes");
    service.clock.move(5 * 60_000);
    await page.reload();
    await shoot("expired");
    await customer.leave();
  });

  it("the payment page, for the documentation", async () => {
    const { testApiKey } = await service.createMerchant("Kuzey Kahve");
    const order = {
      merchant_api_key: testApiKey,
      amount: 122_500,
      basket_items: [
        { name: "Çekirdek kahve, 250 g", brand_name: "Kavrukhane", qty: 1, unit_price: 38_500 },
        { name: "Seramik fincan", brand_name: "Avanos Çömlek", qty: 2, unit_price: 42_000 },
      ],
    };
    const desk = await welcome(browser, { viewport: { width: 1120, height: 700 } });
    await desk.page.goto(
      `${service.url}/checkout?session=${await service.api.session({ ...order, language: "en" })}`,
    );
    await desk.page.screenshot({ path: join(DOCS, "checkout.png") });
    await desk.leave();

    const phone = await welcome(browser, { colorScheme: "dark", deviceScaleFactor: 1.5 });
    await phone.page.goto(
      `${service.url}/checkout?session=${await service.api.session({ ...order, language: "tr" })}`,
    );
    await phone.page.screenshot({ path: join(DOCS, "checkout-phone.png") });
    await payAtBank(phone, APPROVED);
    await decide(phone.page);
    await phone.page.locator("#stay").click();
    await phone.page.screenshot({ path: join(DOCS, "receipt-phone.png") });
    await phone.leave();
  });
});

function photographer(page: Page, look: string) {
  return (name: string, fullPage = false) =>
    page.screenshot({ path: join(FOLDER, `${name}-${look}.png`), fullPage });
}
