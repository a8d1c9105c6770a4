// tier: core
import { describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";

describe.runIf(browserAvailable())("the test browser", () => {
  it("lays out Turkish text, with web security enabled", async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.setContent(
        "<h1>Ödeme: 1.234,56 ₺ ğüşiöçİ</h1><iframe srcdoc='x' sandbox></iframe>",
      );
      const width = await page.locator("h1").evaluate((heading) => heading.scrollWidth);
      const isFrameClosed = await page.evaluate(
        () => document.querySelector("iframe")?.contentDocument === null,
      );
      expect(width).toBeGreaterThan(0);
      expect(isFrameClosed).toBe(true);
    } finally {
      await browser.close();
    }
  });
});
