import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { submit, readPage } from "../support/bank-customer.ts";
import { HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import {
  APPROVED,
  decide,
  LOST,
  payAtBank,
  payButton,
  typeCard,
  welcome,
  type Customer,
} from "./customer.ts";

const LONG_BASKET = Array.from({ length: 30 }, (_, count) => ({
  name: `Çekirdek kahve ${count}`,
  qty: 1,
  unit_price: 1_000,
}));

declare global {
  interface Window {
    /** Announced texts, with the milliseconds that were left. */
    heard: (readonly [text: string, left: number])[];
    /** The time at which the page began to count. */
    began: number;
  }
}

describe.runIf(browserAvailable())("the checkout in a browser", () => {
  let browser: Browser;
  let shop: TestService;
  let customer: Customer;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startTestService()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });
  afterEach(() => customer.leave());

  const newSession = (fields = {}) =>
    shop.api.session({
      success_url: `${shop.url}/demo/return/success`,
      fail_url: `${shop.url}/demo/return/fail`,
      ...fields,
    });
  const openForm = async (options = {}, fields = {}): Promise<Page> => {
    customer = await welcome(browser, options);
    const session = await newSession(fields);
    await customer.page.goto(`${shop.url}/checkout?session=${session}`);
    return customer.page;
  };

  it("shows the pay button without scrolling on every screen", async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 320, height: 568 },
    ]) {
      const page = await openForm({ viewport }, { basket_items: LONG_BASKET });
      const box = await payButton(page).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(48);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    }
  });

  it("groups the typed number, keeps the caret, and names the brand", async () => {
    const page = await openForm();
    const number = page.getByLabel("Kart numarası");
    await number.pressSequentially("979203");
    expect(await number.inputValue()).toBe("9792 03");
    expect(await page.locator("[data-chosen]").getAttribute("data-brand")).toBe("troy");
    expect(await page.getByRole("status").innerText()).toBe("Kart: Troy");
    await number.pressSequentially("00");
    await number.press("Home");
    for (const _ of "12345") await number.press("ArrowRight");
    await number.press("Backspace");
    expect(await number.inputValue()).toBe("9790 300");
    await number.pressSequentially("2");
    expect(await number.inputValue()).toBe("9792 0300");
    expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(4);
    await number.fill("374427000000003");
    expect(await number.inputValue()).toBe("3744 270000 00003");
    await number.blur();
    expect(await number.getAttribute("aria-invalid")).toBeNull();
    await number.fill("5528-7900-0000-0009");
    expect(await number.getAttribute("aria-invalid")).toBeNull();
    await number.blur();
    expect(await number.getAttribute("aria-invalid")).toBe("true");
    await number.fill("5528-7900-0000-0008");
    expect(await number.getAttribute("aria-invalid")).toBeNull();
  });

  it("waits for a lost answer, and shows it when it comes", async () => {
    const page = await openForm({}, { language: "en" });
    await payAtBank(customer, LOST);
    await decide(page);
    await page.getByText("Do not pay again; the result will appear here.").waitFor();
    shop.clock.move(10_000);
    await page.getByText("Payment received").waitFor();
    await page.getByRole("button", { name: "Stay on this page" }).click();
    expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(true);
    expect(await page.getByText("You will go back").count()).toBe(0);
  });

  it("counts down the last minutes, announces them, and then offers one way out", async () => {
    customer = await welcome(browser);
    const { page } = customer;
    // The time of the page passes in `runFor` only, however long the test takes.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        window.began = performance.now();
      });
    });
    await page.goto(`${shop.url}/checkout?session=${await newSession()}`);
    await typeCard(page, APPROVED);
    await page.evaluate(() => {
      const status = document.querySelector("#status");
      const end = window.began + 3_600_000;
      new MutationObserver(() => {
        window.heard.push([status?.textContent ?? "", end - performance.now()]);
      }).observe(status as Node, { childList: true });
      window.heard = [];
    });
    expect(await page.locator(".countdown").isVisible()).toBe(false);
    for (const minutes of [50, 5, 3, 1]) await page.clock.runFor(minutes * 60_000);
    const heard = await page.evaluate(() => window.heard);
    const said = heard.filter(([text]) => text.includes("kaldı"));
    expect(said.map(([text]) => text)).toEqual([
      "Ödeme için 10 dakika kaldı.",
      "Ödeme için 5 dakika kaldı.",
      "Ödeme için 2 dakika kaldı.",
      "Ödeme için 1 dakika kaldı.",
    ]);
    for (const [index, minutes] of [10, 5, 2, 1].entries()) {
      const left = said[index]?.[1] ?? 0;
      expect(Math.abs(left - minutes * 60_000)).toBeLessThanOrEqual(1_000);
    }
    expect(await page.locator(".countdown").innerText()).toBe("1:00 kaldı");
    await page.clock.runFor(60_000);
    const alert = page.getByRole("alert").filter({ hasText: "Ödeme süresi doldu" });
    await alert.getByRole("button", { name: /^Mağazaya dön/ }).waitFor();
    expect(await page.locator("#pay").getAttribute("aria-disabled")).toBe("true");
    expect(await page.locator("#card_holder_name").inputValue()).toBe("Ayşe Yılmaz");
  });

  it("completes when the bank's answer comes after the time has run out", async () => {
    const page = await openForm();
    shop.clock.move(HOUR - MINUTE);
    await payAtBank(customer, APPROVED);
    shop.clock.move(15 * MINUTE);
    await decide(page);
    await page.locator(".panel.good").waitFor();
  });

  it("never submits an unanswered payment again, but asks for its status", async () => {
    customer = await welcome(browser);
    const { page } = customer;
    await page.clock.install();
    await page.goto(`${shop.url}/checkout?session=${await newSession()}`);
    await typeCard(page, APPROVED);
    // An answer without content leaves the browser on the page.
    await page.route("**/checkout/pay*", (route) => route.fulfill({ status: 204 }));
    await page.locator("#pay").evaluate((button: HTMLButtonElement) => button.click());
    await page.clock.runFor(9_000);
    await page.getByText("Bankanız yanıt veriyor, sayfayı kapatmayın.").first().waitFor();
    await page.locator("#pay").evaluate((button: HTMLButtonElement) => button.click());
    await page.clock.runFor(22_000);
    await payButton(page).waitFor();
    const posts = customer.requests.filter((address) => address.includes("/checkout/pay"));
    expect(posts).toHaveLength(1);
  });

  it("shows that it is busy after submission, even when card data arrives then", async () => {
    const page = await openForm();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/checkout/quote*", (route) => held.then(() => route.continue()));
    await page.route("**/checkout/pay*", (route) => route.fulfill({ status: 204 }));
    const asked = page.waitForRequest("**/checkout/quote*");
    await typeCard(page, APPROVED);
    await asked;
    const answered = page.waitForResponse("**/checkout/quote*");
    await page.locator("#pay").evaluate((button: HTMLButtonElement) => button.click());
    const atWork = await page.locator("#pay").innerText();
    release();
    await (await answered).finished();
    await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      await frame();
    });
    expect(await page.locator("#pay").innerText()).toBe(atWork);
    expect(atWork).not.toMatch(/öde$/);
    expect(await page.locator("#status").textContent()).toBe(atWork);
  });

  it("keeps name and expiry when the customer changes the language", async () => {
    const page = await openForm();
    await typeCard(page, APPROVED);
    await page.getByRole("link", { name: "English" }).click();
    await page.getByText("Pay by card").waitFor();
    expect(await page.locator("#card_holder_name").inputValue()).toBe("Ayşe Yılmaz");
    expect(await page.locator("#expiry").inputValue()).toBe("12 / 30");
    expect(await page.locator("#card_number").inputValue()).toBe("");
    const bodies = customer.requests.join();
    expect(bodies).not.toContain(APPROVED);
  });

  it("shows the deadline in the shop's time zone, and says so to a customer elsewhere", async () => {
    const page = await openForm({ timezoneId: "Europe/London" });
    const instant = (await page.locator("time").getAttribute("datetime")) ?? "";
    const time = new Date(Date.parse(instant) + 3 * 3_600_000).toISOString().slice(11, 16);
    expect(await page.locator("time").innerText()).toBe(`${time} (GMT+3)`);
    expect(await page.locator("#expired").textContent()).toContain(`(${time})`);
    await customer.leave();
    const near = await openForm({ timezoneId: "Europe/Moscow" });
    expect(await near.locator("time").innerText()).toMatch(/^\d\d:\d\d$/);
  });

  it("leads from a merchant's own page to the bank and back to the merchant", async () => {
    customer = await welcome(browser);
    const { page } = customer;
    // A host other than ours, so that the content security policy must name it.
    const home = shop.url.replace("127.0.0.1", "localhost");
    const session = await newSession({
      success_url: `${home}/demo/return/success`,
      fail_url: `${home}/demo/return/fail`,
    });
    const begun = await shop.api.pay(session, APPROVED, { fields: { is_3d: true } });
    const handOff = String(begun.body["redirect_url"]);
    await page.goto(handOff);
    await page.waitForURL(/\/bank\/3ds\//);
    // The return is lost, so the bank has already decided when the customer comes again: it
    // redirects at once, and the redirects after our form lead to the merchant.
    await submit(await readPage(await fetch(page.url())), "approve");
    await page.goto(handOff);
    await page.waitForURL(/^http:\/\/localhost:\d+\/demo\/return\/success\?.*status=success/);
    expect(customer.complaints.filter((text) => /Content Security Policy/.test(text))).toEqual([]);
  });
});
