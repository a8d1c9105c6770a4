import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import {
  CLIENT,
  startIdentityProvider,
  type IdentityProviderDouble,
} from "../support/identity-provider.ts";
import { panelUsers } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { axeFindings } from "./soundness.ts";

describe.runIf(browserAvailable())("sign-in at an identity provider", () => {
  let browser: Browser;
  let provider: IdentityProviderDouble;
  let shop: TestService;
  beforeAll(async () => {
    // `localhost` is another site than 127.0.0.1, as a real provider is.
    provider = await startIdentityProvider(() => shop.clock.now(), "localhost");
    const environment = {
      VEZNE_OIDC_ISSUER: provider.issuer,
      VEZNE_OIDC_CLIENT_ID: CLIENT.id,
      VEZNE_OIDC_CLIENT_SECRET: CLIENT.secret,
    };
    [browser, shop] = await Promise.all([launchBrowser(), startTestService({ environment })]);
    const people = panelUsers(shop);
    const { merchantId } = shop.merchant.merchant;
    await people.create("read-only", merchantId, "ayse@example.com");
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
    await provider.close();
  });

  it("leads to the page that was asked for, and out again, without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
    const page = await context.newPage();
    const { merchantId } = shop.merchant.merchant;
    await page.goto(`${shop.url}/panel/${merchantId}/test/payments`);
    await page.getByRole("link", { name: "Sign in with your company account" }).click();
    expect(new URL(page.url()).host).toBe(new URL(provider.issuer).host);
    await page.getByRole("link", { name: "Continue as Ayşe" }).click();
    await page.waitForURL(`${shop.url}/panel/${merchantId}/test/payments`);
    const cookies = await context.cookies(shop.url);
    expect(cookies.find(({ name }) => name === "vezne_panel")?.sameSite).toBe("Strict");
    await page.locator("details.person > summary").click();
    await page.locator('form[action$="/sign-out"] button').click();
    await page.waitForURL(/sign-in\?out=yes/);
    await page.goto(`${shop.url}/panel/${merchantId}/test/payments`);
    expect(page.url()).toContain("/panel/sign-in");
    await context.close();
  });

  it("has an accessible page for a refused person", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${shop.url}/panel/sign-in/identity/return?code=x&state=y`);
    expect(await page.locator("[role=alert], .flash").first().textContent()).toContain("tarayıcı");
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  });
});
