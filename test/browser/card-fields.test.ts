import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SECOND } from "../../src/kernel/clock.ts";
import { browserAvailable } from "../support/browser.ts";
import { BRAND, giveBrand } from "../support/merchant-brand.ts";
import { createVisitor } from "../support/page-visitor.ts";
import { APPROVED, typeCard } from "./customer.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";

const DESK = { viewport: { width: 1280, height: 900 } };
const BONUS = "5400360000000003";
const AMEX = "374427000000003";

describe.runIf(browserAvailable())("the card form", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  const open = async (options = {}, fields = {}): Promise<Page> => {
    scene = await enter(stage, "tr", options);
    return openPage(scene, await newSession(scene, fields));
  };
  /** Presses the mouse at the upper edge of the button, which leaves it if it moves down. */
  const press = async (page: Page): Promise<void> => {
    await page.locator("#pay").scrollIntoViewIfNeeded();
    const box = await page.locator("#pay").boundingBox();
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 6);
    await page.mouse.down();
  };
  const painted = (page: Page) =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );

  it("submits at the first click although the number in focus is wrong", async () => {
    const page = await open(DESK);
    await page.getByLabel("Kart numarası").pressSequentially("4543 5900 0000 0007");
    await page.locator("[name=installment]").first().waitFor();
    await press(page);
    await painted(page);
    await page.mouse.up();
    await page.locator("#errors").waitFor();
    expect(await page.locator("#card_number-error").innerText()).toContain("eksik veya yanlış");
  });

  it("submits at the first click although installments arrive during it", async () => {
    const page = await open(DESK);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/checkout/quote*", async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest("**/checkout/quote*");
    await typeCard(page, BONUS);
    await asked;
    await press(page);
    const answer = page.waitForResponse("**/checkout/quote*");
    release();
    await (await answer).finished();
    await painted(page);
    await page.mouse.up();
    await page.waitForURL(/\/bank\/3ds\//);
  });

  it.each([390, 1_280])("shows each error below its own field, at %i px", async (width) => {
    const page = await open({ viewport: { width, height: 900 } });
    await page.locator("#pay").click();
    for (const name of ["card_number", "expiry", "cvc", "card_holder_name"]) {
      const field = await page.locator(`#${name}`).boundingBox();
      const error = await page.locator(`#${name}-error`).boundingBox();
      if (field === null || error === null) throw new Error(`${name} is not shown`);
      expect(error.x).toBeGreaterThanOrEqual(field.x);
      expect(error.x + error.width).toBeLessThanOrEqual(field.x + field.width + 1);
      expect(error.y - field.y - field.height).toBeLessThan(12);
    }
  });

  it("marks focus and error differently, even with a red accent", async () => {
    await giveBrand(stage.shop, { accent: "#a81f18" });
    const page = await open(DESK);
    await page.locator("#pay").click();
    await page.locator("#card_number").focus();
    const colours = await page.locator("#card_number").evaluate((input) => {
      const { outlineColor, borderTopColor } = getComputedStyle(input);
      const error = document.querySelector("#card_number-error") ?? input;
      return { outlineColor, borderTopColor, icon: getComputedStyle(error, "::before").content };
    });
    expect(colours.outlineColor).not.toBe(colours.borderTopColor);
    expect(colours.icon).toContain("!");
    await giveBrand(stage.shop, { accent: null });
  });

  it("finds the number in a pasted text, also without scripts", async () => {
    const page = await open();
    await page.getByLabel("Kart numarası").focus();
    await page.keyboard.insertText("Kart: 5528 7900 0000 0008");
    expect(await page.getByLabel("Kart numarası").inputValue()).toBe("5528 7900 0000 0008");
    const visitor = createVisitor(stage.shop.url);
    const sent = await visitor.payByCard(await newSession(scene), `Kart: ${APPROVED}`);
    expect(sent.location).toContain("/checkout/bank");
  });

  it("goes to the next empty field by the Enter key of a phone, which says so", async () => {
    const page = await open({ hasTouch: true, isMobile: true });
    const hints = await page
      .locator("#payment input[type=text]:visible")
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("enterkeyhint")));
    expect(hints).toEqual(["next", "next", "next", "done"]);
    await page.getByLabel("Kart numarası").fill(APPROVED);
    await page.keyboard.press("Enter");
    expect(await page.locator(":focus").getAttribute("id")).toBe("expiry");
    expect(await page.locator("#errors").isVisible()).toBe(false);
    await typeCard(page, APPROVED);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/bank\/3ds\//);
  });

  it("says where the security code of the typed card is", async () => {
    const page = await open();
    const code = page.locator("#cvc-hint");
    expect(await code.innerText()).toBe("3 hane (Amex: 4)");
    await page.getByLabel("Kart numarası").fill(AMEX);
    expect(await code.innerText()).toBe("Önde, 4 hane");
    await page.getByLabel("Kart numarası").fill(APPROVED);
    expect(await code.innerText()).toBe("Arkada, 3 hane");
  });

  it("offers the card that paid last, with its brand and the place of its code", async () => {
    const customer = { customer_id: "regular" };
    const visitor = createVisitor(stage.shop.url);
    scene = await enter(stage, "tr");
    const pay = async (card: string, fields: Record<string, string>): Promise<void> => {
      stage.shop.clock.move(SECOND);
      const session = await newSession(scene, { customer });
      const paid = await visitor.payByCard(session, card, fields);
      await visitor.goThroughBank(paid, "approve");
    };
    await pay("5890040000000016", { save_card: "1" });
    await pay(AMEX, { save_card: "1" });
    const page = await openPage(scene, await newSession(scene, { customer }));
    const cards = page.locator(".cards > label");
    expect(await cards.first().innerText()).toContain("American Express •••• 0003");
    expect(await page.locator("#stored_cvc-hint").innerText()).toBe("Kartın önündeki 4 hane");
    const debit = page.getByLabel(/^Mastercard •••• 0016/);
    await debit.check();
    expect(await page.locator("#stored_cvc-hint").innerText()).toBe("Kartın arkasındaki 3 hane");
    await pay("", { card_token: await debit.inputValue() });
    await openPage(scene, await newSession(scene, { customer }));
    expect(await debit.isChecked()).toBe(true);
    expect(await cards.first().innerText()).toContain("0016");
  });

  it("asks for the consent to store a card, beside the merchant's privacy notice", async () => {
    const privacyUrl = "https://kuzey.example/kvkk";
    await giveBrand(stage.shop, { ...BRAND, privacyUrl });
    const page = await open({}, { customer: { customer_id: "new" } });
    const consent = page.getByRole("checkbox", { name: /saklanmasına izin veriyorum/ });
    expect(await consent.isChecked()).toBe(false);
    const links = page.getByRole("link", { name: /aydınlatma metni/i });
    expect(await links.count()).toBe(2);
    for (const link of await links.all()) expect(await link.getAttribute("href")).toBe(privacyUrl);
  });
});
