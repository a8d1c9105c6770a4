import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TEST_CARDS } from "../../src/bank/test-cards.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { sendMoney } from "../support/transfer-customer.ts";
import {
  APPROVED,
  decide,
  payAtBank,
  payButton,
  typeCard,
  welcome,
  type Customer,
} from "./customer.ts";

const BONUS = "5400360000000003";
const WORLD = "5451030000000000";
const DEBIT = "5890040000000016";

describe.runIf(browserAvailable())("the payment methods in a browser", () => {
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

  const open = async (options: BrowserContextOptions = {}, fields = {}): Promise<Page> => {
    customer = await welcome(browser, options);
    await visit(fields);
    return customer.page;
  };
  const visit = async (fields = {}): Promise<void> => {
    const session = await shop.api.session({
      success_url: `${shop.url}/demo/return/success`,
      fail_url: `${shop.url}/demo/return/fail`,
      ...fields,
    });
    await customer.page.goto(`${shop.url}/checkout?session=${session}`);
  };
  const choose = async (page: Page, method: string): Promise<void> => {
    await page.locator(`label[for=way-${method}]`).click();
  };
  /** Continues from our hand-off page, which a browser without scripts shows. */
  const handOff = async (page: Page): Promise<void> => {
    if (!customer.hasScripts) await page.getByRole("button", { name: "Devam" }).click();
    await page.waitForURL(/\/bank\//);
  };
  const isPaid = async (page: Page): Promise<void> => {
    await page.getByText("Ödemeniz alındı").waitFor();
    await page.locator("#onward").click();
    await page.waitForURL(/\/demo\/return\/success\?.*status=success/);
  };

  it.each([
    ["without scripts", { javaScriptEnabled: false }, false],
    ["with scripts", { javaScriptEnabled: true }, false],
    ...(isWholeRun ? [["with scripts that do not come", {}, true] as const] : []),
  ] as const)("complete, each payment type, %s", async (_, options, isBlocked) => {
    customer = await welcome(browser, options);
    const { page } = customer;
    if (isBlocked) {
      await page.route("**/*.js", (route) => route.abort());
      customer = { ...customer, hasScripts: false };
    }
    await visit({ customer: { customer_id: "returning-card" } });
    await payAtBank(customer, APPROVED);
    await decide(page);
    await isPaid(page);

    await visit({ customer: { customer_id: `returning ${_}` } });
    await page.getByLabel("Kart numarası").fill(BONUS);
    if (!customer.hasScripts) {
      await page.getByRole("button", { name: "Taksit seçeneklerini göster" }).click();
    }
    await page.getByLabel("3 taksit × ₺429,12 toplam ₺1.287,38").check();
    await page.getByLabel(/^Kartımı/).check();
    await payAtBank(customer, BONUS);
    await decide(page);
    expect(await page.locator(".facts").innerText()).toContain("3 taksit");
    await isPaid(page);

    await visit({ customer: { customer_id: `returning ${_}` } });
    await page.getByLabel(/^Mastercard •••• 0003/).check();
    await payButton(page).click();
    await handOff(page);
    await decide(page);
    await isPaid(page);

    for (const method of ["wallet", "papel", "shopping_credit"]) {
      await visit();
      await choose(page, method);
      await page.locator(".method > input:checked ~ form button").first().click();
      await handOff(page);
      await decide(page);
      await isPaid(page);
    }

    await visit();
    await choose(page, "bank_transfer");
    await page.locator(".method > input:checked ~ form button").click();
    const [iban = "", description = ""] = await page
      .locator(".iban, .reference")
      .evaluateAll((all) => all.map(({ textContent }) => textContent));
    expect(iban).toMatch(/^TR\d{24}$/);
    await sendMoney(shop, { iban, description, minor: 125_000 });
    if (!customer.hasScripts) {
      await expect
        .poll(async () => {
          await page.getByRole("link", { name: "Durumu yenile" }).click();
          return page.title();
        })
        .toContain("Ödemeniz alındı");
    }
    await isPaid(page);
    if (customer.hasScripts) expect(customer.complaints).toEqual([]);
  });

  it("look each card up once, and show its installments, issuer and amount", async () => {
    const page = await open();
    const asked: string[] = [];
    let release = (): void => undefined;
    await page.route("**/checkout/quote*", async (route) => {
      const bin = new URLSearchParams(route.request().postData() ?? "").get("card_number") ?? "";
      asked.push(bin);
      // The first answer is delayed until after the second card's.
      if (asked.length === 1) await new Promise<void>((resolve) => (release = resolve));
      await route.continue().catch(() => undefined);
    });
    const number = page.getByLabel("Kart numarası");
    await number.pressSequentially(BONUS.slice(0, 8));
    await expect.poll(() => asked).toEqual([BONUS.slice(0, 8)]);
    await number.fill(WORLD);
    await page.locator(".issuer", { hasText: "Yapı Kredi · Mastercard" }).waitFor();
    release();
    expect(await page.locator(".badge").innerText()).toBe("World");
    expect(await payButton(page).innerText()).toBe("₺1.250,00 öde");
    await page.getByLabel(/^6 taksit/).check();
    expect(await payButton(page).innerText()).toBe("₺1.324,88 öde");
    await number.fill(DEBIT);
    await page.getByText("Banka kartlarında taksit yapılmaz").first().waitFor();
    expect(await page.getByRole("radio", { name: /taksit/ }).count()).toBe(0);
    expect(await payButton(page).innerText()).toBe("₺1.250,00 öde");
    await number.fill(WORLD);
    // The customer chooses the number of installments again.
    expect(await page.getByLabel(/^6 taksit/).isChecked()).toBe(true);
    const due = page.locator("#due");
    expect(await due.textContent()).toBe(await page.locator("#plan").textContent());
    expect(await due.textContent()).toContain("6 taksit");
    await number.fill("");
    expect(await page.locator("#installments").innerText()).toBe("");
    expect(await due.getAttribute("hidden")).not.toBeNull();
    await number.pressSequentially("552608");
    await number.blur();
    await page.locator(".badge", { hasText: "Axess" }).waitFor();
    const bins = [BONUS, WORLD, DEBIT].map((card) => card.slice(0, 8));
    expect(asked).toEqual([...bins, "552608"]);
  });

  it.each(["tr", "en"] as const)("show the totals of the interface, %s", async (language) => {
    const page = await open({}, { language });
    const session = new URL(page.url()).searchParams.get("session") ?? "";
    const cards = TEST_CARDS.slice(0, 11);
    const format = new Intl.NumberFormat(language === "tr" ? "tr-TR" : "en-GB", {
      style: "currency",
      currency: "TRY",
    });
    const money = (minor: number) => format.format(minor / 100);
    for (const [index, { number }] of cards.entries()) {
      if (!isWholeRun && index % 2 === (language === "tr" ? 0 : 1)) continue;
      const fields = { session_id: session, amount: 125_000, bin_number: number.slice(0, 8) };
      const { body } = await shop.api.post("/api/v1/payment/installments", fields);
      const offered = body["installments"] as { count: number; total_amount: number }[];
      await page.locator("#card_number").fill(number);
      const expected = offered.map(({ count, total_amount: total }) => ({
        count: String(count),
        hasTotal: true,
        pays: language === "tr" ? `${money(total)} öde` : `Pay ${money(total)}`,
      }));
      const wanted = offered.length === 1 ? [] : expected;
      await expect.poll(() => choicesOf(page), { message: number }).toEqual(wanted);
    }
  });

  it("look up a stored card, too, and hide the fields of a new card", async () => {
    const page = await open({}, { customer: { customer_id: "stored-card" } });
    await page.getByLabel(/^Kartımı/).check();
    await payAtBank(customer, BONUS);
    await decide(page);
    await page.getByText("Ödemeniz alındı").waitFor();
    await visit({ customer: { customer_id: "stored-card" } });
    expect(await page.getByLabel(/^Mastercard •••• 0003/).isChecked()).toBe(true);
    expect(await page.locator("#card_number").isVisible()).toBe(false);
    expect(await page.locator("#stored_cvc").isVisible()).toBe(true);
    await page.getByLabel(/^12 taksit/).check();
    await page.getByLabel("Başka bir kart").check();
    expect(await page.locator("#card_number").isVisible()).toBe(true);
    expect(await page.locator(".badge").count()).toBe(0);
    expect(await payButton(page).innerText()).toBe("₺1.250,00 öde");
    await page.getByLabel(/^Mastercard •••• 0003/).check();
    await page.getByLabel(/^12 taksit/).waitFor();
    expect(await page.getByLabel(/^12 taksit/).isChecked()).toBe(true);
  });

  it("leave out the terms that a lender does not offer", async () => {
    const page = await open();
    await choose(page, "shopping_credit");
    await page.locator("#term").selectOption("36");
    await page.locator(".method > input:checked ~ form input[value='0067']").check();
    expect(await page.locator("#term").inputValue()).toBe("3");
    expect(await page.locator("#term option:not([hidden])").last().innerText()).toBe("12 ay");
  });

  it("keep method, card and installments when the language changes", async () => {
    const page = await open();
    await choose(page, "papel");
    await page.getByRole("link", { name: "English" }).click();
    await page.getByText("You will approve the payment on Papel’s page").waitFor();
    expect(await page.locator(".method > input:checked").count()).toBe(1);
    await choose(page, "card");
    await typeCard(page, BONUS);
    await page.getByLabel(/^9 installments/).check();
    await page.getByRole("link", { name: "Türkçe" }).click();
    await page.getByText("Ödeme yöntemi").waitFor();
    await page.getByLabel("Kart numarası").fill(BONUS);
    await page.getByLabel(/^9 taksit/).waitFor();
    expect(await page.getByLabel(/^9 taksit/).isChecked()).toBe(true);
  });

  it("copy the details of a transfer, and ask every 2 s whether it has arrived", async () => {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await choose(page, "bank_transfer");
    await page.locator(".method > input:checked ~ form button").click();
    const copied: string[] = [];
    for (const button of await page.getByRole("button", { name: /^Kopyala/ }).all()) {
      await button.click();
      await page.locator(".copy.done").last().waitFor();
      copied.push(await page.evaluate(() => navigator.clipboard.readText()));
    }
    const [iban = "", holder, amount, description = ""] = copied;
    expect(copied).toEqual([
      expect.stringMatching(/^TR\d{24}$/),
      "Kitapçı",
      "1250,00",
      expect.stringMatching(/^[0-9A-Z]{10}$/),
    ]);
    expect([holder, amount]).toEqual(["Kitapçı", "1250,00"]);
    expect(await page.getByRole("status").first().innerText()).toBe("Açıklama kodu kopyalandı.");
    // Selects the text with the mouse.
    const selected = await page.locator(".iban").evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return getSelection()?.toString();
    });
    expect(selected).toBe(iban);
    expect(await page.locator("#main").getAttribute("data-longest")).toBe("2000");
    await sendMoney(shop, { iban, description, minor: 125_000 });
    await page.getByText("Ödemeniz alındı").waitFor({ timeout: 15_000 });
  });

  it("print the details of a transfer on one page, and can cancel it", async () => {
    const page = await open();
    await choose(page, "bank_transfer");
    await page.locator(".method > input:checked ~ form button").click();
    await page.locator(".steps").waitFor();
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    await page.getByText("Havaleyi iptal et").click();
    await page.getByRole("button", { name: "Göndermedim, başka bir yolla öde" }).click();
    await page.getByText("Havaleden vazgeçtiniz.").waitFor();
    await payAtBank(customer, APPROVED);
    await decide(page);
    await isPaid(page);
  });
});

/** The count of each choice, the text of the button with it, and whether the total is beside it. */
function choicesOf(page: Page) {
  return page.locator("[name=installment]").evaluateAll((radios) =>
    radios.map((radio) => {
      const pays = radio.dataset["pay"] ?? "";
      const [total = "-"] = /[₺\d.,]*\d/.exec(pays) ?? [];
      return {
        count: radio.getAttribute("value")?.split("-")[0],
        hasTotal: radio.closest("label")?.textContent.includes(total),
        pays,
      };
    }),
  );
}
