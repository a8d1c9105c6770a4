// tier: night
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { expectAccessible } from "./customer.ts";
import { openVisits } from "./visits.ts";

const LANGUAGES = ["curl", "Node client", "Node fetch", "PHP", "Python", "C#"];

/** The code that the first tabs of a page show. */
function shownCode(page: Page) {
  return page.locator(".tabs").first().locator(".tab:visible code");
}

/** Presses a label of the first tabs; the radio button itself is not to be seen. */
async function choose(page: Page, language: string): Promise<void> {
  await page.locator(".tabs").first().getByText(language, { exact: true }).click();
}

describe.runIf(browserAvailable())("the samples of the documentation", () => {
  const visits = openVisits();

  it("are tabs, of which the chosen language is shown everywhere and on the next page", async () => {
    const customer = await visits.enter();
    const { page } = customer;
    await page.goto(`${visits.service.url}/docs/quickstart`);
    const labels = page.locator(".tabs").first().locator("label");
    expect(await labels.allInnerTexts()).toEqual(LANGUAGES);
    expect(await shownCode(page).innerText()).toContain("VEZNE_KEY=");
    await choose(page, "Python");
    expect(await shownCode(page).innerText()).toContain("from urllib.request import");
    const checked = page.locator(".tabs > input:checked");
    const values = await checked.evaluateAll((all) =>
      all.map((one) => one.getAttribute("value") ?? ""),
    );
    expect(new Set(values)).toEqual(new Set(["Python"]));
    await page.goto(`${visits.service.url}/docs/operations/refund-payment`);
    expect(await shownCode(page).innerText()).toContain("json.dumps(");
    await page.goto(`${visits.service.url}/docs/operations/list-events`);
    expect(await page.locator(".tabs > input").count()).toBe(LANGUAGES.length - 1);
  });

  it("are tabs without scripts, and by the keyboard", async () => {
    const customer = await visits.enter({ javaScriptEnabled: false });
    const { page } = customer;
    await page.goto(`${visits.service.url}/docs/hizli-baslangic`);
    await choose(page, "PHP");
    expect(await shownCode(page).innerText()).toContain("curl_init(");
    await page.locator(".tabs > input:checked").first().focus();
    await page.keyboard.press("ArrowRight");
    expect(await shownCode(page).innerText()).toContain("urllib");
    expect(await page.getByRole("button", { name: "Kopyala" }).count()).toBe(0);
    expect(await page.locator(".own-key").isVisible()).toBe(false);
  });

  it("copy the code of the tab, with the reader's key", async () => {
    const customer = await visits.enter({ permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = customer;
    await page.goto(`${visits.service.url}/docs/hizli-baslangic#key=vz_test_handedover`);
    expect(new URL(page.url()).hash).toBe("");
    await choose(page, "C#");
    await page.locator(".tab:visible .copy").first().click();
    await page.getByRole("button", { name: "Kopyalandı" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('var key = "vz_test_handedover";');
    await page.getByLabel("Test anahtarınız").fill("vz_test_another");
    await page.getByRole("button", { name: "Örneklerde kullan" }).click();
    expect(await shownCode(page).innerText()).toContain("vz_test_another");
    await page.getByLabel("Test anahtarınız").fill("vz_live_secret");
    await page.getByRole("button", { name: "Örneklerde kullan" }).click();
    expect(await shownCode(page).innerText()).toContain("vz_test_another");
  });

  it("can be tried: a session, a payment of it, and its refund", async () => {
    const customer = await visits.enter();
    const { page } = customer;
    const answer = page.locator(".try-answer");
    const send = async (): Promise<string> => {
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText(/^HTTP \d+$/).waitFor();
      return answer.innerText();
    };
    await page.goto(`${visits.service.url}/docs/operations/create-checkout-session`);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Enter your test key").waitFor();
    await page.getByLabel("Your test key").fill(visits.service.merchant.testApiKey);
    await page.keyboard.press("Enter");
    expect(await send()).toContain('"session_id": "ses_');
    await page.goto(`${visits.service.url}/docs/operations/pay`);
    expect(await send()).toContain('"status": "completed"');
    await page.goto(`${visits.service.url}/docs/operations/get-payment-status`);
    expect(await send()).toContain('"status": "completed"');
    await page.goto(`${visits.service.url}/docs/operations/refund-payment`);
    expect(await send()).toMatch(/"status": "(?:partially_)?refunded"/);
    await expectAccessible(page);
    await page.goto(`${visits.service.url}/docs/operations/list-wallets`);
    await page.getByRole("button", { name: "Create a session for it" }).click();
    await page.getByText("HTTP 200").waitFor();
    expect(await send()).toContain('"wallet_id": "paycell"');
    expect(customer.complaints).toEqual([]);
  });

  it("refuse a live key in the body", async () => {
    const customer = await visits.enter();
    const { page } = customer;
    await page.goto(
      `${visits.service.url}/docs/operations/create-checkout-session#key=vz_test_mine`,
    );
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const body = page.getByRole("textbox", { name: "Body" });
    await body.fill('{"merchant_api_key": "vz_live_secret", "amount": 100}');
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("This form sends test keys only.").waitFor();
    expect(asked).toEqual([]);
  });

  it("lead to the same page in the other language, and to the parts of the page", async () => {
    const customer = await visits.enter({ viewport: { width: 1280, height: 900 } });
    const { page } = customer;
    await page.goto(`${visits.service.url}/docs/after-payment`);
    await page.getByRole("link", { name: "Türkçe" }).click();
    await page.waitForURL(/\/docs\/odemeden-sonra$/);
    const parts = page.getByRole("navigation", { name: "Bu sayfada" });
    await parts.getByRole("link", { name: "Havaleler" }).click();
    await page.waitForURL(/#havaleler$/);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const before = await parts.boundingBox();
    await page.evaluate(() => window.scrollBy(0, -200));
    expect((await parts.boundingBox())?.y).toBe(before?.y);
    await page.getByRole("link", { name: "English" }).click();
    await page.waitForURL(/\/docs\/after-payment$/);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator(".parts-above summary").click();
    await page.getByRole("link", { name: "Bank transfers" }).first().click();
    await page.waitForURL(/#bank-transfers$/);
  });
});
