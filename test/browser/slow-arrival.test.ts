// tier: night
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { openSlowLine, type SlowLine } from "../support/slow-line.ts";
import { enter, newSession, openStage, type Scene, type Stage } from "./scene.ts";

const SCREENS = {
  desk: { width: 1_280, height: 800 },
  phone: { width: 390, height: 740 },
};

describe.runIf(browserAvailable())("a page that arrives in parts", () => {
  let stage: Stage;
  let line: SlowLine;
  let scene: Scene;
  beforeAll(async () => {
    stage = await openStage();
    line = await openSlowLine(stage.shop.url);
  });
  afterAll(async () => {
    await line.close();
    await stage.close();
  });
  afterEach(() => scene.customer.leave());

  for (const [screen, viewport] of Object.entries(SCREENS)) {
    it.each(["tr", "en"] as const)(
      `shifts no layout: the checkout on a ${screen}, %s`,
      async (language) => {
        scene = await enter(stage, language, { viewport });
        const session = await newSession(scene);
        expect(await moves(scene.page, `${line.url}/checkout?session=${session}`)).toEqual([]);
      },
    );

    it.each(["/panel", "/docs/operations/list-stored-cards"])(
      `shifts no layout: %s on a ${screen}`,
      async (path) => {
        scene = await enter(stage, "en", { viewport });
        expect(await moves(scene.page, line.url + path)).toEqual([]);
      },
    );
  }
});

/** The elements that moved after their first paint, while the parts arrived. */
async function moves(page: Page, address: string): Promise<readonly unknown[]> {
  await page.goto(address, { waitUntil: "networkidle" });
  return page.evaluate(async () => {
    const entries: unknown[] = [];
    const note = (list: PerformanceObserverEntryList): void =>
      void entries.push(...list.getEntries().map((entry) => entry.toJSON() as unknown));
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    return entries;
  });
}
