import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../src/kernel/clock.ts";
import { browserAvailable } from "../support/browser.ts";
import { casesOfDay } from "../support/full-run.ts";
import { query } from "../support/merchant-calls.ts";
import { codeOf, panelUsers } from "../support/panel-visitor.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer } from "../support/transfer-customer.ts";
import { fillDays } from "./busy-month.ts";
import { clerkAt, type Clerk } from "./clerk.ts";
import { APPROVED, POOR } from "./customer.ts";
import { openOffice, type Office } from "./panel-office.ts";

const SIZES = [
  ["a desk", { width: 1_280, height: 900 }],
  ["a phone", { width: 390, height: 844 }],
] as const;

/** On a phone, a section is behind the button of the menu, and the search behind its icon. */
const MORE_ON_PHONES = 1;

describe.runIf(browserAvailable())("a clerk's tasks", () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
    await fillDays(office.shop, { days: 40, perDay: 2 });
  });
  afterAll(() => office.close());

  type Size = (typeof SIZES)[number][1];
  type Budget = { readonly steps: number; readonly fields: number };
  /** Does a task from the overview on, and compares its steps and fields with the budget. */
  const within = async (
    { steps, fields }: Budget,
    place: Size | Page,
    work: (clerk: Clerk, page: Page) => Promise<void>,
  ): Promise<void> => {
    const page =
      "width" in place ? await office.signIn({ viewport: place, acceptDownloads: true }) : place;
    const clerk = clerkAt(page);
    await work(clerk, page);
    const { width = 0 } = page.viewportSize() ?? {};
    const most = width < 700 ? steps + MORE_ON_PHONES : steps;
    expect(clerk.steps()).toBeLessThanOrEqual(most);
    expect(clerk.fields()).toBeLessThanOrEqual(fields);
    await page.context().close();
  };

  let orders = 880;
  /** A payment of yesterday with the shop's own number. */
  const yesterday = async (card: string): Promise<string> => {
    const reference = `SIP-2026-00${(orders += 1)}`;
    await office.shop.api.pay(await office.shop.api.session({ reference, amount: 64_000 }), card);
    office.shop.clock.move(DAY);
    return reference;
  };

  const search = async (clerk: Clerk, text: string): Promise<void> => {
    const { page } = clerk;
    const field = page.locator("form.find input[type=search]");
    if (await field.isVisible()) return clerk.submit(field, text);
    await clerk.press(page.locator("header .seek"));
    await clerk.submit(page.locator("input[type=search]:visible").last(), text);
  };

  it.each(casesOfDay(SIZES, 2))(
    "finds a declined payment and its reason by the shop's number, at %s",
    async (_, size) => {
      const reference = await yesterday(POOR);
      await within({ steps: 1, fields: 1 }, size, async (clerk, page) => {
        await search(clerk, reference);
        await page.waitForURL(/\/payments\/ORD-/);
        expect(await page.locator(".headline").innerText()).toContain(
          "Bakiye ya da limit yetersiz",
        );
      });
    },
  );

  it.each(casesOfDay(SIZES, 2))(
    "refunds a part in four steps and two fields, at %s",
    async (_, size) => {
      const reference = await yesterday(APPROVED);
      await within({ steps: 5, fields: 2 }, size, async (clerk, page) => {
        await search(clerk, reference);
        await page.waitForURL(/\/payments\/ORD-/);
        await clerk.press(page.getByRole("link", { name: "İade et" }));
        await clerk.fill(page.locator("#amount"), "50,25");
        await clerk.press(page.locator("main form.amount button[type=submit]"));
        expect(await page.locator("main").innerText()).toContain("50,25");
        await clerk.press(page.locator("main button[type=submit]").first());
        await page.waitForURL(/\/payments\/ORD-[^/]+$/);
        expect(await page.locator("main").innerText()).toContain("₺589,75");
      });
    },
  );

  it.each(casesOfDay(SIZES, 2))(
    "rolls a key in three steps and the password, at %s",
    async (_, size) => {
      await within({ steps: 3, fields: 1 }, size, async (clerk, page) => {
        await clerk.section("API anahtarları");
        await clerk.press(page.getByRole("link", { name: /Muhasebe programı/ }).first());
        await page.waitForURL(/\/keys\/\w+/);
        const form = page.locator("form[action$='/roll']");
        const password = form.locator("[name=password]");
        if ((await password.count()) > 0) await clerk.fill(password, office.ownerPassword);
        await clerk.press(form.getByRole("button"));
        await page.locator("[data-copy^=vz_test_]").first().waitFor();
      });
    },
  );

  it.each(casesOfDay(SIZES, 2))(
    "adds an endpoint in two steps and one field, at %s",
    async (name, size) => {
      await within({ steps: 2, fields: 1 }, size, async (clerk, page) => {
        await clerk.section("Webhook'lar");
        const address = `http://127.0.0.1:9999/${name.replace(" ", "-")}`;
        await clerk.fill(page.locator("#url"), address);
        await clerk.press(page.locator("form:has(#url) button[type=submit]"));
        expect(await page.locator("h1").innerText()).toBe(address);
      });
    },
  );

  it.each(casesOfDay(SIZES, 2))(
    "sends a failed event again in three steps, at %s",
    async (_, size) => {
      // The tasks before have moved the clock by days, after which a failing endpoint is disabled.
      await query(
        office.shop,
        "update webhook_endpoint set disabled_at = null, disabled_reason = null, failing_since = null",
      );
      await within({ steps: 3, fields: 0 }, size, async (clerk, page) => {
        await clerk.section("Webhook'lar");
        await clerk.press(page.getByRole("link", { name: /hooks/ }).first());
        await page.waitForURL(/\/webhooks\/we_|\/webhooks\/\w+$/);
        await clerk.press(page.locator("table form[action*='/resend'] button").first());
        await page.locator(".flash").first().waitFor();
      });
    },
  );

  it.each(casesOfDay(SIZES, 2))(
    "imports a statement and matches its unmatched line, at %s",
    async (_, size) => {
      const { account, id } = await awaitTransfer(office.shop, { session: { amount: 99_000 } });
      const line = { reference: id, minor: 98_500, description: "siparis" };
      const text = camt053(account.iban, [line]);
      await within({ steps: 7, fields: 1 }, size, async (clerk, page) => {
        await clerk.section("Havaleler");
        await clerk.attach(page.locator("input[type=file]").first(), { name: "ekstre.xml", text });
        await clerk.press(page.locator("form:has(input[type=file]) button[type=submit]").first());
        await clerk.press(
          page
            .locator("main")
            .getByRole("link", { name: /eşleşmeyen/i })
            .first(),
        );
        await clerk.press(page.locator("tr", { hasText: "985,00" }).getByRole("link").first());
        const form = page.locator("tr", { hasText: id }).locator("form");
        await clerk.fill(form.locator("[name=reason]"), "5 TL eksik kabul edildi");
        await clerk.press(form.getByRole("button"));
        expect(await page.locator(".question").innerText()).toContain("985,00");
        await clerk.press(page.locator(".question .buttons button"));
        await page.goto(office.url(`payments/${id}`));
        expect(await page.locator(".headline").innerText()).toContain("Tamamlandı");
      });
    },
  );

  it.each(casesOfDay(SIZES, 2))(
    "exports the last month without typing a date, at %s",
    async (_, size) => {
      await within({ steps: 5, fields: 0 }, size, async (clerk, page) => {
        await clerk.section("Ödemeler");
        await clerk.press(page.getByRole("link", { name: "Geçen ay", exact: true }));
        await page.waitForURL(/start_date=/);
        await clerk.press(page.getByRole("link", { name: "Dışa aktar" }));
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          clerk.press(page.locator("main form button[type=submit]").last()),
        ]);
        expect(download.suggestedFilename()).toMatch(/^transactions-test-20\d\d-\d\d-01-.*\.xlsx$/);
      });
    },
  );

  /** Sets up the second factor, which a change of users needs. */
  const secure = async (page: Page, password: string): Promise<void> => {
    const home = page.url();
    await page.goto(`${office.shop.url}/panel/account/second-factor`);
    const secret = (await page.locator("#secret").innerText()).replaceAll(" ", "");
    await page.locator("#code").fill(codeOf(office.shop, secret));
    await page.locator("#password").fill(password);
    await page.locator("main form:has(#code) button[type=submit]").click();
    await page.locator(".codes li").first().waitFor();
    await page.goto(home);
  };

  it.each(casesOfDay(SIZES, 2))(
    "invites a colleague for support in three steps, at %s",
    async (name, size) => {
      const { merchantId } = office.shop.merchant.merchant;
      const email = `${name.replace(" ", "")}@kitapci.example`;
      const owner = await panelUsers(office.shop).create("owner", merchantId, `sahip-${email}`);
      const page = await office.signIn({ viewport: size }, owner);
      await secure(page, owner.password);
      await within({ steps: 2, fields: 2 }, page, async (clerk) => {
        await clerk.section(/^(Kullanıcılar|Users)$/);
        await clerk.fill(page.locator("#email"), email);
        await clerk.choose(page.locator("#role"), "support");
        await clerk.press(page.locator("form:has(#email) button[type=submit]"));
        await page.locator("[data-copy*='choose-password']").first().waitFor();
      });
    },
  );

  it.each(casesOfDay(SIZES, 2))(
    "sees tomorrow's money on the overview, and its days a step further, at %s",
    async (_, size) => {
      await office.shop.api.pay(await office.shop.api.session(), APPROVED);
      await within({ steps: 1, fields: 0 }, size, async (clerk, page) => {
        const next = page.locator(".today .big a").first();
        expect(await next.innerText()).toMatch(/^₺[\d.]+,\d\d/);
        await clerk.press(next);
        await page.waitForURL(/\/settlement\/calendar$/);
      });
    },
  );

  it.each(casesOfDay(SIZES, 2))(
    "leads from a fallen approval rate to the declined payments, at %s",
    async (_, size) => {
      await within({ steps: 2, fields: 0 }, size, async (clerk, page) => {
        const why = page.getByRole("region", { name: "Artan retler" }).locator("th a");
        await clerk.press(why.first());
        await page.waitForURL(/\/payments\?.*reason=/);
        expect(await page.locator(".payments tbody tr").count()).toBeGreaterThan(0);
      });
    },
  );
});
