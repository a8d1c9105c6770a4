import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { APPROVED, decide, payAtBank, typeCard, welcome } from "../browser/customer.ts";
import { openStage, type Stage } from "../browser/scene.ts";
import { browserAvailable } from "../support/browser.ts";
import { FOLDER, LOOKS, photographer } from "./photographer.ts";

const DOCS = join(import.meta.dirname, "../../docs/screenshots");

describe.runIf(browserAvailable())("pictures of", () => {
  let stage: Stage;
  beforeAll(async () => {
    for (const folder of [FOLDER, DOCS]) mkdirSync(folder, { recursive: true });
    stage = await openStage();
  });
  afterAll(() => stage.close());

  it.each(LOOKS)("the demo shop, %s", async (look, language, options) => {
    const { browser, shop } = stage;
    const customer = await welcome(browser, options);
    const { page } = customer;
    const shoot = photographer(page, look);
    await page.goto(`${shop.url}/demo?lang=${language}`);
    await shoot("demo", true);
    await page.locator("#buy").click();
    await page.waitForURL(/checkout\?session/);
    await typeCard(page, APPROVED);
    await shoot("demo-typed");
    await payAtBank(customer, APPROVED);
    await decide(page);
    await page.locator("#onward").click();
    await page.waitForURL(/demo\/return/);
    await shoot("demo-returned", true);
    await page.goto(`${shop.url}/demo?lang=${language}`);
    await page.locator("#embed").click();
    await page.frameLocator("#pay > iframe").locator("#card_number").waitFor();
    await shoot("demo-embedded", true);
    await customer.leave();
  });

  it("the payment page, for the documentation", async () => {
    const { browser, shop } = stage;
    const { testApiKey } = await shop.createMerchant("Kuzey Kahve");
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
      `${shop.url}/checkout?session=${await shop.api.session({ ...order, language: "en" })}`,
    );
    await desk.page.screenshot({ path: join(DOCS, "checkout.png") });
    await payAtBank(desk, APPROVED);
    await desk.page.screenshot({ path: join(DOCS, "bank.png") });
    await desk.leave();

    const phone = await welcome(browser, { colorScheme: "dark", deviceScaleFactor: 1.5 });
    await phone.page.goto(
      `${shop.url}/checkout?session=${await shop.api.session({ ...order, language: "tr" })}`,
    );
    await phone.page.screenshot({ path: join(DOCS, "checkout-phone.png") });
    await payAtBank(phone, APPROVED);
    await decide(phone.page);
    await phone.page.locator("#stay").click();
    await phone.page.screenshot({ path: join(DOCS, "receipt-phone.png") });
    await phone.leave();
  });
});
