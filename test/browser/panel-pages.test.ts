import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { browserAvailable } from "../support/browser.ts";
import { openOffice, PAGES, type Office } from "./panel-office.ts";
import { axeFindings } from "./soundness.ts";

describe.runIf(browserAvailable())("the panel's pages of an organisation", () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
  }, 60_000);
  afterAll(() => office.close());

  const overflow = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const root = document.documentElement;
      return root.scrollWidth - root.clientWidth;
    });

  it.each(["light", "dark"] as const)("are accessible and fit their window, %s", async (scheme) => {
    const page = await office.signIn({ colorScheme: scheme });
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(office.url(path));
      expect([name, await axeFindings(page)]).toEqual([name, []]);
      for (const width of [1_280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect([name, width, await overflow(page)]).toEqual([name, width, 0]);
      }
    }
    await page.context().close();
  });
});
