import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { APPROVED, typeCard } from "./customer.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";

const DESK = { viewport: { width: 1280, height: 900 } };

describe.runIf(browserAvailable())("the choice of a payment method", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  const open = async (options = {}, more = "", fields = {}): Promise<Page> => {
    scene = await enter(stage, "tr", options);
    return openPage(scene, await newSession(scene, fields), more);
  };
  const boxOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (box === null) throw new Error(`${selector} is not shown`);
    return { top: box.y, bottom: box.y + box.height };
  };

  it.each([true, false])("is a group of radio buttons, with scripts: %s", async (hasScripts) => {
    const page = await open({ javaScriptEnabled: hasScripts });
    const card = page.getByRole("radio", { name: /^Kartla öde/ });
    expect(await card.isChecked()).toBe(true);
    await page.locator("label[for=way-card]").click();
    expect(await page.getByLabel("Kart numarası").isVisible()).toBe(true);
    await page.getByRole("radio", { name: /^Papel/ }).check();
    expect(await card.isChecked()).toBe(false);
    expect(await page.getByLabel("Kart numarası").isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Papel ile öde" }).isVisible()).toBe(true);
  });

  it("keeps a distance between a method's name and its text, and marks each wallet", async () => {
    const page = await open(DESK, "&method=wallet");
    const label = await boxOf(page, "label[for=way-wallet]");
    const text = await boxOf(page, ".method > input:checked ~ form > p");
    expect(text.top - label.bottom).toBeGreaterThanOrEqual(12);
    const marks = page.locator(".method > input:checked ~ form button .mark");
    expect(await marks.allInnerTexts()).toEqual(["H", "P", "T"]);
    await page.getByRole("button", { name: "Tosla ile öde", exact: true }).waitFor();
  });

  it("draws unchecked choices alike in the dark", async () => {
    const fields = { customer: { customer_id: "dark" } };
    const page = await open({ colorScheme: "dark" }, "", fields);
    await page.getByLabel("Kart numarası").fill("5400360000000003");
    await page.locator("[name=installment]").first().waitFor();
    const fills = await page
      .locator("#way-papel, [name=installment]:not(:checked), [name=save_card]")
      .evaluateAll((inputs) =>
        inputs.map((input) => {
          const { appearance, backgroundColor } = getComputedStyle(input);
          return `${appearance} ${backgroundColor}`;
        }),
      );
    expect(new Set(fills)).toEqual(new Set([fills[0]]));
    expect(fills[0]).toMatch(/^none /);
  });

  it("is not covered by the notice of a lost connection, which has an icon", async () => {
    const page = await open(DESK);
    await scene.customer.context.setOffline(true);
    await page.locator("#offline").evaluate((notice: HTMLElement) => (notice.hidden = false));
    expect(await page.locator("#offline .icon").count()).toBe(1);
    const notice = await boxOf(page, "#offline");
    expect((await boxOf(page, "#pay-title")).top - notice.bottom).toBeGreaterThanOrEqual(12);
    await page.locator("#expired").evaluate((expired: HTMLElement) => (expired.hidden = false));
    const expired = await boxOf(page, "#expired");
    expect((await boxOf(page, "#pay-title")).top - expired.bottom).toBeGreaterThanOrEqual(12);
  });

  it("says after a change of the language that the card must be typed again", async () => {
    const page = await open();
    await page.getByRole("link", { name: "English" }).click();
    await page.getByRole("heading", { name: "Payment method" }).waitFor();
    expect(await page.locator("#notice").count()).toBe(0);
    await typeCard(page, APPROVED);
    await page.getByRole("link", { name: "Türkçe" }).click();
    const notice = page.locator("#notice", { hasText: "Kart numarasını yeniden yazın" });
    await notice.waitFor();
    expect(await page.getByLabel("Kart numarası").inputValue()).toBe("");
    expect(await page.getByLabel("Kart üzerindeki ad").inputValue()).toBe("Ayşe Yılmaz");
    expect(await page.title()).not.toMatch(/^Hata/);
  });

  it.each([
    [390, 2],
    [1_280, 1],
  ])("shows a transfer without an endless bar, its IBAN in few lines, %i px", async (...look) => {
    const [width, lines] = look;
    const page = await open({ viewport: { width, height: 900 } }, "&method=bank_transfer");
    await page.locator(".method > input:checked ~ form button").click();
    await page.locator(".steps").waitFor();
    expect(await page.locator(".progress").count()).toBe(0);
    const tops = await page
      .locator(".iban > span")
      .evaluateAll((groups) => groups.map((group) => group.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(lines);
    const middleOf = async (selector: string): Promise<number> => {
      const box = await page.locator(selector).boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0) / 2;
    };
    expect(Math.abs((await middleOf(".give-up summary")) - (await middleOf("h1")))).toBeLessThan(2);
  });
});
