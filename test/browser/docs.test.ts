// tier: night
import { describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { expectAccessible } from "./customer.ts";
import { openVisits } from "./visits.ts";

/** One page of each type. */
const PAGES = [
  "",
  "/hizli-baslangic",
  "/sandbox",
  "/gecis-rehberi",
  "/webhooklar",
  "/client",
  "/interface",
  "/operations",
  "/operations/pay",
  "/operations/get-payment-status",
  "/errors",
  "/errors/refund_exceeds_amount",
  "/errors/no_such_code",
  "/search?q=refund",
  "/search?q=iade&lang=tr",
];

const LOOKS = [
  {
    name: "320 px, light",
    options: { viewport: { width: 320, height: 568 }, colorScheme: "light" },
  },
  { name: "390 px, dark", options: { viewport: { width: 390, height: 844 }, colorScheme: "dark" } },
  {
    name: "390 px, light",
    options: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
  },
  {
    name: "1280 px, light",
    options: { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  },
  {
    name: "1280 px, dark",
    options: { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  },
] as const;

describe.runIf(browserAvailable())("the documentation in a browser", () => {
  const visits = openVisits();

  it.each(LOOKS)("is accessible and fits the width, $name", async ({ name, options }) => {
    const customer = await visits.enter({ ...options });
    const { page } = customer;
    const turn = LOOKS.findIndex((look) => look.name === name);
    // A short run shows every second page, each in one of the looks.
    const shown = PAGES.filter((_, at) => isWholeRun || at % (2 * LOOKS.length) === 2 * turn);
    for (const path of shown) {
      await page.goto(`${visits.service.url}/docs${path}`);
      // Opened, so that its links are judged as well.
      const above = page.locator(".parts-above summary");
      if (await above.isVisible()) await above.click();
      await expectAccessible(page);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow, path).toBe(0);
    }
    const missing = customer.complaints.filter((text) => !text.includes("404"));
    expect(missing).toEqual([]);
    expect(customer.requests.filter((address) => !address.startsWith(visits.service.url))).toEqual(
      [],
    );
    expect(await page.context().cookies()).toEqual([]);
  });

  it("searches while the reader types, and is usable by keyboard alone", async () => {
    const customer = await visits.enter();
    const { page } = customer;
    await page.goto(`${visits.service.url}/docs`);
    await page.getByRole("searchbox").fill("refund_exceeds_amount");
    await page.locator("#found a").first().waitFor();
    expect(await page.getByRole("status").innerText()).toMatch(/^\d+ found$/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/errors\/refund_exceeds_amount$/);
    await page.getByRole("searchbox").fill("refund");
    await page.locator("#found a").first().waitFor();
    await page.keyboard.press("Escape");
    expect(await page.locator("#found").isVisible()).toBe(false);
  });

  it("searches without scripts", async () => {
    const customer = await visits.enter({ javaScriptEnabled: false });
    const { page } = customer;
    await page.goto(`${visits.service.url}/docs`);
    await page.getByRole("searchbox").fill("sahin void <script>");
    await page.getByRole("button", { name: "Search" }).click();
    expect(await page.locator("h1").innerText()).toBe("Search: sahin void <script>");
    await page.getByRole("searchbox").fill("not_voidable");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: "not_voidable", exact: true }).click();
    expect(await page.locator("h1").innerText()).toBe("not_voidable");
  });

  it("copies code", async () => {
    const customer = await visits.enter({ permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = customer;
    await page.goto(`${visits.service.url}/docs/quickstart`);
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`VEZNE=${visits.service.url}`);
  });

  it("copies the digits of a test card, which it shows in groups on one line", async () => {
    const customer = await visits.enter({
      permissions: ["clipboard-read", "clipboard-write"],
      viewport: { width: 320, height: 568 },
    });
    const { page } = customer;
    await page.goto(`${visits.service.url}/docs/test-ortami`);
    const number = page.getByText("5528 7900 0000 0008", { exact: true });
    expect(await number.evaluate((element) => element.getClientRects().length)).toBe(1);
    await page.getByRole("button", { name: "Kopyala: 5528 7900 0000 0008" }).click();
    await page.getByRole("button", { name: "Kopyalandı: 5528 7900 0000 0008" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe("5528790000000008");
    await expectAccessible(page);
  });

  it("shades the edge behind which code goes on, in reach of the keyboard", async () => {
    const { page } = await visits.enter();
    await page.goto(`${visits.service.url}/docs/hizli-baslangic`);
    const box = page.locator(".tab:visible pre").nth(1);
    const wider = await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(wider).toBeGreaterThan(0);
    const layers = await box.evaluate((element) => getComputedStyle(element).backgroundAttachment);
    expect(layers).toMatch(/^local, local, scroll, scroll/);
    await box.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  });
});
