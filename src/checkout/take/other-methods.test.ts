import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createVisitor,
  hiddenFields,
  hrefsOf,
  textOf,
  type Visitor,
} from "../../../test/support/page-visitor.ts";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { awaitTransfer, linesOf, sendMoney } from "../../../test/support/transfer-customer.ts";
import { DAY, HOUR, SECOND } from "../../kernel/clock.ts";

let shop: TestService;
let visitor: Visitor;
beforeAll(async () => {
  shop = await startTestService();
  visitor = createVisitor(shop.url);
});
afterAll(() => shop.close());

const pageOf = (session: string) => `/checkout?session=${session}`;
const showing = async (session: string) => textOf((await visitor.get(pageOf(session))).html);
const methodsOf = (html: string) =>
  [...html.matchAll(/<label for="way-[^>]*><span>([^<]*)/g)].map(([, name]) => name);

/** The texts that the page offers to copy, by their labels. */
function copiesOf(html: string): Record<string, string> {
  const buttons = html.matchAll(/data-copy="([^"]*)"[^>]* aria-label="Kopyala: ([^"]*)"/g);
  return Object.fromEntries([...buttons].map(([, text = "", name = ""]) => [name, text]));
}

describe("the payment methods", () => {
  it("are all on the page, and the one in the address is open", async () => {
    const session = await shop.api.session();
    const { html } = await visitor.get(`${pageOf(session)}&method=wallet`);
    expect(methodsOf(html)).toEqual([
      "Kartla öde",
      "Banka havalesi",
      "Dijital cüzdan",
      "Alışveriş kredisi",
      "Papel",
    ]);
    expect(html.match(/name="way"[^>]* checked/g)).toHaveLength(1);
    expect(html).toMatch(/id="way-wallet" name="way" value="wallet" checked/);
  });

  it("are those of the option lists for the currency and the amount", async () => {
    const foreign = await visitor.get(pageOf(await shop.api.session({ currency: "GBP" })));
    expect(methodsOf(foreign.html)).not.toContain("Alışveriş kredisi");
    const small = await visitor.get(pageOf(await shop.api.session({ amount: 100 })));
    expect(methodsOf(small.html)).not.toContain("Alışveriş kredisi");
  });

  it("say that the lender sets the cost of a loan, as its offer has no rate", async () => {
    const session = await shop.api.session();
    const { html } = await visitor.get(`${pageOf(session)}&method=shopping_credit`);
    expect(textOf(html)).toContain("Faizi, aylık taksiti ve toplam tutarı banka belirler");
  });

  it("refuse options that are not on offer, and stay open", async () => {
    const session = await shop.api.session();
    const tooLong = await visitor.payElsewhere(session, "shopping_credit", {
      bank_code: "0067",
      installment_count: "36",
    });
    expect(tooLong.status).toBe(422);
    expect(textOf(tooLong.html)).toContain("Bu banka en çok 12 ay vade veriyor.");
    expect(tooLong.html).toMatch(/name="way" value="shopping_credit" checked/);
    const unknown = await visitor.payElsewhere(session, "wallet", { wallet_id: "purse" });
    expect(unknown.status).toBe(422);
    expect(textOf(unknown.html)).toContain("Bu yöntemle ödeme başlatılamadı.");
    expect((await visitor.payElsewhere(session, "bank_transfer", { bank_code: "1" })).status).toBe(
      422,
    );
  });

  it.each([
    ["wallet", { wallet_id: "paycell" }, "Cüzdanınıza gidiyorsunuz"],
    ["shopping_credit", { bank_code: "0062", installment_count: "12" }, "Kredi başvurusuna"],
    ["papel", {}, "Papel sayfasına gidiyorsunuz"],
  ])("lead %s to its page and back to the receipt", async (method, fields, leaving) => {
    const session = await shop.api.session();
    const handOff = await visitor.payElsewhere(session, method, fields);
    expect(handOff.status).toBe(303);
    expect(textOf((await visitor.get(handOff.location)).html)).toContain(leaving);
    const back = await visitor.goThroughBank(handOff, "approve");
    expect(back.location).toBe(shop.url + pageOf(session));
    expect(await showing(session)).toContain("Ödemeniz alındı");
  });

  it("make one payment of two submissions of one form", async () => {
    const session = await shop.api.session();
    const { html } = await visitor.get(pageOf(session));
    const form = hiddenFields(html, "bank_transfer");
    await Promise.all([visitor.post("/checkout/pay", form), visitor.post("/checkout/pay", form)]);
    expect(await shop.service.deps.payments.listBySession(session as never)).toHaveLength(1);
  });

  it("have their own texts for a lender's refusal and for its pending decision", async () => {
    const session = await shop.api.session();
    const fields = { bank_code: "0067", installment_count: "6" };
    const handOff = await visitor.payElsewhere(session, "shopping_credit", fields);
    await visitor.goThroughBank(handOff, "approve");
    const deciding = await showing(session);
    expect(deciding).toContain("Kredi başvurunuz değerlendiriliyor");
    expect(deciding).not.toContain("Para çekilmedi");
    shop.clock.move(60 * SECOND);
    await expect
      .poll(() => showing(session))
      .toContain("Banka kredi başvurusunu onaylamadı. Para çekilmedi. Yeniden deneyebilir");
    const { html } = await visitor.get(pageOf(session));
    expect(html).toMatch(/name="way" value="shopping_credit" checked/);
  });

  it("name the payment that a customer cancelled", async () => {
    const session = await shop.api.session({ language: "en" });
    const handOff = await visitor.payElsewhere(session, "papel");
    await visitor.goThroughBank(handOff, "cancel");
    expect(await showing(session)).toContain("You cancelled the payment.");
  });
});

describe("a bank transfer on the payment page", () => {
  const begin = async (fields = {}) => {
    const session = await shop.api.session(fields);
    const begun = await visitor.payElsewhere(session, "bank_transfer", { bank_code: "0064" });
    const page = await visitor.get(begun.location);
    return { session, begun, html: page.html };
  };
  const send = (html: string, minor = 125_000) => {
    const copies = copiesOf(html);
    const order = { iban: copies["IBAN"] ?? "", description: copies["Açıklama kodu"] ?? "" };
    return sendMoney(shop, { ...order, minor });
  };

  it("shows account, amount, code and deadline, each with a copy button", async () => {
    const { session, begun, html } = await begin();
    expect(begun.status).toBe(303);
    expect(begun.location).toBe(`${shop.url}${pageOf(session)}&lang=tr`);
    const copies = copiesOf(html);
    expect(copies).toEqual({
      IBAN: expect.stringMatching(/^TR\d{24}$/),
      Alıcı: "Kitapçı",
      Tutar: "1250,00",
      "Açıklama kodu": expect.stringMatching(/^[0-9A-Z]{10}$/),
    });
    const text = textOf(html);
    expect(text).toContain(`IBAN ${copies["IBAN"]?.match(/.{1,4}/g)?.join(" ")}`);
    expect(text).toContain("Banka İş Bankası");
    expect(text).toContain("Tutar ₺1.250,00");
    const deadline = new Intl.DateTimeFormat("tr-TR", {
      dateStyle: "long",
      timeZone: "Europe/Istanbul",
    }).format(shop.clock.now() + 3 * DAY);
    expect(text).toContain(`Para en geç ${deadline}`);
    // Only licensed institutions may issue QR codes for payments in lira.
    expect(text).not.toMatch(/karekod|\bqr\b/i);
  });

  it("is shown as paid once it is booked, even long after the session expired", async () => {
    const { session, html } = await begin();
    shop.clock.move(HOUR + DAY);
    expect(await showing(session)).toContain("Havaleniz bekleniyor");
    expect(await showing(session)).not.toContain("Havaleyi iptal et");
    const state = async () =>
      (await shop.api.get(`/checkout/status?session=${session}`)).body["state"];
    expect(await state()).toMatch(/^transfer:ORD-/);
    await send(html);
    await expect.poll(state).toMatch(/^paid:ORD-/);
    expect(await showing(session)).toContain("Ödeme yöntemi Banka havalesi");
  });

  it("can be cancelled for a card payment, and a late transfer is reported", async () => {
    const { session, html } = await begin();
    expect(textOf(html)).toContain("Parayı gönderdiyseniz vazgeçmeyin");
    const out = await visitor.post("/checkout/abandon", hiddenFields(html));
    expect(textOf((await visitor.get(out.location)).html)).toContain(
      "Havaleden vazgeçtiniz. Parayı gönderdiyseniz mağazaya haber verin. Yeniden deneyebilir",
    );
    await send(html);
    const reference = copiesOf(html)["Açıklama kodu"];
    const verdicts = async () =>
      (await linesOf(shop)).filter(({ description }) => description === reference);
    await expect
      .poll(verdicts)
      .toEqual([expect.objectContaining({ state: "unmatched", reason: "late" })]);
    const handOff = await visitor.payByCard(session, "5528790000000008");
    await visitor.goThroughBank(handOff, "approve");
    expect(await showing(session)).toContain("Mastercard •••• 0008");
  });

  it("does not claim after its deadline that no money was taken", async () => {
    const { session, html } = await begin();
    await send(html, 120_000);
    await expect
      .poll(async () => (await linesOf(shop)).map(({ reason }) => reason))
      .toContain("too_little");
    shop.clock.move(3 * DAY);
    await expect.poll(() => showing(session), { timeout: 40_000 }).toContain("süresi doldu (");
    expect(await showing(session)).toContain("Havale gönderdiyseniz mağazaya haber verin.");
    const other = await begin();
    await visitor.post("/checkout/abandon", hiddenFields(other.html));
    const form = await visitor.get(pageOf(other.session));
    expect(form.html).toMatch(/id="expired".*Havale gönderdiyseniz mağazaya haber verin\./s);
    shop.clock.move(HOUR);
    for (const over of [session, other.session]) {
      expect(await showing(over)).not.toContain("Para çekilmedi");
    }
  });

  it("begun by a merchant's own page is shown alike, and redirects when paid", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    const shown = await visitor.get(pageOf(session));
    expect(shown.location).toBe(`${shop.url}${pageOf(session)}&order=${id}&lang=tr`);
    const { html } = await visitor.get(shown.location);
    expect(copiesOf(html)["Açıklama kodu"]).toBe(account.reference_code);
    expect(hrefsOf(html)).toContain(`${pageOf(session)}&order=${id}&lang=tr`);
    const { iban, reference_code: description } = account;
    await sendMoney(shop, { iban, description, minor: account.amount });
    await expect
      .poll(async () => (await visitor.get(shown.location)).location)
      .toMatch(/^https:\/\/shop\.example\/thanks\?.*status=success/);
  });
});
