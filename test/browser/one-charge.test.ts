import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { chargesOf } from "./bank-calls.ts";
import { APPROVED, decide, payAtBank, payButton, typeCard } from "./customer.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";

const ONE = { orders: 1, challenges: 1, approvals: 1 };
const AT_BANK = /\/bank\/3ds\//;

describe.runIf(browserAvailable())("one order and one charge are made", () => {
  let stage: Stage;
  let scene: Scene;
  let session: string;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  const begin = async (options = {}): Promise<Page> => {
    scene = await enter(stage, "tr", options);
    session = await newSession(scene);
    const page = await openPage(scene, session);
    await typeCard(page, APPROVED);
    return page;
  };
  const finish = async (page: Page): Promise<void> => {
    await page.waitForURL(AT_BANK);
    await decide(page);
    await page.locator(".panel.good").waitFor();
    expect(await chargesOf(stage.shop, session)).toEqual(ONE);
  };

  it("for a double click", async () => {
    const page = await begin();
    const said = await page.locator("#pay").evaluate((button: HTMLButtonElement) => {
      button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      return [button.innerText.trim(), button.ariaDisabled, button.disabled];
    });
    expect(said).toEqual(["Ödeme alınıyor…", "true", false]);
    await finish(page);
  });

  it("for a double click without scripts", async () => {
    const page = await begin({ javaScriptEnabled: false });
    await payButton(page).dblclick();
    // The second submission shows the payment of the first, and its next step.
    const proceed = page.getByRole("button", { name: "Devam" });
    const lead = page.locator(".actions > a.primary");
    await proceed.or(lead).first().waitFor();
    if ((await lead.count()) > 0) await lead.click();
    await proceed.click();
    await finish(page);
  });

  it("for Enter pressed twice", async () => {
    const page = await begin();
    await page.locator("#cvc").focus();
    await Promise.all([page.keyboard.press("Enter"), page.keyboard.press("Enter")]);
    await finish(page);
  });

  it("for reloads of the form's answer, and of the receipt", async () => {
    const page = await begin();
    await payButton(page).click();
    await page.waitForURL(AT_BANK);
    await page.reload();
    await decide(page);
    await page.locator(".panel.good").waitFor();
    await page.reload();
    await page.locator(".panel.good").waitFor();
    expect(await chargesOf(stage.shop, session)).toEqual(ONE);
  });

  it.each([
    ["with scripts", { javaScriptEnabled: true }],
    ["without scripts", { javaScriptEnabled: false }],
  ])("for Back and the page that it shows, %s", async (_, options) => {
    const page = await begin(options);
    await payAtBank({ ...scene.customer, page }, APPROVED);
    for (let steps = 0; steps < 4 && !/\/checkout\?/.test(page.url()); steps += 1) {
      await page.goBack();
    }
    // The page accepts no input while the payment is under way; it only leads onwards.
    expect(await page.locator("#card_number").count()).toBe(0);
    await page.getByRole("link", { name: "Bankanızda devam edin" }).click();
    if (!options.javaScriptEnabled) await page.getByRole("button", { name: "Devam" }).click();
    await finish(page);
    await page.goBack();
    await openPage(scene, session);
    await page.locator(".panel.good").waitFor();
    expect(await chargesOf(stage.shop, session)).toEqual(ONE);
  });

  it("for two windows that pay at once", async () => {
    const first = await begin();
    const second = await scene.customer.context.newPage();
    await openPage({ ...scene, page: second }, session);
    await typeCard(second, APPROVED);
    await Promise.all([first, second].map((page) => page.locator("#pay").click()));
    const isAtBank = (page: Page) => page.waitForURL(AT_BANK).then(() => page);
    const winner = await Promise.any([first, second].map(isAtBank));
    const other = winner === first ? second : first;
    await other.waitForURL(/\/bank\/3ds\/|\/checkout\?/);
    await finish(winner);
    await openPage({ ...scene, page: other }, session);
    await other.locator(".panel.good").waitFor();
    expect(await chargesOf(stage.shop, session)).toEqual(ONE);
  });

  it("for a lost answer, and further attempts of the customer", async () => {
    const page = await begin();
    let sent = 0;
    await page.route("**/checkout/pay*", async (route) => {
      sent += 1;
      await route.fetch({ maxRedirects: 0 });
      await route.abort("connectionreset");
    });
    await payButton(page).click();
    await page.waitForURL("chrome-error://chromewebdata/");
    expect(sent).toBe(1);
    await page.unrouteAll();
    await openPage(scene, session);
    await page.getByRole("link", { name: "Bankanızda devam edin" }).click();
    await finish(page);
  });
});
