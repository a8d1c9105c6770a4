// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { openOffice, type Office } from "./panel-office.ts";

describe.runIf(browserAvailable())("the printed page of a payment", () => {
  let office: Office;
  beforeAll(async () => void (office = await openOffice()), 120_000);
  afterAll(() => office.close());

  it("is one A4 page with the facts and the mark of test mode, without navigation", async () => {
    const page = await office.signIn();
    await page.goto(office.url("payments?status=completed"));
    const href = await page
      .locator('.payments a[href*="/payments/ORD-"]')
      .first()
      .getAttribute("href");
    await page.goto(new URL(href ?? "", page.url()).href);
    await page.emulateMedia({ media: "print" });
    for (const hidden of [".top", ".side", ".crumbs", ".tools", ".foot", "main form", ".switch"]) {
      expect([hidden, await page.locator(hidden).first().isVisible()]).toEqual([hidden, false]);
    }
    for (const shown of [".headline", ".on-paper", ".timeline", "aside.mode.test"]) {
      expect([shown, await page.locator(shown).isVisible()]).toEqual([shown, true]);
    }
    const mark = await page
      .locator("aside.mode.test")
      .evaluate((mode) => getComputedStyle(mode, "::before").content);
    expect(mark).toBe('"TEST"');
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[45]\.\d+ 84[12]\.\d+\]/);

    await page.context().close();
  });
});
