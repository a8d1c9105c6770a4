import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { APPROVED, decide, payAtBank, welcome, type Customer } from "./customer.ts";

type Look = readonly [language: "tr" | "en", options: BrowserContextOptions];

const BASKET = [
  { name: "Çekirdek kahve, 250 g", brand_name: "Kavrukhane", qty: 1, unit_price: 38_500 },
  { name: "Çok uzun adlı bir ürün ".repeat(4), qty: 2, unit_price: 43_250 },
];

describe.runIf(browserAvailable())(
  "the checkout by keyboard and on paper",
  { timeout: 60_000 },
  () => {
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
  },
);
