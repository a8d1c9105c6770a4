import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import {
  APPROVED,
  decide,
  expectAccessible,
  LOST,
  payAtBank,
  payButton,
  POOR,
  typeCard,
  welcome,
  type Customer,
} from "./customer.ts";

type Look = readonly [language: "tr" | "en", options: BrowserContextOptions];

/** Each language, colour scheme and width at least once. */
const LOOKS: readonly Look[] = [
  ["tr", { viewport: { width: 320, height: 568 }, colorScheme: "light" }],
  ["en", { viewport: { width: 390, height: 844 }, colorScheme: "dark", forcedColors: "active" }],
  ["tr", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ["en", { viewport: { width: 1280, height: 900 }, colorScheme: "light", reducedMotion: "reduce" }],
];

const BASKET = [
  { name: "Çekirdek kahve, 250 g", brand_name: "Kavrukhane", qty: 1, unit_price: 38_500 },
  { name: "Çok uzun adlı bir ürün ".repeat(4), qty: 2, unit_price: 43_250 },
];

describe.runIf(browserAvailable())("every state of the checkout", { timeout: 60_000 }, () => {
  let browser: Browser;
  let shop: TestService;
  let customer: Customer;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startTestService()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });
  afterEach(() => customer.leave());

  const enter = async ([language, options]: Look): Promise<Page> => {
    customer = await welcome(browser, options);
    const session = await shop.api.session({ language, basket_items: BASKET });
    await customer.page.goto(`${shop.url}/checkout?session=${session}`);
    return customer.page;
  };

  it.each(LOOKS)("is accessible and fits, in %s with %o", async (...look) => {
    const page = await enter(look);
    await expectSound(page);
    const summary = page.locator(".basket summary");
    if ((look[1].viewport?.width ?? 0) < 960) await summary.click();
    expect(await page.getByText("Kavrukhane").isVisible()).toBe(true);
    await expectSound(page);
    await payButton(page).click();
    await page.locator("#errors").waitFor();
    await expectSound(page);
    await page.locator("details.sandbox summary").click();
    await expectSound(page);

    await payAtBank(customer, POOR);
    const bank = page.url();
    await page.goBack();
    await page.locator(".panel.wait").waitFor();
    await expectSound(page);
    await page.goto(bank);
    await decide(page);
    await page.locator("#notice").waitFor();
    await expectSound(page);

    await payAtBank(customer, LOST);
    await decide(page);
    await page.locator(".progress").waitFor();
    await expectSound(page);
    shop.clock.move(10_000);
    await page.locator(".panel.good").waitFor();
    await page.locator("#stay").click();
    await expectSound(page);
    expect(customer.complaints).toEqual([]);
  });

  it.each(LOOKS)("that ends without a payment is, too, in %s with %o", async (...look) => {
    const page = await enter(look);
    const { origin } = new URL(shop.url);
    await page.goto(`${origin}/checkout?session=ses_unknown`);
    await expectSound(page);
    const session = await shop.api.session({ language: look[0] });
    shop.clock.move(3_600_000);
    await page.goto(`${origin}/checkout?session=${session}`);
    await expectSound(page);
    // Without its script the hand-off page stays, and shows its button.
    await page.route("**/*.js", (route) => route.abort());
    await page.goto(`${origin}/checkout?session=${await shop.api.session()}&lang=${look[0]}`);
    await typeCard(page, APPROVED);
    await payButton(page).click();
    await page.waitForURL(/\/checkout\/bank/);
    await expectSound(page);
  });

  it("can be paid with the keyboard alone, and the focus is never hidden", async () => {
    const page = await enter(["tr", { viewport: { width: 320, height: 568 } }]);
    const stops: string[] = [];
    const typed: Record<string, string> = {
      card_number: APPROVED,
      expiry: "1230",
      cvc: "123",
      card_holder_name: "Ada Şahin",
    };
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        const box = element?.getBoundingClientRect();
        if (element === null || box === undefined) return undefined;
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const isSeen = top !== null && (element.contains(top) || top.contains(element));
        return { name: element.id, isSeen, outline: getComputedStyle(element).outlineStyle };
      });
      if (stop === undefined) continue;
      expect(stop).toMatchObject({ isSeen: true, outline: "solid" });
      stops.push(stop.name);
      const text = typed[stop.name];
      if (text !== undefined) await page.keyboard.type(text);
      if (stop.name === "pay") break;
    }
    expect(stops.slice(-5)).toEqual([...Object.keys(typed), "pay"]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/bank\/3ds\//);
  });

  it("prints a receipt on one page", async () => {
    const page = await enter(["en", {}]);
    await payAtBank(customer, APPROVED);
    await decide(page);
    await page.locator("#stay").click();
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".actions").isVisible()).toBe(false);
    expect(await page.getByText("Mastercard •••• 0008").isVisible()).toBe(true);
  });
});

/** Accessible, nothing beside the page, everything big enough for a thumb. */
async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  const findings = await page.evaluate(() => {
    const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const fields = "input:not([type=hidden], [type=radio], [type=checkbox]), select";
    const choices = ".choices label, .cards > label, .save label, .method > summary";
    const inputs = [...document.querySelectorAll<HTMLElement>(fields)];
    const targets = [
      ...document.querySelectorAll<HTMLElement>(`${fields}, ${choices}, .primary, .secondary`),
    ];
    const heights = targets.map((target) => target.offsetHeight).filter((height) => height > 0);
    return {
      overflow,
      smallText: inputs.filter((input) => parseFloat(getComputedStyle(input).fontSize) < 16).length,
      smallTargets: heights.filter((height) => height < 48).length,
    };
  });
  expect(findings).toEqual({ overflow: 0, smallText: 0, smallTargets: 0 });
}
