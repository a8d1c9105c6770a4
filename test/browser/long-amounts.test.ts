// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";
import { brokenFindings, widthFindings } from "./soundness.ts";

/** Minor units: of seven and nine digits, and the largest of the interface. */
const AMOUNTS = [1_250_000, 999_999_999, 99_999_999_999, 999_999_999_999] as const;
const WIDTHS = [320, 390, 768, 1_280] as const;

describe.runIf(browserAvailable())("a long amount", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => {
    stage = await openStage();
    scene = await enter(stage, "en");
  });
  afterAll(() => stage.close());

  it.each(["TRY", "USD"])("keeps in one line on the payment page, in %s", async (currency) => {
    const findings: string[] = [];
    for (const amount of AMOUNTS) {
      const session = await newSession(scene, { amount, currency, basket_items: [] });
      const page = await openPage(scene, session);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const found = [...(await brokenFindings(page)), ...(await widthFindings(page))];
        findings.push(...found.map((text) => `${amount} at ${width} px: ${text}`));
      }
    }
    expect(findings).toEqual([]);
  });
});
