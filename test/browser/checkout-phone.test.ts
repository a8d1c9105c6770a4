import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { typeCard } from "./customer.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";

const BONUS = "5400360000000003";
const SCREEN_HEIGHT = 844;
const LONG = "Kahvefincanıtakımı".repeat(12);
const ARABIC = "دار صادر";

describe.runIf(browserAvailable())("the payment page on a phone", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  const open = async (options = {}, fields = {}): Promise<Page> => {
    scene = await enter(stage, "tr", options);
    return openPage(scene, await newSession(scene, fields));
  };
  const isOnScreen = async (element: Locator): Promise<boolean> => {
    const box = await element.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= SCREEN_HEIGHT;
  };

  it("says on the first screen that there are installments, and leads to them", async () => {
    const page = await open();
    const plan = page.locator("#plan");
    expect(await plan.isVisible()).toBe(false);
    await typeCard(page, BONUS);
    await page.getByText("Tek çekim · 5 taksit seçeneği").waitFor();
    expect(await isOnScreen(plan)).toBe(true);
    await plan.click();
    const chosen = page.locator("[name=installment]:checked");
    await expect.poll(() => isOnScreen(chosen)).toBe(true);
    expect(await chosen.evaluate((radio) => radio === document.activeElement)).toBe(true);
    const bar = await page.locator("#payment .submit").boundingBox();
    const radio = await chosen.boundingBox();
    expect((radio?.y ?? 0) + (radio?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    await page.getByLabel(/^6 taksit/).check();
    expect(await plan.innerText()).toBe("6 taksit × ₺220,81 · toplam ₺1.324,88");
    await page.getByLabel("Kart numarası").fill("5890040000000016");
    await plan.waitFor({ state: "hidden" });
  });

  it("says so without scripts, too", async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.getByLabel("Kart numarası").fill(BONUS);
    await page.getByRole("button", { name: "Taksit seçeneklerini göster" }).click();
    const plan = page.getByRole("link", { name: "Tek çekim · 5 taksit seçeneği" });
    expect(await isOnScreen(plan)).toBe(true);
    await plan.click();
    expect(await isOnScreen(page.locator("[name=installment]").first())).toBe(true);
  });

  it("stays as wide as the screen with an unbroken product name", async () => {
    const item = { name: LONG, brand_name: LONG, qty: 1, unit_price: 125_000 };
    const page = await open({}, { basket_items: [item] });
    await page.locator("details.basket summary").click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await isOnScreen(page.locator(".price"))).toBe(true);
  });

  it("keeps the quantity in one piece beside a brand from right to left", async () => {
    const item = { name: "Kitap", brand_name: ARABIC, qty: 12, unit_price: 10_000 };
    const page = await open({}, { basket_items: [item] });
    await page.locator("details.basket summary").click();
    const places = await page.locator(".item small").evaluate((line, brand) => {
      const leftOf = (wanted: string): number => {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
          const at = text.textContent?.indexOf(wanted) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + wanted.length);
          return range.getBoundingClientRect().left;
        }
        return Number.NaN;
      };
      return [leftOf(brand), leftOf("12"), leftOf("adet")];
    }, ARABIC);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(Number.NaN);
  });
});
