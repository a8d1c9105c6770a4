import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { expectAccessible, welcome, type Customer } from "./customer.ts";

/** One page of each type. */
const PAGES = [
  "",
  "/hizli-baslangic",
  "/sandbox",
  "/gecis-rehberi",
  "/webhooklar",
  "/client",
  "/interface",
  "/operations",
  "/operations/pay",
  "/operations/get-payment-status",
  "/errors",
  "/errors/refund_exceeds_amount",
  "/errors/no_such_code",
  "/search?q=refund",
  "/search?q=iade&lang=tr",
];

describe.runIf(browserAvailable())("the documentation in a browser", { timeout: 60_000 }, () => {
  let browser: Browser;
  let service: TestService;
  let customer: Customer;
  beforeAll(async () => {
    [browser, service] = await Promise.all([launchBrowser(), startTestService()]);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => customer.leave());

  it.each([
    ["320 px, light", { viewport: { width: 320, height: 568 }, colorScheme: "light" }],
    ["390 px, dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
    ["390 px, light", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
    ["1280 px, light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
    ["1280 px, dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
  ] as const)("is accessible and fits the width, %s", async (_, options) => {
    customer = await welcome(browser, { ...options });
    const { page } = customer;
    for (const path of PAGES) {
      await page.goto(`${service.url}/docs${path}`);
      // Opened, so that its links are judged as well.
      const above = page.locator(".parts-above summary");
      if (await above.isVisible()) await above.click();
      await expectAccessible(page);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow, path).toBe(0);
    }
    const missing = customer.complaints.filter((text) => !text.includes("404"));
    expect(missing).toEqual([]);
    expect(customer.requests.filter((address) => !address.startsWith(service.url))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });

  it("searches while the reader types, and is usable by keyboard alone", async () => {
    customer = await welcome(browser);
    const { page } = customer;
    await page.goto(`${service.url}/docs`);
    await page.getByRole("searchbox").fill("refund_exceeds_amount");
    await page.locator("#found a").first().waitFor();
    expect(await page.getByRole("status").innerText()).toMatch(/^\d+ found$/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/errors\/refund_exceeds_amount$/);
    await page.getByRole("searchbox").fill("refund");
    await page.locator("#found a").first().waitFor();
    await page.keyboard.press("Escape");
    expect(await page.locator("#found").isVisible()).toBe(false);
  });

  it("searches without scripts", async () => {
    customer = await welcome(browser, { javaScriptEnabled: false });
    const { page } = customer;
    await page.goto(`${service.url}/docs`);
    await page.getByRole("searchbox").fill("sahin void <script>");
    await page.getByRole("button", { name: "Search" }).click();
    expect(await page.locator("h1").innerText()).toBe("Search: sahin void <script>");
    await page.getByRole("searchbox").fill("not_voidable");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: "not_voidable", exact: true }).click();
    expect(await page.locator("h1").innerText()).toBe("not_voidable");
  });

  it("copies code", async () => {
    customer = await welcome(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = customer;
    await page.goto(`${service.url}/docs/quickstart`);
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`VEZNE=${service.url}`);
  });
});
