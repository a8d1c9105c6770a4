import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { SECOND } from "../../src/kernel/clock.ts";
import { browserAvailable } from "../support/browser.ts";
import { giveBrand } from "../support/merchant-brand.ts";
import { APPROVED } from "./customer.ts";
import {
  enter,
  newSession,
  openPage,
  openStage,
  sessionAfter,
  type Scene,
  type Stage,
} from "./scene.ts";

/** The page waits no longer than this for the shop's server, in ms. */
const LONGEST_MS = 15 * SECOND;
const ADDED = ["order_id", "status", "session_id", "metadata"] as const;

describe.runIf(browserAvailable())("the receipt", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  const expectSigned = (address: string): void => {
    const { searchParams } = new URL(address);
    expect(searchParams.get("status")).toBe("success");
    const text = ADDED.filter((name) => searchParams.has(name))
      .toSorted()
      .map((name) => `${name}=${Buffer.from(searchParams.get(name) ?? "").toString("hex")}`)
      .reduce((lines, line) => `${lines}\n${line}`, "vezne-redirect");
    const { webhookSecret } = stage.shop.merchant.merchant;
    const signature = createHmac("sha256", webhookSecret).update(text).digest("hex");
    expect(searchParams.get("signature")).toBe(signature);
  };

  it.each([
    ["tr", "₺1.250,00", "21 Kasım 2026"],
    ["en", "TRY\u00a01,250.00", "21 November 2026"],
  ] as const)("shows the paid amount, and prints on one page, %s", async (...look) => {
    const [language, amount, day] = look;
    scene = await enter(stage, language);
    const page = await openPage(scene, await sessionAfter(scene, APPROVED));
    await page.locator("#stay").click();
    const facts = (await page.locator(".facts").textContent()) ?? "";
    expect(facts).toContain(amount);
    expect(facts).toContain("Mastercard •••• 0008");
    expect(facts).toMatch(/ORD-[0-9A-Z]{20,}/);
    expect(facts).toContain(day);
    expect(await pagesOf(page, { format: "A4" })).toBe(1);
    expect(await pagesOf(page, { width: "80mm", height: "297mm" })).toBeLessThanOrEqual(2);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".actions").isVisible()).toBe(false);
    expect(await page.getByText("Mastercard •••• 0008").isVisible()).toBe(true);
    expectSigned((await page.locator("#onward").getAttribute("href")) ?? "");
  });

  it("prints the mark of a test, the items, the shop and what installments added", async () => {
    scene = await enter(stage, "tr");
    const contact = "Kitapçı Ltd. Şti., Moda Cad. 5, Kadıköy / İstanbul, 0216 000 00 00";
    await giveBrand(stage.shop, { contact });
    const session = await newSession(scene, { reference: "SIP-2026-00880" });
    const bonus = { installment: "3-128738" };
    const sent = await scene.visitor.payByCard(session, "5400360000000003", bonus);
    await scene.visitor.goThroughBank(sent, "approve");
    const page = await openPage(scene, session);
    await page.locator("#stay").click();
    await page.emulateMedia({ media: "print" });
    const facts = await page.locator(".facts").innerText();
    expect(facts.replace(/\s+/g, " ")).toContain(
      "Sipariş tutarı ₺1.250,00 Vade farkı ₺37,38 Tutar ₺1.287,38 Taksit 3 taksit × ₺429,12",
    );
    expect(facts).toMatch(/Sipariş no\s+SIP-2026-00880\s+Ödeme no\s+ORD-/);
    for (const text of [contact, "Çekirdek kahve, 250 g", "₺385,00", "2 adet"]) {
      expect(await page.getByText(text).isVisible()).toBe(true);
    }
    expect(await page.getByText("Test ortamı: gerçek para çekilmez").isVisible()).toBe(true);
    await giveBrand(stage.shop, { contact: null });
  });

  it("redirects to the shop within 15 seconds, with a valid signature", async () => {
    scene = await enter(stage, "tr");
    const { page } = scene;
    await page.clock.install();
    await openPage(scene, await sessionAfter(scene, APPROVED));
    expect(await page.locator("#onward").isVisible()).toBe(true);
    await page.clock.runFor(LONGEST_MS);
    await page.waitForURL(`${stage.site.url}/thanks?**`);
    expectSigned(page.url());
  });

  it("redirects without scripts, too", async () => {
    scene = await enter(stage, "tr", { javaScriptEnabled: false });
    const page = await openPage(scene, await sessionAfter(scene, APPROVED));
    const refresh = (await page.locator("meta[http-equiv=refresh]").getAttribute("content")) ?? "";
    const [seconds = "", address = ""] = refresh.split(";url=");
    expect(Number(seconds) * SECOND).toBeLessThanOrEqual(LONGEST_MS);
    expectSigned(address);
    await page.locator("#onward").click();
    await page.waitForURL(`${stage.site.url}/thanks?**`);
  });
});

async function pagesOf(page: Page, paper: Parameters<Page["pdf"]>[0]): Promise<number> {
  const pdf = (await page.pdf(paper)).toString("latin1");
  return pdf.match(/\/Type \/Page\b/g)?.length ?? 0;
}
