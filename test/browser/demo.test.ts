// tier: night
import { describe, expect, it } from "vitest";
import { systemDigest } from "../../src/system/digest.ts";
import { rollKey } from "../../src/domain/merchant/roll-key.ts";
import { browserAvailable } from "../support/browser.ts";
import { APPROVED, decide, expectAccessible, payAtBank } from "./customer.ts";
import { openVisits } from "./visits.ts";
import { decideInFrame, payFrame, payInFrame } from "./widget-shop.ts";

describe.runIf(browserAvailable())("the demo shop", () => {
  const visits = openVisits();

  it("has buttons of one line, and calls the test by one name", async () => {
    const customer = await visits.enter({ viewport: { width: 1280, height: 900 } });
    const { page } = customer;
    await page.goto(`${visits.service.url}/demo`);
    for (const id of ["buy", "embed"]) {
      expect((await page.locator(`#${id}`).boundingBox())?.height).toBeLessThan(60);
    }
    expect(await page.locator("body").innerText()).not.toMatch(/deneme|oturum açın/i);
  });

  it.each([
    ["with scripts", { javaScriptEnabled: true }],
    ["without scripts", { javaScriptEnabled: false }],
  ])("sells a basket that is paid with 3-D Secure, %s", async (_, options) => {
    const customer = await visits.enter(options);
    const { page, hasScripts } = customer;
    await page.goto(`${visits.service.url}/demo`);
    await page.getByLabel("Adet: Çekirdek kahve, 250 g").fill("3");
    await page.getByLabel("Adet: Seramik fincan").fill("0");
    if (!hasScripts) await page.getByRole("button", { name: "Sepeti güncelle" }).click();
    expect(await page.locator("#total").innerText()).toBe("₺1.155,00");
    await page.getByRole("button", { name: "Ödemeye geç" }).click();
    await page.waitForURL(/\/checkout\?session=/);
    expect(await page.locator("h1").innerText()).toContain("₺1.155,00");
    await payAtBank(customer, APPROVED);
    await decide(page);
    await page.getByRole("link", { name: /^Mağazaya dön/ }).click();
    await page.waitForURL(/\/demo\/return\/success\?/);
    expect(await page.locator("h1").innerText()).toBe("Siparişiniz alındı");
    expect(await page.locator("#signature").innerText()).toBe("geçerli");
    expect(await page.locator("#status").innerText()).toBe("completed");
    const parameters = await page.locator("tbody th").allInnerTexts();
    expect(parameters).toEqual(["order_id", "status", "session_id", "metadata", "signature"]);
    const completed = page.locator(".events summary", { hasText: "payment.completed" });
    await expect
      .poll(async () => {
        if ((await completed.count()) === 0)
          await page.getByRole("link", { name: "Yenile" }).click();
        return completed.count();
      })
      .toBe(1);
    await completed.click();
    const body = page.locator(".events details[open] pre");
    expect(JSON.parse(await body.innerText())).toMatchObject({ type: "payment.completed" });
    if (hasScripts) await expectAccessible(page);
  });

  it("sells on its own page with the widget, and shows its code", async () => {
    const customer = await visits.enter({ permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = customer;
    // Another host name of this machine: the shop must name the widget's page itself.
    await page.goto(`${visits.service.url.replace("127.0.0.1", "localhost")}/demo`);
    await page.getByRole("button", { name: "Bu sayfada öde" }).click();
    const frame = payFrame(page);
    await payInFrame(frame, APPROVED);
    await decideInFrame(frame);
    await page.getByText("onSuccess(").waitFor();
    expect(await page.locator("#told").innerText()).toContain('"amount": 122500');
    await page.getByRole("button", { name: "Kopyala: 2. Sayfaya" }).click();
    await page.getByText("Kopyalandı").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`<script src="${visits.service.url}/widget.js"></script>`);
    await expectAccessible(page);
    // The demo shop shares the widget's origin, so the browser warns that the frame's sandbox is
    // ineffective. A merchant's page has another origin.
    const others = customer.complaints.filter((text) => !/can escape its sandboxing/.test(text));
    expect(others).toEqual([]);
  });

  it("shows the basket again to a customer who did not pay, and rejects a changed return URL", async () => {
    const customer = await visits.enter({ locale: "en-GB" });
    const { page } = customer;
    await page.goto(`${visits.service.url}/demo`);
    await page.getByRole("button", { name: "Go to payment" }).click();
    await page.getByRole("button", { name: /^Back to the shop/ }).click();
    await page.getByText("The order was not paid").waitFor();
    expect(await page.locator("#signature").innerText()).toBe("valid");
    await page.goto(page.url().replace("status=failed", "status=success"));
    expect(await page.locator("h1").innerText()).toBe("This return could not be verified");
    expect(await page.locator("#signature").innerText()).toBe("not valid");
    await expectAccessible(page);
  });

  it("continues after its API key was replaced", async () => {
    const customer = await visits.enter();
    const { page } = customer;
    const { service } = visits;
    const { merchants } = service.service.deps;
    const { clock } = service;
    const deps = { ...service.service.deps, clock, merchants, digest: systemDigest };
    await rollKey(deps, {
      merchantId: service.merchant.merchant.merchantId,
      mode: "test",
      createdBy: "test",
      graceMs: 0,
      aboveLimitFrom: service.clock.now(),
    });
    clock.move(2_000);
    await page.goto(`${service.url}/demo`);
    await page.getByRole("button", { name: "Ödemeye geç" }).click();
    await page.waitForURL(/\/checkout\?session=/);
  });

  it("refuses an empty basket", async () => {
    const customer = await visits.enter();
    const { page } = customer;
    await page.goto(`${visits.service.url}/demo?coffee=0&cup=0&filter=0`);
    await page.getByRole("button", { name: "Ödemeye geç" }).click();
    const alert = page.getByRole("alert");
    expect(await alert.innerText()).toBe("Sepetiniz boş. En az bir ürün ekleyin.");
  });

  it("is accessible with all sections open, in both languages and colour schemes", async () => {
    const customer = await visits.enter({ viewport: { width: 320, height: 640 } });
    const { page } = customer;
    for (const [language, colorScheme] of [
      ["tr", "light"],
      ["en", "dark"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${visits.service.url}/demo?lang=${language}`);
      for (const summary of await page.locator("summary").all()) await summary.click();
      await expectAccessible(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      expect(await page.locator("pre").first().innerText()).toContain("/api/v1/checkout/session");
      expect(await page.content()).not.toContain(visits.service.merchant.testApiKey);
    }
    expect(customer.complaints).toEqual([]);
  });
});
