import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { submit, readPage } from "../support/bank-customer.ts";
import { browserAvailable } from "../support/browser.ts";
import { chargesOf } from "./bank-calls.ts";
import { APPROVED, decide, payAtBank, payButton, typeCard } from "./customer.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";

const AT_BANK = /\/bank\/3ds\//;

describe.runIf(browserAvailable())("a payment with 3-D Secure survives", () => {
  let stage: Stage;
  let scene: Scene;
  let page: Page;
  let session: string;
  /** Pages that are the answer to a form; reloading one submits the form again. */
  let resubmits: string[];
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  const watch = (one: Page): void =>
    void one.on("response", (response) => {
      const isDocument = response.request().isNavigationRequest();
      if (isDocument && response.request().method() === "POST" && response.status() < 300) {
        resubmits.push(response.url());
      }
    });
  const begin = async (options = {}): Promise<void> => {
    scene = await enter(stage, "tr", options);
    ({ page } = scene);
    resubmits = [];
    watch(page);
    session = await newSession(scene);
    await openPage(scene, session);
    await payAtBank(scene.customer, APPROVED);
  };
  const isPaid = async (one = page): Promise<void> => {
    await one.locator(".panel.good").waitFor();
    expect(await chargesOf(stage.shop, session)).toMatchObject({ orders: 1, approvals: 1 });
    expect(resubmits).toEqual([]);
  };
  const isUnpaid = async (text: string): Promise<void> => {
    await page.locator("#notice").filter({ hasText: text }).waitFor();
    expect(await chargesOf(stage.shop, session)).toMatchObject({ approvals: 0 });
    expect(resubmits).toEqual([]);
  };
  const typeCode = async (code: string): Promise<void> => {
    await page.locator("input[name=otp]").fill(code);
    await page.locator("button[value=approve]").click();
  };

  it("a reload of the bank's page, before and after a wrong code", async () => {
    await begin();
    await page.reload();
    await typeCode("1");
    await page.getByRole("alert").filter({ hasText: "2 deneme" }).waitFor();
    await page.reload();
    await page.getByRole("alert").filter({ hasText: "2 deneme" }).waitFor();
    await decide(page);
    await isPaid();
  });

  it("Back, and continuing from there", async () => {
    await begin();
    while (!page.url().includes("/checkout?")) await page.goBack();
    await page.getByRole("link", { name: "Bankanızda devam edin" }).click();
    await page.waitForURL(AT_BANK);
    await decide(page);
    await isPaid();
  });

  it("a closed window and another that opens the page again", async () => {
    await begin();
    const { context } = scene.customer;
    const again = await context.newPage();
    watch(again);
    await page.close();
    await openPage({ ...scene, page: again }, session);
    await again.getByRole("link", { name: "Bankanızda devam edin" }).click();
    await again.waitForURL(AT_BANK);
    await decide(again);
    await isPaid(again);
  });

  it("a lost return: the bank's page repeats its decision", async () => {
    await begin();
    await submit(await readPage(await fetch(page.url())), "approve");
    await page.reload();
    await isPaid();
  });

  it("a return that never comes: the service asks the bank", async () => {
    await begin();
    await submit(await readPage(await fetch(page.url())), "approve");
    // The customer does not return; the payment is abandoned a quarter of an hour after the
    // session.
    stage.shop.clock.move(HOUR + 16 * MINUTE);
    const shown = async () => {
      await openPage(scene, session);
      return page.locator("h1").innerText();
    };
    await expect.poll(shown, { timeout: 80_000 }).toBe("Ödeme süresi doldu");
    expect((await chargesOf(stage.shop, session)).approvals).toBe(0);
  });

  it("a return that is lost twice", async () => {
    await begin();
    const returns: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/checkout/return/")) returns.push(request.url());
    });
    await decide(page);
    await page.locator(".panel.good").waitFor();
    const [back = ""] = returns;
    const answers = await Promise.all([1, 2, 3].map(() => page.request.get(back)));
    expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200]);
    await page.goto(back);
    await isPaid();
  });

  it.each([
    ["with scripts", { javaScriptEnabled: true }],
    ["without scripts", { javaScriptEnabled: false }],
  ])("three wrong codes, and the next payment succeeds, %s", async (_, options) => {
    await begin(options);
    for (const left of ["2", "1"]) {
      await typeCode("000");
      await page
        .getByRole("alert")
        .filter({ hasText: `${left} deneme` })
        .waitFor();
    }
    await typeCode("000");
    await isUnpaid("Doğrulama tamamlanmadı. Para çekilmedi.");
    await payAtBank(scene.customer, APPROVED);
    await decide(page);
    await page.locator(".panel.good").waitFor();
    expect(await chargesOf(stage.shop, session)).toMatchObject({ orders: 2, approvals: 1 });
  });

  it("a customer who cancels", async () => {
    await begin();
    await page.locator("button[value=cancel]").click();
    await isUnpaid("Doğrulamadan vazgeçtiniz.");
    expect(await page.locator("#card_holder_name").inputValue()).toBe("Ayşe Yılmaz");
  });

  it("twenty minutes without an answer", async () => {
    await begin();
    stage.shop.clock.move(20 * MINUTE + 1_000);
    await page.reload();
    await page.getByRole("heading", { name: "Doğrulama süresi doldu" }).waitFor();
    await page.getByRole("button", { name: "İş yerine dön" }).click();
    await isUnpaid("Doğrulama tamamlanmadı. Para çekilmedi.");
    await typeCard(page, APPROVED);
    expect(await payButton(page).isEnabled()).toBe(true);
  });
});
