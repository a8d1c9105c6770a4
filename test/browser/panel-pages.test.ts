// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { openOffice, type Office } from "./panel-office.ts";
import { axeFindings } from "./soundness.ts";

describe.runIf(browserAvailable())("the panel's pages of a merchant", () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
  });
  afterAll(() => office.close());

  it("keep what was typed while a change asks for the password", async () => {
    const page = await office.signIn();
    await page.goto(office.url("keys/new"));
    await page.locator("#name").fill("Depo");
    await page.locator("#password").fill("not it");
    await page.locator("main button[type=submit]").click();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  it("import the test bank's settlement file and show its comparison, without scripts", async () => {
    const page = await office.signIn({ javaScriptEnabled: false, acceptDownloads: true });
    await page.goto(office.url("settlement"));
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Dosyayı indir" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^settlement-test-2026-\d\d-\d\d\.csv$/);
    await page.locator("#settlement").setInputFiles(await download.path());
    await page.getByLabel("Sanal POS").selectOption("Test bankası");
    await page.getByRole("button", { name: "Karşılaştır" }).click();
    await page.waitForURL(/\/settlement\/files\/2$/);
    // An earlier file had three of the five card payments.
    expect(await page.getByText("İkinci kez ödendi").count()).toBe(3);
    await page.locator("table a.code").first().click();
    await page.waitForURL(/\/payments\/ORD-/);
    await page.context().close();
  });

  it("offer a sample of a file that is uploaded, without scripts", async () => {
    const page = await office.signIn({ javaScriptEnabled: false, acceptDownloads: true });
    await page.goto(office.url("tables"));
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Taksit sınırı yükle: örnek dosya indir" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("vezne-limits.csv");
    await page.context().close();
  });

  it("show a call in two lines on a phone, and the groups of a form side by side", async () => {
    const page = await office.signIn({ viewport: { width: 390, height: 844 } });
    await page.goto(office.url("requests"));
    const call = page.locator(".requests tbody tr").first();
    const path = await call.locator("th a").boundingBox();
    const time = await call.locator("time").boundingBox();
    const status = await call.locator(".badge").boundingBox();
    expect(time?.y).toBeGreaterThan(path?.y ?? 0);
    expect(Math.abs((time?.y ?? 0) - (status?.y ?? 0))).toBeLessThan(8);
    await page.setViewportSize({ width: 1_280, height: 900 });
    await page.goto(office.url("acquirers/new?protocol=double"));
    const groups = page.locator(".field-group");
    const first = await groups.first().boundingBox();
    const last = await groups.last().boundingBox();
    expect(last?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
    await page.context().close();
  });

  it("connect a bank on a phone without scripts, and show no secret", async () => {
    const page = await office.signIn({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 780 },
    });
    await page.goto(office.url("acquirers"));
    await page.getByRole("link", { name: "Banka bağla" }).click();
    await page.getByRole("link", { name: "Double ile bağla" }).click();
    await page.locator("#title").fill("Yedek POS");
    await page.locator("[name='credential:client_id']").fill("kırk");
    await page.locator("#password").fill(office.ownerPassword);
    await page.locator("[name='secret:password']").fill("pek-gizli-1");
    await page.getByRole("button", { name: "Kaydet" }).click();
    expect(await page.getByText("Değer, bankanın verdiği biçimde değil.").count()).toBe(1);
    expect(await page.content()).not.toContain("pek-gizli-1");
    await page.locator("[name='credential:client_id']").fill("700655");
    await page.locator("#password").fill(office.ownerPassword);
    await page.locator("[name='secret:password']").fill("pek-gizli-1");
    await page.getByRole("button", { name: "Kaydet" }).click();
    await page.waitForURL(/\/acquirers\/acq_/);
    expect(await page.getByRole("heading", { name: "Yedek POS" }).count()).toBe(1);
    expect(await page.content()).not.toContain("pek-gizli-1");
    await page.getByRole("button", { name: "Kapat" }).click();
    await page.waitForURL(/\/acquirers\/acq_/);
    expect(await page.getByText("Kapalı").count()).toBe(1);
    await page.context().close();
  });
});
