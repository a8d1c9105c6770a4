import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { APPROVED, decide, payAtBank, POOR, welcome } from "./customer.ts";

describe.runIf(browserAvailable())("the privacy of the checkout", () => {
  let browser: Browser;
  let shop: TestService;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startTestService()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  it("sends no request to other sites, stores nothing, and exposes no card number", async () => {
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

    const foreign = customer.requests.filter((url) => !/^(data:|http:\/\/127\.0\.0\.1:)/.test(url));
    expect(foreign).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    const { origins } = await context.storageState();
    expect(origins).toEqual([]);
    const databases = await page.evaluate(async () => (await indexedDB.databases()).length);
    expect(databases).toBe(0);
    expect(customer.complaints).toEqual([]);
    const form = await page.request.get(`${shop.url}/checkout?session=${await shop.api.session()}`);
    const policy = form.headers()["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe-");
    const traces = [...customer.requests, ...shop.logLines].join("\n").replaceAll(/[ +-]|%20/g, "");
    for (const number of [POOR, APPROVED]) expect(traces).not.toContain(number);
    await customer.leave();
  });

  it("forbids frames", async () => {
    const customer = await welcome(browser);
    const { page } = customer;
    const address = `${shop.url}/checkout?session=${await shop.api.session()}`;
    await page.setContent(`<iframe src="${address}"></iframe>`);
    const frame = page.frames().at(-1);
    await expect.poll(() => frame?.url()).toBe("chrome-error://chromewebdata/");
    await customer.leave();
  });
});
