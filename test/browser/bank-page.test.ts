import { later, MINUTE } from "../../src/kernel/clock.ts";
import { createServer } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newAttemptId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import {
  random,
  type SandboxBank,
  sandboxCard,
  startSandboxBank,
} from "../support/sandbox-bank.ts";
import { beginChallenge, formOf } from "../support/acquirer-calls.ts";
import { listenLocally } from "../support/local-server.ts";

describe.runIf(browserAvailable())("the 3-D Secure page in a browser", () => {
  let browser: Browser;
  let bank: SandboxBank;
  let shop: Shop;
  beforeAll(async () => {
    [browser, bank, shop] = await Promise.all([launchBrowser(), startSandboxBank(), openShop()]);
  });
  afterAll(async () => {
    await browser.close();
    await bank.close();
    shop.close();
  });

  async function begin(language: "tr" | "en"): Promise<string> {
    const source = { now: bank.clock.now(), random };
    const attemptId = newAttemptId(bank.merchantId, source);
    const challenge = await beginChallenge(bank.acquirer, {
      merchantId: bank.merchantId,
      attemptId,
      reference: attemptId,
      orderId: newOrderId(bank.merchantId, source),
      kind: "sale",
      amount: money(123_456_789n, "TRY"),
      installmentCount: 1,
      card: sandboxCard("5528790000000008"),
      returnUrl: shop.returnUrl,
      merchantName: "Çiçekçilik Sanayi ve Ticaret Limited Şirketi",
      language,
      expiresAt: later(bank.clock.now(), 20 * MINUTE),
    });
    if (challenge.kind !== "challenge") throw new Error(`It was ${challenge.kind}.`);
    return formOf(challenge).action;
  }

  async function withPage(
    options: Parameters<Browser["newContext"]>[0],
    work: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext(options);
    try {
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      await work(page);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  }

  async function type(page: Page, code: string): Promise<void> {
    await page.getByLabel(/kod|code/i).click();
    await page.keyboard.insertText(code);
  }

  it("takes a typed code at once, and calls the test by one name", async () => {
    await withPage({ locale: "tr-TR" }, async (page) => {
      await page.goto(await begin("tr"));
      await page.locator("#otp:focus").waitFor();
      const text = await page.locator("body").innerText();
      expect(text).toContain("Test Bankası");
      expect(text).toMatch(/Test kodunuz: \d+/);
      expect(text).toMatch(/ \d\d:\d\d$/m);
      expect(text).toMatch(/^Simülasyon: burası gerçek bir banka değil/);
      expect(text).not.toMatch(/deneme|sandbox/i);
      await page.keyboard.type(await page.locator(".code").innerText());
      await page.keyboard.press("Enter");
      await page.waitForURL(`${shop.thanks}*`);
    });
  });

  it("accepts a pasted code in a frame of 250 × 400 without JavaScript", async () => {
    const action = await begin("tr");
    const frame = { viewport: { width: 250, height: 400 }, javaScriptEnabled: false };
    await withPage(frame, async (page) => {
      await page.goto(action);
      const width = await page.locator("main").boundingBox();
      expect(width?.width).toBeLessThanOrEqual(250);
      for (const button of await page.getByRole("button").all()) {
        const box = await button.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(48);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(250);
      }
      await type(page, ` ${await page.locator(".code").innerText()} `);
      await page.getByRole("button", { name: "Onayla" }).click();
      await page.waitForURL(`${shop.thanks}*`);
      expect(new URL(page.url()).searchParams.get("md_status")).toBe("1");
    });
  });

  it("sends the same return after a double click and a reload", async () => {
    const action = await begin("tr");
    await withPage({}, async (page) => {
      shop.returns.length = 0;
      await page.goto(action);
      await type(page, await page.locator(".code").innerText());
      await page.getByRole("button", { name: "Onayla" }).dblclick();
      // The second click may end the way of the first one, which a wait for it takes for an error.
      await expect.poll(() => page.url()).toContain(shop.thanks);
      await page.waitForLoadState();
      await page.goto(action);
      await page.waitForURL(`${shop.thanks}*`);
      expect(shop.returns.length).toBeGreaterThan(1);
      expect(new Set(shop.returns).size).toBe(1);
    });
  });

  it("accepts the Enter key", async () => {
    const action = await begin("en");
    await withPage({}, async (page) => {
      await page.goto(action);
      await type(page, await page.locator(".code").innerText());
      await page.keyboard.press("Enter");
      await page.waitForURL(`${shop.thanks}*`);
      expect(new URL(page.url()).searchParams.get("result")).toBe("approve");
    });
  });

  it("puts the focus on the field of a wrong code, with a description", async () => {
    const action = await begin("en");
    await withPage({}, async (page) => {
      await page.goto(action);
      await type(page, "wrong");
      await page.getByRole("button", { name: "Approve" }).click();
      await page.getByRole("alert").waitFor();
      expect(await page.title()).toMatch(/^Error: /);
      await page.locator("#otp:focus").waitFor();
      const problem = page.getByRole("textbox", { description: /not right. 2 attempts left/ });
      expect(await problem.count()).toBe(1);
    });
  });
});

type Shop = {
  readonly thanks: string;
  readonly returnUrl: string;
  readonly returns: string[];
  close(): void;
};

/** The service's callback address, which redirects to the merchant's page on another origin. */
async function openShop(): Promise<Shop> {
  const returns: string[] = [];
  const merchant = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end('<html lang="en"><title>Thanks</title><link rel="icon" href="data:,">');
  });
  const thanks = `http://127.0.0.1:${await listenLocally(merchant)}/thanks`;
  const service = createServer(({ url = "" }, response) => {
    returns.push(url);
    response.writeHead(303, { location: url.replace("/return", thanks) }).end();
  });
  const returnUrl = `http://127.0.0.1:${await listenLocally(service)}/return`;
  const close = () => [merchant, service].forEach((server) => server.close());
  return { thanks, returnUrl, returns, close };
}
