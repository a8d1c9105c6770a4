import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  cardForm,
  createVisitor,
  hiddenFields,
  textOf,
  type Visitor,
} from "../../../test/support/page-visitor.ts";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { HOUR } from "../../kernel/clock.ts";

const BONUS = "5400360000000003";
const WORLD = "5451030000000000";
const DEBIT = "5890040000000016";

let shop: TestService;
let visitor: Visitor;
beforeAll(async () => {
  shop = await startTestService();
  visitor = createVisitor(shop.url);
});
afterAll(() => shop.close());

const pageOf = (session: string) => `/checkout?session=${session}`;
const paymentsOf = (session: string) => shop.service.deps.payments.listBySession(session as never);

type Quote = {
  readonly issuer: string;
  readonly program: string;
  readonly note: string;
  readonly options: readonly { readonly value: string; readonly text: string; total: string }[];
};

async function ask(session: string, fields: Record<string, string>): Promise<Quote> {
  const { html, status } = await visitor.post("/checkout/quote", { session, ...fields });
  expect(status).toBe(200);
  return JSON.parse(html) as Quote;
}

async function offered(session: string, bin: string) {
  const path = "/api/v1/payment/installments";
  const answer = await shop.api.post(path, { session_id: session, bin_number: bin });
  return answer.body["installments"] as readonly { count: number; total_amount: number }[];
}

describe("the installments of a card", () => {
  it("are those of the interface, with the issuer and the card program", async () => {
    const session = await shop.api.session();
    const quote = await ask(session, { card_number: BONUS.slice(0, 8) });
    expect(quote).toMatchObject({
      issuer: "Garanti · Mastercard",
      program: "Bonus",
      note: "",
    });
    const api = await offered(session, BONUS.slice(0, 8));
    expect(quote.options.map(({ value }) => value)).toEqual(
      api.map(({ count, total_amount: total }) => `${count}-${total}`),
    );
    expect(quote.options[0]).toMatchObject({ text: "Tek çekim", total: "₺1.250,00" });
    expect(quote.options[2]).toMatchObject({
      text: "3 taksit × ₺429,12",
      total: "toplam ₺1.287,38",
    });
  });

  it("do not exist for a debit card, and a sentence says so", async () => {
    const session = await shop.api.session({ language: "en" });
    const quote = await ask(session, { card_number: DEBIT.slice(0, 6) });
    expect(quote.options).toEqual([]);
    expect(quote.note).toBe("Debit cards have no installments; the amount is taken at once.");
  });

  it("are refused for too few digits and for unknown or expired sessions", async () => {
    const session = await shop.api.session();
    const status = async (fields: Record<string, string>) =>
      (await visitor.post("/checkout/quote", fields)).status;
    expect(await status({ session, card_number: "54003" })).toBe(404);
    expect(await status({ session: "ses_x", card_number: "54003600" })).toBe(404);
    expect(await status({ session, card_token: "tok_x" })).toBe(404);
    shop.clock.move(HOUR);
    expect(await status({ session, card_number: "54003600" })).toBe(410);
  });

  it("are charged as chosen", async () => {
    const session = await shop.api.session();
    const [, , three] = (await ask(session, { card_number: BONUS })).options;
    const handOff = await visitor.payByCard(session, BONUS, { installment: three?.value ?? "" });
    await visitor.goThroughBank(handOff, "approve");
    const receipt = textOf((await visitor.get(pageOf(session))).html);
    expect(receipt).toContain("Tutar ₺1.287,38 Taksit 3 taksit");
    expect((await paymentsOf(session))[0]).toMatchObject({
      installmentCount: 3,
      chargedAmount: { minor: 128_738n },
    });
  });

  it("are refused and shown again if the customer saw another total", async () => {
    const session = await shop.api.session();
    for (const installment of ["3-125000", "5-125000"]) {
      const refused = await visitor.payByCard(session, BONUS, { installment });
      expect(refused.status).toBe(422);
      const text = textOf(refused.html);
      expect(text).toContain("Seçtiğiniz taksit bu kart için geçerli değil");
      expect(text).toContain("3 taksit × ₺429,12 toplam ₺1.287,38");
      expect(refused.html).not.toContain(`value="${BONUS.slice(0, 4)}`);
    }
    const debit = await visitor.payByCard(session, DEBIT, { installment: "3-128738" });
    expect(textOf(debit.html)).toContain("Banka kartlarında taksit yapılmaz");
    expect(await paymentsOf(session)).toEqual([]);
  });

  it("have a page of their own in a browser without scripts", async () => {
    const session = await shop.api.session();
    const { html } = await visitor.get(pageOf(session));
    expect(html).toMatch(/<noscript>.*formaction="\/checkout\/installments\?session=/);
    const typed = { card_number: "5400 3600", card_holder_name: "Ada Şahin", expiry: "12/30" };
    const asked = await visitor.post("/checkout/installments", { ...hiddenFields(html), ...typed });
    expect([asked.status, asked.location]).toEqual([303, `${shop.url}${pageOf(session)}&lang=tr`]);
    const shown = await visitor.get(asked.location);
    expect(textOf(shown.html)).toContain("Taksitler 5400 3600… ile başlayan kart için.");
    expect(shown.html).toContain('value="3-128738"');
    expect(shown.html).toContain('value="Ada Şahin"');
    expect(shown.html).not.toMatch(/id="card_number"[^>]* value="[^"]/);
    const fields = { ...hiddenFields(shown.html), ...cardForm(BONUS), installment: "3-128738" };
    const handOff = await visitor.post("/checkout/pay", fields);
    await visitor.goThroughBank(handOff, "approve");
    expect((await paymentsOf(session))[0]).toMatchObject({ installmentCount: 3 });
  });

  it("require six digits in a browser without scripts, and store at most eight", async () => {
    const session = await shop.api.session();
    const few = await visitor.post("/checkout/installments", { session, card_number: "5400" });
    expect(few.status).toBe(422);
    expect(textOf(few.html)).toContain("kart numarasının ilk 8 hanesini yazın");
    await visitor.post("/checkout/installments", { session, card_number: BONUS, cvc: "987" });
    const pool = shop.database.open({ max: 1 });
    const { rows } = await pool.query("select draft::text from page_draft where session_id = $1", [
      session,
    ]);
    await pool.end();
    expect(JSON.stringify(rows)).toContain("54003600");
    expect(JSON.stringify(rows)).not.toMatch(/540036000|\b987\b/);
  });

  it("stay chosen after a declined payment", async () => {
    const session = await shop.api.session();
    const poor = await visitor.payByCard(session, BONUS, { installment: "6-132488" });
    await visitor.goThroughBank(poor, "decline");
    expect((await visitor.get(pageOf(session))).html).toContain('data-wish="6"');
  });
});

