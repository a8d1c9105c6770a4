import { describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { expectAccessible } from "./customer.ts";
import { openVisits } from "./visits.ts";

describe.runIf(browserAvailable())("the entrance in a browser", () => {
  const visits = openVisits();

  it.each([
    ["320 px, light", { viewport: { width: 320, height: 568 }, colorScheme: "light" }],
    ["1280 px, dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
  ] as const)("is accessible and fits the width, %s", async (_, options) => {
    const customer = await visits.enter({ ...options, locale: "en-GB" });
    const { page } = customer;
    for (const path of ["/", "/nowhere"]) {
      await page.goto(visits.service.url + path);
      await expectAccessible(page);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow, path).toBe(0);
    }
    expect(customer.complaints.filter((text) => !text.includes("404"))).toEqual([]);
  });

  it("leads from a wrong address through the language to the demo shop", async () => {
    const customer = await visits.enter({ locale: "en-GB" });
    const { page } = customer;
    await page.goto(`${visits.service.url}/nowhere`);
    await page.getByRole("link", { name: "Türkçe" }).click();
    await page.getByRole("heading", { name: "Böyle bir sayfa yok" }).waitFor();
    await page.getByRole("link", { name: "Örnek mağaza" }).click();
    await page.waitForURL(`${visits.service.url}/demo?lang=tr`);
  });
});
