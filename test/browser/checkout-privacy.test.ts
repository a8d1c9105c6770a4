import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { APPROVED, decide, payAtBank, POOR, welcome } from "./customer.ts";

const KILOBYTE = 1_024;

describe.runIf(browserAvailable())(
  "what the checkout sends, keeps and weighs",
  { timeout: 60_000 },
  () => {
    let browser: Browser;
    let shop: TestService;
    beforeAll(async () => {
      [browser, shop] = await Promise.all([launchBrowser(), startTestService()]);
    });
    afterAll(async () => {
      await browser.close();
      await shop.close();
    });

    it("asks nobody else, keeps nothing, and shows the card number to no one", async () => {
      const customer = await welcome(browser);
      const { page, context } = customer;
      const session = await shop.api.session({
        success_url: `${shop.url}/demo/return/success`,
        fail_url: `${shop.url}/demo/return/fail`,
      });
      await page.goto(`${shop.url}/checkout?session=${session}`);
      await payAtBank(customer, POOR);
      await decide(page);
      await page.locator("#notice").waitFor();
      await payAtBank(customer, APPROVED);
      await decide(page);
      await page.getByRole("link", { name: /^Mağazaya dön/ }).click();
      await page.waitForURL(/\/demo\/return\/success/);

      const foreign = customer.requests.filter(
        (url) => !/^(data:|http:\/\/127\.0\.0\.1:)/.test(url),
      );
      expect(foreign).toEqual([]);
      expect(await context.cookies()).toEqual([]);
      const { origins } = await context.storageState();
      expect(origins).toEqual([]);
      const databases = await page.evaluate(async () => (await indexedDB.databases()).length);
      expect(databases).toBe(0);
      expect(customer.complaints).toEqual([]);
      const traces = [...customer.requests, ...shop.logLines]
        .join("\n")
        .replaceAll(/[ +-]|%20/g, "");
      for (const number of [POOR, APPROVED]) expect(traces).not.toContain(number);
      await customer.leave();
    });

    it("is at most 20 KB in 4 requests, of which 8 KB are script", async () => {
      const customer = await welcome(browser);
      const { page, context } = customer;
      const client = await context.newCDPSession(page);
      await client.send("Network.enable");
      const sizes = new Map<string, { url: string; bytes: number }>();
      client.on("Network.responseReceived", ({ requestId, response }) => {
        if (!response.url.startsWith("data:"))
          sizes.set(requestId, { url: response.url, bytes: 0 });
      });
      client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        const known = sizes.get(requestId);
        if (known !== undefined) known.bytes = encodedDataLength;
      });
      await page.goto(`${shop.url}/checkout?session=${await shop.api.session()}`);
      await page.waitForLoadState("networkidle");
      const all = [...sizes.values()];
      const sum = (items: typeof all): number =>
        items.reduce((total, { bytes }) => total + bytes, 0);
      expect(all.length).toBeLessThanOrEqual(4);
      expect(sum(all)).toBeGreaterThan(KILOBYTE);
      expect(sum(all)).toBeLessThanOrEqual(20 * KILOBYTE);
      expect(sum(all.filter(({ url }) => url.endsWith(".js")))).toBeLessThanOrEqual(8 * KILOBYTE);
      await customer.leave();
    });

    it("lets nobody frame it", async () => {
      const customer = await welcome(browser);
      const { page } = customer;
      const address = `${shop.url}/checkout?session=${await shop.api.session()}`;
      await page.setContent(`<iframe src="${address}"></iframe>`);
      const frame = page.frames().at(-1);
      await expect.poll(() => frame?.url()).toBe("chrome-error://chromewebdata/");
      await customer.leave();
    });
  },
);
