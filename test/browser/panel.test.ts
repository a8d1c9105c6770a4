// tier: night
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { codeOf, panelUsers, type PanelUser } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { expectAccessible, welcome } from "./customer.ts";

const APPROVED = "5528790000000008";
const MOST_BYTES = 60_000;

describe.runIf(browserAvailable())("the panel in a browser", () => {
  let browser: Browser;
  let shop: TestService;
  let owner: PanelUser;
  let home: string;
  let order: string;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startTestService()]);
    const { merchantId } = shop.merchant.merchant;
    home = `${shop.url}/panel/${merchantId}/test`;
    owner = await panelUsers(shop).create("owner", merchantId, "owner@example.com");
    const session = await shop.api.session({ customer: { name: "Ayşe", surname: "Yılmaz" } });
    order = String((await shop.api.pay(session, APPROVED)).body["order_id"]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  const signIn = async (page: Page): Promise<void> => {
    await page.goto(`${shop.url}/panel`);
    await page.locator("#email").fill(owner.user.email);
    await page.locator("#password").fill(owner.password);
    await page.locator("main button[type=submit]").click();
    await page.waitForURL(/\/panel\/(mer_|sign-in\/code)/);
  };

  it("refunds a payment in three actions, and requires a code for live mode", async () => {
    const customer = await welcome(browser, { viewport: { width: 1280, height: 900 } });
    const { page } = customer;
    await signIn(page);
    await page.getByRole("link", { name: "Switch to live" }).click();
    await page.waitForURL(/second-factor\?needed=live/);
    const secret = (await page.locator("#secret").innerText()).replaceAll(" ", "");
    await page.locator("#code").fill(codeOf(shop, secret));
    await page.locator("#password").fill(owner.password);
    await page.getByRole("button", { name: "Turn on" }).click();
    expect(await page.locator(".codes li").count()).toBe(10);
    await page.getByRole("link", { name: "I have them, go on" }).click();
    await page.getByText("Live mode: real money.").waitFor();
    await page.locator("details.person > summary").click();
    await page.getByRole("button", { name: "Sign out" }).click();

    shop.clock.move(60_000);
    await signIn(page);
    await page.locator("#code").fill(codeOf(shop, secret));
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("navigation", { name: "Sections" }).getByText("Payments").click();
    await page.locator("table.payments tbody tr").first().click();
    await page.getByText(order, { exact: true }).first().waitFor();
    // The three actions: open the refund form, submit the whole amount, confirm.
    await page.getByRole("link", { name: "Refund", exact: true }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Ayşe Yılmaz will get").waitFor();
    // Two simultaneous submissions are one refund.
    await page.getByRole("button", { name: /^Refund / }).dblclick();
    await page.getByText("was refunded.").waitFor();
    expect(await page.locator(".headline .badge").innerText()).toBe("Refunded");
    expect(customer.complaints).toEqual([]);
    expect(customer.requests.every((url) => url.startsWith(shop.url))).toBe(true);
    await customer.leave();
  });

  it("sends no card number that is typed into the search", async () => {
    const customer = await welcome(browser, { viewport: { width: 1280, height: 900 } });
    const { page } = customer;
    const users = panelUsers(shop);
    owner = await users.create("owner", shop.merchant.merchant.merchantId, "other@example.com");
    await signIn(page);
    const before = customer.requests.length;
    await page.locator(".find input[type=search]").fill("5528 7900 0000 0008");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".find input[type=search]").inputValue()).toBe("");
    expect(customer.requests.length).toBe(before);
    await customer.leave();
  });

  it("has a small first load", async () => {
    const customer = await welcome(browser, { viewport: { width: 1280, height: 900 } });
    const { page } = customer;
    await signIn(page);
    const devtools = await customer.context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
    let bytes = 0;
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(home, { waitUntil: "networkidle" });
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThan(MOST_BYTES);
    await customer.leave();
  });

  const looks = [
    ["a desktop screen", "light", 1280, "en"],
    ["a small phone in the dark", "dark", 320, "tr"],
    ...(isWholeRun
      ? ([
          ["a dark desktop screen", "dark", 1280, "tr"],
          ["a small phone", "light", 320, "en"],
        ] as const)
      : []),
  ] as const;

  it.each(looks)("is accessible on %s", async (_, colorScheme, width, language) => {
    const size = { width, height: 800 };
    const customer = await welcome(browser, { viewport: size, colorScheme });
    const { page } = customer;
    await page.goto(`${shop.url}/panel/sign-in?lang=${language}`);
    await expectAccessible(page);
    await signIn(page);
    await panelUsers(shop).deps.users.change(owner.user.userId, { language });
    const { merchantId } = shop.merchant.merchant;
    const paths = [
      "",
      "/payments",
      "/payments?status=failed",
      `/payments/${order}`,
      "/payments/export",
      "/approvals",
      "/nothing",
    ].map((path) => `/panel/${merchantId}/test${path}`);
    for (const path of [...paths, "/panel/account", "/panel/account/second-factor"]) {
      await page.goto(shop.url + path);
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([path, overflow]).toEqual([path, 0]);
      await expectAccessible(page);
    }
    await customer.leave();
  });
});
