// tier: night
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { APPROVED, decide, payAtBank, POOR, typeCard } from "./customer.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";

/** Whether the browser caches whole pages and runs scripts, and how the bank answers. */
const CASES = [true, false].flatMap((keepsPages) =>
  [true, false].flatMap((javaScriptEnabled) =>
    [POOR, APPROVED].map((card) => ({ keepsPages, javaScriptEnabled, card })),
  ),
);
const QUICK = CASES.filter(({ keepsPages, javaScriptEnabled, card }) =>
  keepsPages ? javaScriptEnabled === (card === POOR) : !javaScriptEnabled && card === POOR,
);

describe.runIf(browserAvailable())("the card form", () => {
  let stage: Stage;
  let keeping: Browser;
  let scene: Scene;
  beforeAll(async () => {
    [stage, keeping] = await Promise.all([openStage(), launchBrowser({ keepsPages: true })]);
  });
  afterAll(async () => {
    await keeping.close();
    await stage.close();
  });
  afterEach(() => scene.customer.leave());

  const begin = async (keepsPages: boolean, options: BrowserContextOptions): Promise<string> => {
    const browser = keepsPages ? keeping : stage.browser;
    scene = await enter({ ...stage, browser }, "tr", options);
    const session = await newSession(scene);
    await openPage(scene, session);
    return session;
  };

  it.each(isWholeRun ? CASES : QUICK)(
    "shows no card number after Back or a reload: pages kept $keepsPages, scripts $javaScriptEnabled, $card",
    async ({ keepsPages, javaScriptEnabled, card }) => {
      const session = await begin(keepsPages, { javaScriptEnabled });
      const { page, customer } = scene;
      // The customer leaves a form with a card number in it, and comes back.
      await typeCard(page, card);
      await page.goto(stage.site.url);
      await page.goBack();
      await page.locator("#card_number").waitFor();
      await expectNoCard(page, card);
      await payAtBank(customer, card);
      await decide(page);
      await page.locator(card === POOR ? "#notice" : ".panel.good").waitFor();
      await expectNoCard(page, card);
      for (let steps = 0; steps < 4; steps += 1) {
        await page.goBack();
        await expectNoCard(page, card);
        await page.reload();
        await expectNoCard(page, card);
      }
      await openPage(scene, session);
      await expectNoCard(page, card);
    },
  );
});

async function expectNoCard(page: Page, card: string): Promise<void> {
  const values = await page
    .locator("input")
    .evaluateAll((inputs: HTMLInputElement[]) =>
      inputs.filter(({ id }) => id === "card_number" || id === "cvc").map(({ value }) => value),
    );
  expect(values.join("")).toBe("");
  // The list of test cards has them all; nothing else on the page may have one.
  const rest = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return "";
    for (const list of copy.querySelectorAll("details.sandbox")) list.remove();
    return copy.outerHTML;
  });
  expect(rest.replaceAll(/[\s-]/g, "")).not.toContain(card);
}
