// tier: night
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { openOffice, type Office } from "./panel-office.ts";
import { axeFindings } from "./soundness.ts";

/** A browser in English, whose own date fields begin with the month. */
const AMERICAN = { locale: "en-US", viewport: { width: 1_280, height: 900 } } as const;

describe.runIf(browserAvailable())("date fields of the panel", () => {
  let office: Office;
  beforeAll(async () => void (office = await openOffice()), 60_000);
  afterAll(() => office.close());

  const openRange = async (page: Page): Promise<void> => {
    await page.goto(`${office.url("")}?start_date=2026-11-03&end_date=2026-11-04`);
    await page.locator(".filters > summary").click();
  };

  it("show the day in the panel's language, whatever the browser's is", async () => {
    const page = await office.signIn(AMERICAN);
    await openRange(page);
    const first = page.getByLabel("İlk gün", { exact: true });
    expect(await first.inputValue()).toBe("03.11.2026");
    expect(await first.getAttribute("placeholder")).toBe("gg.aa.yyyy");
    // The dots are typed by the script, because phones show digits only.
    for (const typed of ["1.11.2026", "01.11.2026", "01112026"]) {
      await first.fill("");
      await first.pressSequentially(typed);
      expect(await first.inputValue()).toBe(typed.startsWith("0") ? "01.11.2026" : typed);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/start_date=01\.11\.2026/);
    expect(await page.locator(".range").innerText()).toBe("1–4 Kasım 2026");
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  it("open the browser's calendar, and take the day that is chosen there", async () => {
    const page = await office.signIn(AMERICAN);
    await openRange(page);
    const calendar = page.locator(".day input[type=date]").first();
    await calendar.evaluate((field: HTMLInputElement) => {
      // The calendar itself is a window of the browser.
      field.showPicker = () => {
        field.dataset["opened"] = field.value;
        field.value = "2026-10-29";
        field.dispatchEvent(new Event("change"));
      };
    });
    await page.getByRole("button", { name: "Takvimi aç: İlk gün" }).click();
    expect(await calendar.getAttribute("data-opened")).toBe("2026-11-03");
    const first = page.getByLabel("İlk gün", { exact: true });
    expect(await first.inputValue()).toBe("29.10.2026");
    expect(await first.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it("keep a text that is no day, with the error that says the form", async () => {
    const page = await office.signIn(AMERICAN);
    await openRange(page);
    await page.getByLabel("Son gün", { exact: true }).fill("31.11.2026");
    await page.keyboard.press("Enter");
    const last = page.getByLabel("Son gün", { exact: true });
    await page.getByText("Tarihi gg.aa.yyyy biçiminde yazın").waitFor();
    expect(await last.inputValue()).toBe("31.11.2026");
    expect(await last.getAttribute("aria-describedby")).toBe("end_date-error");
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  it("are the browser's own without scripts", async () => {
    const page = await office.signIn({ ...AMERICAN, javaScriptEnabled: false });
    await openRange(page);
    await page.getByLabel("İlk gün", { exact: true }).fill("2026-11-01");
    expect(await page.getByRole("button", { name: /Takvimi aç/ }).count()).toBe(0);
    await page.locator(".filters button[type=submit]").click();
    await page.waitForURL(/start_date=2026-11-01/);
    await page.context().close();
  });
});
