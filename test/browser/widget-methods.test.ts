// tier: night
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { FrameLocator, Page } from "playwright-core";
import { browserAvailable } from "../support/browser.ts";
import { sendMoney } from "../support/transfer-customer.ts";
import { APPROVED, typeCard } from "./customer.ts";
import { enter, newSession, openStage, type Scene, type Stage } from "./scene.ts";
import { bankFrame, callsOf, decideInFrame, initCall, payFrame, sitePage } from "./widget-shop.ts";

/** The allowed difference between the height of the frame and of its content, in pixels. */
const GAP_PX = 4;

describe.runIf(browserAvailable())("the widget", () => {
  let stage: Stage;
  let scene: Scene;
  let page: Page;
  let frame: FrameLocator;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  const mount = async (): Promise<void> => {
    scene = await enter(stage, "tr");
    ({ page } = scene);
    stage.site.show(sitePage(stage.shop, initCall(await newSession(scene))));
    await page.goto(stage.site.url);
    frame = payFrame(page);
    await frame.locator("#pay").waitFor();
  };
  const expectFit = async (): Promise<void> => {
    const body = frame.locator("body");
    await expect
      .poll(async () => {
        const shown = await page.locator("#pay iframe").boundingBox();
        const height = await body.evaluate((element) => element.getBoundingClientRect().height);
        return Math.abs((shown?.height ?? 0) - height);
      })
      .toBeLessThanOrEqual(GAP_PX);
    const scrolled = await body.evaluate(({ ownerDocument: { documentElement: root } }) => [
      root.scrollHeight - root.clientHeight,
      root.scrollWidth - root.clientWidth,
    ]);
    expect(scrolled).toEqual([0, 0]);
  };
  const isPaidOnce = async (): Promise<void> => {
    await frame.locator(".panel.good").waitFor();
    await expectFit();
    expect(await callsOf(page, 1)).toMatchObject([{ name: "onSuccess" }]);
    expect(page.url()).toBe(`${stage.site.url}/`);
  };

  it("is as high as its form, its errors, its installments, the bank and the receipt", async () => {
    await mount();
    await expectFit();
    await frame.locator("#pay").click();
    await frame.locator("#errors").waitFor();
    await expectFit();
    await typeCard(frame, "5400360000000003");
    await frame.getByRole("radio", { name: /^6 taksit/ }).check();
    await expectFit();
    await frame.locator("#card_number").fill(APPROVED);
    await frame.locator("#pay").click();
    await bankFrame(frame).locator("input[name=otp]").waitFor();
    await expectFit();
    const bank = await frame.locator("#bank-frame").boundingBox();
    expect(bank?.height).toBeGreaterThanOrEqual(600);
    await decideInFrame(frame);
    await isPaidOnce();
  });

  it.each(["wallet", "papel", "shopping_credit"])(
    "can be paid by %s, and calls back once",
    async (method) => {
      await mount();
      await frame.locator(`label[for=way-${method}]`).click();
      await expectFit();
      await frame.locator(".method > input:checked ~ form button").first().click();
      await bankFrame(frame).locator("input[name=otp]").waitFor();
      await decideInFrame(frame);
      await isPaidOnce();
    },
  );

  it("can be paid by a transfer, and calls back once the money arrived", async () => {
    await mount();
    await frame.locator("label[for=way-bank_transfer]").click();
    await frame.locator(".method > input:checked ~ form button").click();
    await frame.locator(".steps").waitFor();
    await expectFit();
    const [iban = "", description = ""] = await frame
      .locator(".iban, .reference")
      .evaluateAll((all) => all.map(({ textContent }) => textContent));
    expect(await page.evaluate(() => window.calls)).toEqual([]);
    await sendMoney(stage.shop, { iban, description, minor: 125_000 });
    await isPaidOnce();
  });
});
