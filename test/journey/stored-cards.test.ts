// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCardsForSession } from "../../src/domain/payment/charge/list-cards-for-session.ts";
import { openSession } from "../../src/domain/payment/open-session.ts";
import type { ApiAnswer, ApiBody } from "../support/api-client.ts";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const VISA = "4543590000000006";
const AMEX = "374427000000003";
const ANSWER_LOST = "5504720000000003";
const DECLINED = "4111111111111129";
const CODES = { headers: { "vezne-response-style": "codes" } };
const TOKEN = /^tok_[0-9a-z]{43}$/;

describe("stored cards", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const bearer = () => ({ authorization: `Bearer ${shop.merchant.testApiKey}` });
  const sessionOf = (customer: string | undefined, fields: ApiBody = {}) =>
    shop.api.session({
      ...(customer === undefined ? {} : { customer: { customer_id: customer } }),
      ...fields,
    });
  const save = async (card: string, customer?: string, fields: ApiBody = {}) => {
    const session = await sessionOf(customer);
    const paid = await shop.api.pay(session, card, { fields: { save_card: true, ...fields } });
    return { session, paid, token: String(paid.body["card_token"]) };
  };
  const payWith = (session: string, token: string, fields: ApiBody = {}): Promise<ApiAnswer> =>
    shop.api.post("/api/v1/payment/pay", {
      session_id: session,
      payment_type: "creditcard",
      card_token: token,
      ...fields,
    });
  const cardsOf = async (search: string) =>
    (await shop.api.get(`/api/v1/payment/cards?${search}`, bearer())).body;
  const erase = (token: string) =>
    shop.api.send("DELETE", `/api/v1/payment/cards/${token}`, { headers: bearer() });

  /** A card that expires within forty days. */
  const thisMonth = (): ApiBody => {
    const [expire_year, expire_month] = new Date(shop.clock.now()).toISOString().split("-");
    return { expire_month, expire_year };
  };

  it("have a token that comes with the approval and stands in for the card fields", async () => {
    const { paid, session, token } = await save(CARD, "ada");
    expect(paid.body).toMatchObject({ status: "completed", card_last_four: "0008" });
    expect(token).toMatch(TOKEN);
    const status = await shop.api.status(session, paid.body["order_id"]);
    expect(status.body).toMatchObject({ card_token: token, card_last_four: "0008" });

    const again = await payWith(await sessionOf("ada"), token);
    expect(again.body).toMatchObject({
      success: true,
      status: "completed",
      card_token: token,
      card_last_four: "0008",
    });
  });

  it("work in the codes style too, also with a CVC beside the token", async () => {
    const session = await sessionOf("ada");
    const paid = await shop.api.pay(session, AMEX, { ...CODES, fields: { save_card: true } });
    expect(paid.body).toEqual({
      status: 0,
      message: "Ödeme tamamlandı.",
      order_id: expect.stringMatching(/^ORD-/),
      amount: 125_000,
      card_token: expect.stringMatching(TOKEN),
      card_last_four: "0003",
    });
    const token = String(paid.body["card_token"]);
    const wrong = await payWith(await sessionOf("ada"), token, { cvc: "123" });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({ code: "invalid_cvc", errors: [{ field: "cvc" }] });
    const right = await payWith(await sessionOf("ada"), token, { cvc: "1234" });
    expect(right.body["status"]).toBe("completed");
  });

  it("are saved only after 3-D Secure, and the status then has the token", async () => {
    const session = await sessionOf("bora");
    const fields = { save_card: true, is_3d: true };
    const paid = await shop.api.pay(session, CARD, { fields });
    const order = paid.body["order_id"];
    expect(paid.body["card_token"]).toBeUndefined();
    expect((await shop.api.status(session, order)).body["card_token"]).toBeUndefined();
    expect(await cardsOf("customer_id=bora")).toMatchObject({ total: 0, cards: [] });
    await comeBack(await decide(await goToBank(paid), "approve"));
    const { body } = await shop.api.status(session, order);
    expect(body).toMatchObject({ status: "completed", card_token: expect.stringMatching(TOKEN) });
    const again = await payWith(await sessionOf("bora"), String(body["card_token"]));
    expect(again.body["status"]).toBe("completed");
    const [event] = await query(
      shop,
      "select data from event where order_id = $1 and type = 'payment.completed'",
      [order],
    );
    expect(event?.["data"]).toMatchObject({ card_token: body["card_token"] });
  });

  it("pay through 3-D Secure where it is requested", async () => {
    const { token } = await save(CARD, "cem");
    const session = await sessionOf("cem");
    const paid = await payWith(session, token, { is_3d: true });
    expect(paid.body).toMatchObject({ status: "processing", redirect_url: expect.any(String) });
    await comeBack(await decide(await goToBank(paid), "approve"));
    const status = await shop.api.status(session, paid.body["order_id"]);
    expect(status.body).toMatchObject({ status: "completed", card_token: token });
  });

  it("are not saved when the payment is declined, cancelled or never finished", async () => {
    const declined = await save(DECLINED, "deniz");
    expect(declined.paid.body).toMatchObject({ status: "failed" });
    expect(declined.paid.body["card_token"]).toBeUndefined();
    for (const press of ["decline", "cancel"] as const) {
      const { paid } = await save(CARD, "deniz", { is_3d: true });
      await comeBack(await decide(await goToBank(paid), press));
    }
    const left = await query(
      shop,
      `select card_token from card_draft union all
       select card_token from stored_card where customer_id = 'deniz' and sealed is not null`,
    );
    expect(left).toEqual([]);
    expect(await cardsOf("customer_id=deniz")).toMatchObject({ total: 0 });
  });

  it("are saved for a lost approval once the recovery inquiry finds it", async () => {
    const { session, paid } = await save(ANSWER_LOST, "emre");
    expect(paid.body).toMatchObject({ status: "processing" });
    expect(paid.body["card_token"]).toBeUndefined();
    const order = paid.body["order_id"];
    shop.clock.move(60_000);
    await expect
      .poll(async () => (await shop.api.status(session, order)).body["status"], { timeout: 20_000 })
      .toBe("completed");
    const { body } = await shop.api.status(session, order);
    expect(body["card_token"]).toMatch(TOKEN);
    const { cards } = await cardsOf("customer_id=emre");
    expect(cards).toMatchObject([{ card_token: body["card_token"] }]);
  });

  it("are saved with a preauthorisation, and a repeated call gets the same token", async () => {
    const session = await sessionOf("fatma", { capture_method: "manual" });
    const headers = { "idempotency-key": "hold-1" };
    const call = () => shop.api.pay(session, CARD, { fields: { save_card: true }, headers });
    const held = await call();
    expect(held.body).toMatchObject({
      status: "authorized",
      card_token: expect.stringMatching(TOKEN),
    });
    const again = await call();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.text).toBe(held.text);
  });

  it("are recognised for the same customer, with the newer expiry and name", async () => {
    const first = await save(CARD, "gül");
    const second = await save(CARD, "gül", { expire_year: "2033", card_holder_name: "GÜL ER" });
    expect(second.token).toBe(first.token);
    const other = await save(CARD, "hale");
    expect(other.token).not.toBe(first.token);
    const { cards, total } = await cardsOf(`customer_id=${encodeURIComponent("gül")}`);
    expect(total).toBe(1);
    expect(cards).toMatchObject([{ expire_year: "2033", card_holder_name: "GÜL ER" }]);
    const declined = await save(CARD, "gül", { expire_year: "2035", installment_count: "99" });
    expect(declined.paid.status).toBe(400);
    expect((await cardsOf(`customer_id=${encodeURIComponent("gül")}`))["cards"]).toMatchObject([
      { expire_year: "2033" },
    ]);
  });

  it("get one token from many simultaneous payments with the same card", async () => {
    const saved = await Promise.all(Array.from({ length: 20 }, () => save(VISA, "ilke")));
    expect(new Set(saved.map(({ token }) => token)).size).toBe(1);
    expect(await cardsOf("customer_id=ilke")).toMatchObject({ total: 1 });
    const [drafts] = await query(shop, "select count(*) as left from card_draft");
    expect(drafts?.["left"]).toBe(0n);
  });

  it("are refused once they have expired", async () => {
    const { token } = await save(CARD, "jale", thisMonth());
    shop.clock.move(40 * 24 * 60 * 60 * 1_000);
    const session = await sessionOf("jale");
    const refused = await payWith(session, token);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: "card_expired", errors: [{ field: "card_token" }] });
  });

  it("exclude card fields beside the token, and the refusal names each field", async () => {
    const { token } = await save(CARD, "kaya");
    const session = await sessionOf("kaya");
    const mixed = await shop.api.pay(session, CARD, { fields: { card_token: token } });
    expect(mixed.status).toBe(400);
    expect(mixed.body["errors"]).toEqual(
      ["card_holder_name", "card_number", "expire_month", "expire_year"].map((field) => ({
        field,
        message: "must not be sent together with card_token",
      })),
    );
    const number = await payWith(session, token, { card_number: CARD });
    expect(number.status).toBe(400);
    const missing = await shop.api.post("/api/v1/payment/pay", {
      session_id: session,
      payment_type: "creditcard",
    });
    expect(missing.status).toBe(400);
  });

  it("pay installments like a typed card", async () => {
    const { token } = await save(CARD, "lale");
    const paid = await payWith(await sessionOf("lale"), token, { installment_count: 3 });
    expect(paid.body).toMatchObject({ status: "completed", installment_count: 3 });
  });

  it("are listed page by page with masked numbers only", async () => {
    for (const card of [CARD, VISA, AMEX]) await save(card, "mert");
    const all = await shop.api.get("/api/v1/payment/cards?customer_id=mert", bearer());
    expect(all.body).toMatchObject({ success: true, total: 3, page: 1, per_page: 20 });
    expect(all.body["cards"]).toContainEqual({
      card_token: expect.stringMatching(TOKEN),
      card_last_four: "0006",
      bin_number: "45435900",
      card_brand: "visa",
      bank_name: "İş Bankası",
      expire_month: "12",
      expire_year: "2030",
      card_holder_name: "Ada Şahin",
      customer_id: "mert",
      created_at: expect.stringMatching(/Z$/),
    });
    for (const number of [CARD, VISA, AMEX]) expect(all.text).not.toContain(number);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => cardsOf(`customer_id=mert&per_page=2&page=${page}`)),
    );
    expect(pages.map(({ cards }) => (cards as unknown[]).length)).toEqual([2, 1, 0]);
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
    expect(pages.flatMap(({ cards }) => cards)).toEqual(all.body["cards"]);
    for (const wrong of ["page=0", "per_page=101", "page=1.5", "per_page=x", "customer_id="]) {
      const refused = await shop.api.get(`/api/v1/payment/cards?${wrong}`, bearer());
      expect(refused.status, wrong).toBe(400);
    }
  });

  it("are shown to the customer of the session while they are valid", async () => {
    const kept = await save(CARD, "pelin");
    await save(VISA, "pelin", thisMonth());
    await save(AMEX, "rana");
    await save(AMEX);
    const shown = async (customer?: string) => {
      const context = await openSession(shop.service.deps, await sessionOf(customer));
      if (!context.ok) throw new Error("a session that was just made is there");
      return listCardsForSession(shop.service.deps, context.value);
    };
    expect(await shown("pelin")).toHaveLength(2);
    shop.clock.move(40 * 24 * 60 * 60 * 1_000);
    expect(await shown("pelin")).toMatchObject([{ token: kept.token, lastFour: "0008" }]);
    expect(await shown("sema")).toEqual([]);
    expect(await shown()).toEqual([]);
  });

  it("leave no valid token and no ciphertext when they are erased", async () => {
    const { token } = await save(CARD, "nur");
    const erased = await erase(token);
    expect(erased.status).toBe(200);
    expect(erased.body).toEqual({ success: true, card_token: token });
    expect((await erase(token)).body).toMatchObject({ status: 404, code: "card_token_not_found" });
    const refused = await payWith(await sessionOf("nur"), token);
    expect(refused.body).toMatchObject({ status: 404, code: "card_token_not_found" });
    const rows = await query(shop, "select from stored_card where card_token = $1", [token]);
    expect(rows).toEqual([]);
    expect((await save(CARD, "nur")).token).not.toBe(token);
  });

  it("stay erased though a payment with them was under way", async () => {
    const { token } = await save(CARD, "oya");
    const { paid } = await save(CARD, "oya", { is_3d: true });
    expect((await erase(token)).status).toBe(200);
    await comeBack(await decide(await goToBank(paid), "approve"));
    expect(await cardsOf("customer_id=oya")).toMatchObject({ total: 0 });
  });
});