describe("the stored cards of a customer on the payment page", () => {
  const sessionOf = (customer?: string) =>
    shop.api.session(customer === undefined ? {} : { customer: { customer_id: customer } });
  const store = async (customer: string, card: string) => {
    const session = await sessionOf(customer);
    const handOff = await visitor.payByCard(session, card, { save_card: "1" });
    await visitor.goThroughBank(handOff, "approve");
  };
  const tokensOf = (html: string) =>
    [...html.matchAll(/name="card_token" value="(tok_[^"]*)"/g)].map(([, token = ""]) => token);

  it("are offered, newest first, with brand, last digits and installments", async () => {
    await store("ayse", BONUS);
    shop.clock.move(1_000);
    await store("ayse", WORLD);
    const { html } = await visitor.get(pageOf(await sessionOf("ayse")));
    const text = textOf(html);
    expect(text).toContain(
      "Mastercard •••• 0000 Yapı Kredi · 12 / 30 Mastercard •••• 0003 Garanti · 12 / 30",
    );
    expect(text).toContain("Yapı Kredi · Mastercard World");
    expect(text).toContain("12 taksit × ");
    // The random key of a form may begin with these digits too.
    const withoutKeys = html.replaceAll(/<input type="hidden" name="attempt"[^>]*>/g, "");
    expect(withoutKeys).not.toMatch(/value="5[45]/);
  });

  it("pay with or without their CVC, in installments and through 3-D Secure", async () => {
    await store("bora", BONUS);
    for (const cvc of ["", "123"]) {
      const session = await sessionOf("bora");
      const { html } = await visitor.get(pageOf(session));
      const [token = ""] = tokensOf(html);
      const fields = { ...hiddenFields(html), card_token: token, stored_cvc: cvc };
      const quote = await ask(session, { card_token: token });
      const installment = quote.options.at(-1)?.value ?? "";
      const handOff = await visitor.post("/checkout/pay", { ...fields, installment });
      expect(handOff.location).toContain("/checkout/bank?");
      await visitor.goThroughBank(handOff, "approve");
      expect((await paymentsOf(session))[0]).toMatchObject({
        state: "completed",
        installmentCount: 12,
        card: { lastFour: "0003" },
      });
    }
  });

  it.each(["", "  "])("are offered to no guest, whose customer_id is %j", async (blank) => {
    const customer = { customer_id: blank, email: "ali@example.com" };
    const guest = await shop.api.session({ customer });
    const saved = await shop.api.pay(guest, BONUS, { fields: { save_card: true } });
    expect(saved.body).toMatchObject({ status: "completed", card_token: expect.any(String) });
    const { html } = await visitor.get(pageOf(await sessionOf(blank)));
    expect(tokensOf(html)).toEqual([]);
    expect(html).not.toContain('name="save_card"');
    await store(blank, WORLD);
    expect(tokensOf((await visitor.get(pageOf(await sessionOf(blank)))).html)).toEqual([]);
  });

  it("are refused with a wrong CVC or another customer's token, beside the right field", async () => {
    await store("cem", BONUS);
    await store("deniz", WORLD);
    const session = await sessionOf("cem");
    const { html } = await visitor.get(pageOf(session));
    const [own = ""] = tokensOf(html);
    const submit = (fields: Record<string, string>) =>
      visitor.post("/checkout/pay", { ...hiddenFields(html), ...fields });
    const wrong = await submit({ card_token: own, stored_cvc: "12" });
    expect(wrong.html).toMatch(/id="stored_cvc"[^>]* aria-invalid="true"/);
    const [foreign = ""] = tokensOf((await visitor.get(pageOf(await sessionOf("deniz")))).html);
    const refused = await submit({ card_token: foreign });
    expect(refused.status).toBe(422);
    expect(textOf(refused.html)).toContain("Bu kayıtlı kart artık kullanılamıyor.");
  });

  it("are neither shown nor saved if the session has no customer id", async () => {
    const session = await sessionOf();
    const { html } = await visitor.get(pageOf(session));
    expect(html).not.toContain("save_card");
    expect(tokensOf(html)).toEqual([]);
    const handOff = await visitor.payByCard(session, BONUS, { save_card: "1" });
    await visitor.goThroughBank(handOff, "approve");
    expect((await paymentsOf(session))[0]?.cardToken).toBeUndefined();
  });
});
