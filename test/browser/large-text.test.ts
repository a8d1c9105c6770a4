// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { enter, openStage, type Scene, type Stage } from "./scene.ts";
import { brokenFindings, widthFindings } from "./soundness.ts";
import { STATES } from "./states.ts";

const PHONE = { width: 390, height: 844 } as const;
/** Twice the usual size, in CSS pixels; WCAG 1.4.4 requires that it works. */
const LARGE = 32;

/** Each state, or in a short run every third; `form`, `errors` and `paid` are always among them. */
const CASES = STATES.filter(
  ({ name }, index) => isWholeRun || index % 3 === 0 || ["form", "errors", "paid"].includes(name),
);

describe.runIf(browserAvailable())("text of twice the usual size on a phone", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => {
    stage = await openStage();
    scene = await enter(stage, "tr", { viewport: PHONE });
    const devtools = await scene.customer.context.newCDPSession(scene.page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: LARGE } });
  });
  afterAll(() => stage.close());

  it.each(CASES)("stays within the page, each amount in one piece: $name", async ({ reach }) => {
    await scene.page.unrouteAll({ behavior: "ignoreErrors" });
    await scene.page.goto("about:blank");
    const shown = await reach(scene);
    const size = await shown.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(size).toBe(`${LARGE}px`);
    const broken = await brokenFindings(shown);
    const amounts = broken.filter((text) => /^broken: \S*\d/.test(text));
    expect([...(await widthFindings(shown)), ...amounts]).toEqual([]);
  });
});
