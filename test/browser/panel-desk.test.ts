// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { casesOfDay } from "../support/full-run.ts";
import { fillDays } from "./busy-month.ts";
import { openOffice, type Office } from "./panel-office.ts";
import { PAGES } from "./panel-places.ts";
import { axeFindings, cutFindings } from "./soundness.ts";

const PHONE = { width: 390, height: 844 } as const;
const CARD = "5528790000000008";
/** The height above the title of a page on a phone, in CSS pixels. */
const MOST_HEAD = 112;

describe.runIf(browserAvailable())("the panel as a clerk uses it", () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
    await fillDays(office.shop, { days: 10, perDay: 3 });
  });
  afterAll(() => office.close());

  it("cuts off nothing at any width in a busy month, and has a low head on phones", async () => {
    const page = await office.signIn({ viewport: PHONE });
    const cut: string[] = [];
    const widths = [...casesOfDay([1_280, 768, 320], 3), PHONE.width];
    for (const [name, path] of casesOfDay(Object.entries(PAGES), 2)) {
      await page.goto(office.url(path));
      for (const width of widths) {
        await page.setViewportSize({ ...PHONE, width });
        for (const finding of await cutFindings(page)) cut.push(`${name} at ${width}: ${finding}`);
      }
      const head = await page.locator("main").evaluate((main) => main.getBoundingClientRect().top);
      expect([name, head <= MOST_HEAD]).toEqual([name, true]);
    }
    expect(cut).toEqual([]);
    await page.context().close();
  });

  it("opens a payment from any place of its card on a phone, without scripts", async () => {
    const page = await office.signIn({ viewport: PHONE, javaScriptEnabled: false });
    await page.goto(office.url("payments"));
    const card = page.locator(".payments tbody tr").nth(1);
    const { width = 0, height = 0 } = (await card.boundingBox()) ?? {};
    await card.click({ position: { x: width - 20, y: height - 8 } });
    await page.waitForURL(/\/payments\/ORD-/);
    await page.locator("details.menu > summary").click();
    await page
      .getByRole("link", { name: /^Havaleler \d+ bekliyor/ })
      .first()
      .click();
    await page.waitForURL(/\/transfers$/);
    await page.context().close();
  });

  it("narrows the list by tab, days, reason and bank, each by a link or one form", async () => {
    const page = await office.signIn();
    await page.goto(office.url("payments"));
    await page.getByRole("navigation", { name: "Durum" }).getByText("Başarısız").click();
    await page.waitForURL(/status=failed/);
    const rows = () => page.locator(".payments tbody tr").count();
    const failed = await rows();
    const tab = page.locator(".tabs [aria-current] .count");
    expect(Number(await tab.innerText())).toBe(failed);
    await page.locator(".filters > summary").click();
    await page.getByLabel("Ret nedeni").selectOption("insufficient_balance");
    await page.getByLabel("Kartın bankası").fill("Deneme Bankası");
    await page.getByRole("button", { name: "Uygula" }).last().click();
    await page.waitForURL(/reason=insufficient_balance&bank=/);
    expect(await rows()).toBeLessThan(failed);
    expect(await page.locator(".payments .status small").allInnerTexts()).toEqual(
      Array.from({ length: await rows() }, () => "Bakiye ya da limit yetersiz"),
    );
    await page.locator(".chip").first().click();
    await page.locator(".chip").first().click();
    expect(await rows()).toBe(failed);
    await page.getByRole("link", { name: "Dün", exact: true }).click();
    await page.waitForURL(/start_date=/);
    expect(await page.locator(".range").innerText()).toMatch(/^\d+ \S+ 20\d\d$/);
    await page.context().close();
  });

  it("shows a day's value to a pointer, and leads from it to the day's payments", async () => {
    const page = await office.signIn();
    await page.goto(office.url(""));
    const day = page.locator(".plot.bars li").last();
    const tip = day.locator(".tip");
    expect(await tip.isVisible()).toBe(false);
    await day.hover();
    expect(await tip.innerText()).toMatch(/^\d+ \S+: ₺[\d.]+,\d\d$/);
    await day.click();
    await page.waitForURL(/payments\?start_date=(\S+)&end_date=\1$/);
    await page.goto(`${office.url("")}?currency=EUR`);
    expect(await page.locator(".figures data").first().innerText()).toContain("€");
    await page.context().close();
  });

  it("leaves out columns and keeps the choice, without scripts", async () => {
    const page = await office.signIn({ javaScriptEnabled: false });
    await page.goto(office.url("payments"));
    await page.locator(".chooser > summary").click();
    await page.getByLabel("Müşteri").uncheck();
    await page.locator(".chooser").getByRole("button", { name: "Uygula" }).click();
    await page.goto(office.url("payments?status=failed"));
    const heads = await page.locator(".payments thead th").allInnerTexts();
    expect(heads).toEqual(["Tutar", "Durum", "Ödeme aracı", "Zaman", "Sipariş"]);
    await page.context().close();
  });

  it("is dark or light as the reader chose, whatever the device says", async () => {
    const page = await office.signIn({ colorScheme: "light", javaScriptEnabled: false });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.locator("details.person > summary").click();
    await page.getByRole("button", { name: "Koyu" }).click();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await ground()).toBe(dark);
    await page.locator("details.person > summary").click();
    await page.getByRole("button", { name: "Açık" }).click();
    expect(await ground()).toBe(light);
    await page.context().close();
  });

  it("draws unchecked boxes and radio buttons hollow in the dark", async () => {
    const page = await office.signIn({ colorScheme: "dark" });
    for (const path of ["keys/new", "settings"]) {
      await page.goto(office.url(path));
      const fills = await page
        .locator("input:is([type=checkbox], [type=radio]):not(:checked)")
        .evaluateAll((inputs) =>
          inputs.map((input) => {
            const { appearance, backgroundColor } = getComputedStyle(input);
            return `${appearance} ${backgroundColor}`;
          }),
        );
      expect([path, ...new Set(fills)]).toEqual([path, "none rgb(20, 29, 26)"]);
    }
    await page.context().close();
  });

  it("lists payments in rows of one height with the shop's number, and counts pages", async () => {
    await office.shop.api.pay(await office.shop.api.session({ reference: "SIP-2026-00999" }), CARD);
    office.shop.clock.move(1_000);
    const page = await office.signIn({ viewport: { width: 1_280, height: 900 } });
    await page.goto(office.url("payments?per_page=25"));
    const rows = page.locator(".payments tbody tr");
    expect(await rows.filter({ hasText: "SIP-2026-00999" }).count()).toBe(1);
    const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
    expect([...new Set(heights)]).toEqual([heights[0]]);
    const pager = page.locator("nav.pager:not(.sizes)");
    expect(await pager.innerText()).toMatch(/Sayfa 1 \/ \d/);
    await pager.getByRole("link", { name: "Sonraki" }).click();
    await page.waitForURL(/page=2/);
    expect(await pager.innerText()).toMatch(/Sayfa 2 \/ \d/);
    await pager.getByRole("link", { name: "Önceki" }).click();
    await page.waitForURL(/before=/);
    expect(await pager.innerText()).toMatch(/Sayfa 1 \/ \d/);
    await page.context().close();
  });

  it("shows the payment page in both schemes while the brand is typed", async () => {
    const page = await office.signIn();
    await page.goto(office.url("settings/brand"));
    await page.locator("#name").fill("Kuzey Kahve");
    await page.locator("#accent").fill("#8a1c4a");
    const [light, dark] = [page.locator(".preview").first(), page.locator(".preview").last()];
    for (const scheme of [light, dark]) expect(await scheme.innerHTML()).toContain("Kuzey Kahve");
    expect(await light.locator("[data-accent]").getAttribute("fill")).toBe("#8a1c4a");
    expect(await dark.locator("[data-accent]").getAttribute("fill")).toBe("#6dd2b7");
    const logo = Buffer.from("iVBORw0KGgo=", "base64");
    const file = { name: "logo.png", mimeType: "image/png", buffer: logo };
    await page.locator("[name=logo]").setInputFiles(file);
    await light.locator("[data-logo][href^='data:image/png']").waitFor();
    await page.context().close();
  });

  it("gives an address the width of a phone, and an absent value no line", async () => {
    const page = await office.signIn({ viewport: PHONE });
    await page.goto(office.url("customers?customer_id=m-1"));
    const widthOf = (name: string) =>
      page
        .locator(".facts > div", { hasText: name })
        .first()
        .evaluate((one) => one.clientWidth);
    expect(await widthOf("E-posta")).toBeGreaterThan(1.5 * (await widthOf("Çekilen")));
    await page.goto(office.url("settlement"));
    const absent = page.locator(".table td", { hasText: /^–$/ });
    expect(await absent.count()).toBeGreaterThan(0);
    expect(await absent.filter({ visible: true }).count()).toBe(0);
    await page.context().close();
  });

  it("sets the amount of a part below its choice", async () => {
    const page = await office.signIn();
    await page.goto(office.url("payments/:order/refund"));
    const leftOf = (field: string) =>
      page.locator(field).evaluate((one) => one.getBoundingClientRect().left);
    expect(await leftOf("#amount")).toBeGreaterThan(await leftOf("[name=kind][value=part]"));
    expect(await leftOf("#amount")).toBeGreaterThan(await leftOf("#cause"));
    await page.context().close();
  });

  it("ends all blocks of a page at one edge, forms beside tables too", async () => {
    const page = await office.signIn({ viewport: { width: 1_280, height: 900 } });
    const paths = ["settings", "settings/brand", "approvals", "acquirers/routing", "users/:user"];
    for (const path of paths) {
      await page.goto(office.url(path));
      const edges = await page.locator("main").evaluate((main) => {
        const blocks = [...main.querySelectorAll(".card, .scroll, .empty")]
          .filter((block) => block.parentElement?.closest(".card") === null)
          .map((block) => block.getBoundingClientRect());
        const isLast = (block: DOMRect): boolean =>
          !blocks.some(
            (other) =>
              other.left >= block.right && other.top < block.bottom && other.bottom > block.top,
          );
        return blocks.filter(isLast).map(({ right }) => Math.round(right));
      });
      expect([path, new Set(edges).size]).toEqual([path, 1]);
    }
    await page.context().close();
  });

  it("names file fields in the panel's language, and the chosen file", async () => {
    const page = await office.signIn({ locale: "en-US" });
    await page.goto(office.url("transfers"));
    const field = page.locator(".file");
    expect(await field.innerText()).toMatch(/^Dosya seç\s+Dosya seçilmedi$/);
    const file = { name: "ekstre.xml", mimeType: "text/xml", buffer: Buffer.from("<a/>") };
    await page.getByLabel("Ekstre dosyası").setInputFiles(file);
    expect(await field.innerText()).toMatch(/^Dosya seç\s+ekstre\.xml$/);
    await page.context().close();
  });

  it("is driven by keys: search and go, rows of a list, menus", async () => {
    const page = await office.signIn();
    await page.goto(office.url("payments"));
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    const first = page.locator(".payments tbody th a").first();
    expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press("Control+k");
    const field = page.locator("dialog input[type=search]");
    await field.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.type("mutabakat");
    expect(await page.locator("dialog li:visible").count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settlement$/);
    await page.keyboard.press("/");
    await field.waitFor();
    await page.keyboard.type("karaosmanoglu");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/payments/);
    await page.locator("details.merchant > summary").click();
    await page.keyboard.press("Escape");
    expect(await page.locator("details.merchant").getAttribute("open")).toBeNull();
    await page.context().close();
  });

  it("shows all components on one page, accessible in both schemes", async () => {
    const page = await office.signIn();
    await page.goto(`${office.shop.url}/panel/components`);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.context().close();
  });
});
