import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { APPROVED, decide, expectAccessible, POOR, welcome, type Customer } from "./customer.ts";
import { HOSTILE } from "./hostile-texts.ts";
import { openStage, type Stage } from "./scene.ts";
import {
  callsOf,
  decideInFrame,
  initCall,
  payFrame,
  payInFrame,
  sitePage,
  siteSession,
} from "./widget-shop.ts";

describe.runIf(browserAvailable())("the widget and the page around it", () => {
  let stage: Stage;
  let browser: Stage["browser"];
  let service: Stage["shop"];
  let site: Stage["site"];
  let customer: Customer;
  beforeAll(async () => {
    stage = await openStage();
    ({ browser, shop: service, site } = stage);
  });
  afterAll(() => stage.close());
  afterEach(() => customer.leave());

  it("need one origin in a strict content security policy, 3-D Secure included", async () => {
    const session = await siteSession({ service, site });
    const manifest: unknown = await (await fetch(`${service.url}/widget/manifest.json`)).json();
    const { src, integrity } = manifest as { src: string; integrity: string };
    site.show({
      headers: {
        "content-security-policy":
          `default-src 'none'; script-src ${service.url} 'self'; frame-src ${service.url}; ` +
          "style-src 'none'; report-uri /report",
      },
      html:
        `<!doctype html><div id="pay"></div>` +
        `<script src="${src}" integrity="${integrity}" crossorigin></script>` +
        `<script src="/app.js"></script>`,
      script: `var calls = []; ${initCall(session)};`,
    });
    customer = await welcome(browser);
    const { page } = customer;
    await page.goto(site.url);
    const frame = payFrame(page);
    await payInFrame(frame, APPROVED);
    await decideInFrame(frame);
    await callsOf(page, 1);
    await frame.locator(".panel.good").waitFor();
    expect(site.reports).toEqual([]);
    expect(customer.complaints).toEqual([]);
    const script = await fetch(src);
    const bytes = Buffer.from(await script.arrayBuffer());
    expect(integrity).toBe(`sha384-${createHash("sha384").update(bytes).digest("base64")}`);
    expect(script.headers.get("cache-control")).toContain("immutable");
  });

  it("run no script from hostile texts, neither in the page nor in the frame", async () => {
    customer = await welcome(browser);
    const { page } = customer;
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      dialog.dismiss().catch(() => undefined);
    });
    for (let first = 0; first < HOSTILE.length; first += 40) {
      const texts = HOSTILE.slice(first, first + 40);
      const session = await hostileSession(texts);
      await page.goto(`${service.url}/checkout?session=${session}`);
      await page.locator("details.basket summary").click();
      for (const text of texts) expect(await page.locator("main").textContent()).toContain(text);
      site.show(sitePage(service, initCall(session)));
      await page.goto(site.url);
      await payFrame(page).locator("#card_number").waitFor();
    }
    const last = await hostileSession(HOSTILE.slice(0, 20));
    site.show(sitePage(service, initCall(last)));
    await page.goto(site.url);
    await payInFrame(payFrame(page), POOR);
    await decideInFrame(payFrame(page));
    await callsOf(page, 1);
    expect(dialogs).toEqual([]);
    expect(policyComplaints()).toEqual([]);
  });

  it("store nothing in the browser, and work where frames get no cookies", async () => {
    const session = await siteSession({ service, site });
    site.show(sitePage(service, initCall(session)));
    customer = await welcome(browser);
    const { page, context } = customer;
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Emulation.setDocumentCookieDisabled", { disabled: true });
    await page.goto(site.url);
    const frame = payFrame(page);
    await payInFrame(frame, APPROVED);
    await decideInFrame(frame);
    await callsOf(page, 1);
    expect(await context.cookies()).toEqual([]);
    expect((await context.storageState()).origins).toEqual([]);
    const hosts = new Set(
      customer.requests.filter((url) => !url.startsWith("data:")).map((url) => new URL(url).origin),
    );
    expect([...hosts].toSorted()).toEqual([service.url, site.url].toSorted());
    const traces = [...customer.requests, ...service.logLines, await page.content()].join("\n");
    expect(traces.replaceAll(/[ +-]|%20/g, "")).not.toContain(APPROVED);
  });

  it("agree on the height of the frame at every width", async () => {
    const session = await siteSession({ service, site });
    site.show(sitePage(service, initCall(session)));
    customer = await welcome(browser);
    const { page } = customer;
    for (const [width, colorScheme] of [
      [320, "light"],
      [1280, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(site.url);
      await expectFit(page);
      await payFrame(page).locator("#pay").click();
      await payFrame(page).locator("#errors").waitFor();
      await expectFit(page);
      await payFrame(page).locator("details.sandbox summary").click();
      await expectFit(page);
      const [, frame] = page.frames();
      if (frame === undefined) throw new Error("no frame");
      await expectAccessible(frame);
    }
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await expectFit(page);
  });

  it("can be used by keyboard alone", async () => {
    const session = await siteSession({ service, site });
    site.show(sitePage(service, initCall(session)));
    customer = await welcome(browser);
    const { page } = customer;
    await page.goto(site.url);
    const frame = payFrame(page);
    await frame.locator("#card_number").focus();
    for (const text of [APPROVED, "1230", "123", "Ada"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await frame.locator("#card_holder_name").press("Enter");
    await frame.frameLocator("#bank-frame").locator("input[name=otp]").waitFor();
    const wholePage = frame.locator("#whole-page");
    expect(await wholePage.getAttribute("target")).toBe("_blank");
    await decideInFrame(frame);
    expect(await callsOf(page, 1)).toMatchObject([{ name: "onSuccess" }]);
  });

  it("let the customer open the bank in a window of its own, and follow the result", async () => {
    const session = await siteSession({ service, site });
    site.show(sitePage(service, initCall(session)));
    customer = await welcome(browser);
    const { page, context } = customer;
    await page.goto(site.url);
    await payInFrame(payFrame(page), APPROVED);
    const opened = context.waitForEvent("page");
    await payFrame(page).locator("#whole-page").click();
    const bank = await opened;
    // Our hand-off page comes first.
    await bank.waitForURL(/\/bank\/3ds\//);
    await decide(bank);
    await bank.waitForURL(/\/checkout\/returned\?/);
    expect(await callsOf(page, 1)).toMatchObject([{ name: "onSuccess" }]);
    await bank.getByRole("link", { name: "Ödemenin sonucunu göster" }).click();
    await bank.locator(".panel.good").waitFor();
  });

  async function hostileSession(texts: readonly string[]): Promise<string> {
    const [name = "", surname = "", email = ""] = texts;
    const merchant = await service.createMerchant(name);
    return siteSession(
      { service, site },
      {
        merchant_api_key: merchant.testApiKey,
        customer: { name, surname, email: `"${email.length}"@example.com` },
        basket_items: texts.map((text, id) => ({ id: String(id), name: text, brand_name: text })),
        metadata: Object.fromEntries(texts.map((text, index) => [`k${index}`, text])),
      },
    );
  }

  const policyComplaints = () =>
    customer.complaints.filter((text) => /Content Security Policy|TrustedScript/.test(text));
});

/** The frame has no scroll bar, and no gap below its content. */
async function expectFit(page: Page): Promise<void> {
  const body = payFrame(page).locator("body");
  await body.waitFor();
  await expect
    .poll(async () => {
      const frame = await page.locator("#pay iframe").boundingBox();
      const height = await body.evaluate((element) => element.getBoundingClientRect().height);
      return Math.abs((frame?.height ?? 0) - height);
    })
    .toBeLessThanOrEqual(4);
  const overflow = await body.evaluate(({ ownerDocument: { documentElement } }) => [
    documentElement.scrollHeight - documentElement.clientHeight,
    documentElement.scrollWidth - documentElement.clientWidth,
  ]);
  expect(overflow).toEqual([0, 0]);
}
