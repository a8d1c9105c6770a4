import { buffer, json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createVezne,
  verifyRedirect,
  VezneAuthenticationError,
  VezneConflictError,
  VezneError,
  VezneRequestError,
  type CardPayRequest,
  type CheckoutSessionRequest,
  type Fetch,
  type FlagsPayAnswer,
  type Transaction,
  type Vezne,
} from "../../src/client/vezne.ts";
import { readPage } from "../support/bank-customer.ts";
import { comeBack, decide, hiddenFields } from "../support/browserless.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { sendMoney } from "../support/transfer-customer.ts";

const APPROVED = "5528790000000008";
const ORDER: CheckoutSessionRequest = {
  amount: 125_000,
  customer: { name: "Ada", surname: "Şahin", email: "ada@example.com", customer_id: "ada" },
  basket_items: [{ id: "1", name: "Kitap", qty: 1, unit_price: 125_000 }],
  success_url: "https://shop.example/thanks?cart=7",
  fail_url: "https://shop.example/sorry",
  metadata: { cart: 7, note: "Çay & kahve" },
};

describe("the client", () => {
  let shop: TestService;
  let vezne: Vezne;
  beforeAll(async () => {
    shop = await startTestService();
    vezne = createVezne({ baseUrl: shop.url, apiKey: shop.merchant.testApiKey });
  });
  afterAll(() => shop.close());

  const open = async (fields: Partial<CheckoutSessionRequest> = {}): Promise<string> =>
    (await vezne.sessions.create({ ...ORDER, ...fields })).session_id;
  const card = (session_id: string, card_number = APPROVED): CardPayRequest => ({
    session_id,
    payment_type: "creditcard",
    card_holder_name: "Ada Şahin",
    card_number,
    expire_month: "12",
    expire_year: "2030",
    cvc: "123",
  });
  const payOnce = async (fields: Partial<CheckoutSessionRequest> = {}) => {
    const session_id = await open(fields);
    const { order_id } = await vezne.payments.pay(card(session_id));
    return { session_id, order_id };
  };

  it("opens sessions, hosted and embedded", async () => {
    const hosted = await vezne.sessions.create(ORDER);
    expect(hosted).toEqual({
      session_id: expect.stringMatching(/^ses_/),
      checkout_url: `${shop.url}/checkout?session=${hosted.session_id}`,
      expires_at: new Date(shop.clock.now() + 60 * 60 * 1_000).toISOString(),
    });
    const { name, surname, email } = { name: "Ada", surname: "Şahin", email: "a@example.com" };
    const embedded = await vezne.sessions.createEmbedded({
      ...ORDER,
      currency: "EUR",
      customer: { name, surname, email },
    });
    expect(embedded.session_id).toMatch(/^ses_/);
  });

  it("pays by card, reads the status, and refunds in parts", async () => {
    const session_id = await open();
    const paid = await vezne.payments.pay(card(session_id));
    expect(paid).toMatchObject({ success: true, status: "completed", card_last_four: "0008" });
    const { order_id } = paid;
    const part = await vezne.payments.refund({ order_id, amount: 25_000 });
    expect(part).toMatchObject({ success: true, status: "partially_refunded", amount: 25_000 });
    const rest = await vezne.payments.refund({ order_id, session_id });
    expect(rest).toMatchObject({ status: "refunded", amount: 100_000 });
    expect(await vezne.payments.getRefund(rest.refund_id)).toMatchObject({
      success: true,
      refund_id: rest.refund_id,
      created_at: new Date(shop.clock.now()).toISOString(),
    });
    expect(await vezne.payments.status({ order_id, session_id })).toMatchObject({
      status: "refunded",
      refunded_amount: 125_000,
    });
  });

  it("preauthorises an amount, captures a part of it, and voids another", async () => {
    const first = await payOnce({ capture_method: "manual" });
    const captured = await vezne.payments.capture({ ...first, amount: 100_000 });
    expect(captured).toMatchObject({ success: true, captured_amount: 100_000 });
    const second = await payOnce({ capture_method: "manual" });
    expect(await vezne.payments.void(second)).toMatchObject({ success: true, status: "cancelled" });
  });

  it("distinguishes a declined payment from a failed call", async () => {
    const session_id = await open();
    const declined = await vezne.payments.pay(card(session_id, "4111111111111129"));
    expect(declined).toMatchObject({ status: "failed", code: "insufficient_balance" });
    await expect(vezne.payments.pay(card(session_id, "4111111111111112"))).rejects.toMatchObject({
      code: "invalid_card_number",
      status: 400,
      errors: [{ field: "card_number", message: "is not a valid card number" }],
    });
  });

  it("has the order that paid a session already in the error, and the request id of the log", async () => {
    const { session_id, order_id } = await payOnce();
    const error = await failed(vezne.payments.pay(card(session_id)));
    expect(error).toBeInstanceOf(VezneConflictError);
    expect(error).toMatchObject({ code: "session_already_paid", retryable: false });
    expect(error.problem["order_id"]).toBe(order_id);
    expect(shop.logLines.join("\n")).toContain(`"request_id":"${error.requestId}"`);
  });

  it("throws an error class for a wrong key, in every call", async () => {
    const stranger = createVezne({ baseUrl: shop.url, apiKey: "vz_test_wrong" });
    for (const call of [stranger.sessions.create(ORDER), stranger.transactions.list()]) {
      const error = await failed(call);
      expect(error).toBeInstanceOf(VezneAuthenticationError);
      expect(error.code).toBe("invalid_api_key");
    }
  });

  it("charges once, however often a payment is sent with its key", async () => {
    const session_id = await open();
    const options = { idempotencyKey: `order-${session_id}` };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => vezne.payments.pay(card(session_id), options)),
    );
    expect(new Set(answers.map(({ order_id }) => order_id)).size).toBe(1);
  });

  it("charges and refunds once when the first answers are lost", async () => {
    const losing = createVezne({
      baseUrl: shop.url,
      apiKey: shop.merchant.testApiKey,
      fetch: losingFirstAnswers(),
    });
    const { session_id } = await losing.sessions.create(ORDER);
    const { order_id, status } = await losing.payments.pay(card(session_id));
    expect(status).toBe("completed");
    expect(await losing.payments.refund({ order_id, amount: 1_000 })).toMatchObject({
      status: "partially_refunded",
    });
    const rows = await query(
      shop,
      `select (select count(*)::int from payment where session_id = $1) as payments,
         (select count(*)::int from refund where session_id = $1) as refunds`,
      [session_id],
    );
    expect(rows).toEqual([{ payments: 1, refunds: 1 }]);
  });

  it("sends the customer to the bank and accepts only signed returns", async () => {
    const session_id = await open();
    const paid = await vezne.payments.pay({ ...card(session_id), is_3d: true });
    if (paid.status !== "processing") throw new Error(`unexpected: ${paid.status}`);
    const { webhookSecret } = shop.merchant.merchant;
    const address = await throughBank(paid.redirect_url ?? "", "approve");
    expect(address).toContain("https://shop.example/thanks?cart=7&");
    expect(await verifyRedirect(address, webhookSecret)).toEqual({
      status: "success",
      order_id: paid.order_id,
      session_id,
      metadata: ORDER.metadata,
    });
    const forged = address.replace(paid.order_id, "ORD-2");
    await expect(verifyRedirect(forged, webhookSecret)).rejects.toThrow("signature_invalid");
  });

  it("gives the signed reason when the customer cancels at the bank", async () => {
    const session_id = await open();
    const paid = await vezne.payments.pay({ ...card(session_id), is_3d: true });
    if (paid.status !== "processing") throw new Error(`unexpected: ${paid.status}`);
    const address = await throughBank(paid.redirect_url ?? "", "cancel");
    const { webhookSecret } = shop.merchant.merchant;
    expect(await verifyRedirect(address, webhookSecret)).toEqual({
      status: "failed",
      order_id: paid.order_id,
      session_id,
      code: "cancelled_by_customer",
    });
  });

  it("looks up cards and installments, and pays in three", async () => {
    const session_id = await open();
    const look = { session_id, bin_number: "552879" };
    expect(await vezne.bin(look)).toMatchObject({ success: true, card_brand: "mastercard" });
    const { installments } = await vezne.installments(look);
    const three = installments.find(({ count }) => count === 3);
    const paid = await vezne.payments.pay({ ...card(session_id), installment_count: 3 });
    expect(paid).toMatchObject({ installment_count: 3, charged_amount: three?.total_amount });
  });

  it("lists every other payment method, and pays by each", async () => {
    const session = { session_id: await open() };
    const { banks } = await vezne.options.wireTransfer(session);
    const { wallets } = await vezne.options.wallets(session);
    const lenders = (await vezne.options.shoppingCredit(session)).banks;
    const { bank_code } = banks[0] ?? { bank_code: "" };
    const methods = [
      { payment_type: "bank_transfer", bank_code },
      { payment_type: "wallet", wallet_id: wallets[0]?.wallet_id ?? "" },
      { payment_type: "shopping_credit", bank_code: lenders[0]?.bank_code ?? "" },
      { payment_type: "papel" },
    ] as const;
    for (const method of methods) {
      const paid = await vezne.payments.pay({ session_id: await open(), ...method });
      expect(paid.payment_type).toBe(method.payment_type);
      expect(paid.status).toBe(method.payment_type === "bank_transfer" ? "pending" : "processing");
    }
  });

  it("sees a transfer that arrives", async () => {
    const session_id = await open();
    const paid = await vezne.payments.pay({ session_id, payment_type: "bank_transfer" });
    if (paid.status !== "pending") throw new Error(`unexpected: ${paid.status}`);
    const { iban, reference_code: description, amount: minor } = paid.bank_account;
    await sendMoney(shop, { iban, description, minor });
    const { order_id } = paid;
    const status = async () => (await vezne.payments.status({ order_id, session_id })).status;
    await expect.poll(status, { timeout: 40_000 }).toBe("completed");
  });

  it("stores a card, pays with it, and erases it", async () => {
    const paid = await vezne.payments.pay({ ...card(await open()), save_card: true });
    const { card_token = "" } = paid;
    const { cards } = await vezne.cards.list({ customer_id: "ada" });
    expect(cards.map((stored) => stored.card_token)).toEqual([card_token]);
    const session_id = await open();
    const again = await vezne.payments.pay({ session_id, payment_type: "creditcard", card_token });
    expect(again).toMatchObject({ status: "completed", card_last_four: "0008" });
    expect(await vezne.cards.delete(card_token)).toEqual({ success: true, card_token });
    const error = await failed(vezne.cards.delete(card_token));
    expect(error).toBeInstanceOf(VezneRequestError);
    expect(error.code).toBe("card_token_not_found");
  });

  it("answers with numbers in the codes style", async () => {
    const { testApiKey: apiKey } = shop.merchant;
    const codes = createVezne({ baseUrl: shop.url, apiKey, responseStyle: "codes" });
    const paid = await codes.payments.pay(card(await open()));
    expect(paid).toMatchObject({ status: 0, card_last_four: "0008" });
    const redirected = await codes.payments.pay({ ...card(await open()), is_3d: true });
    expect(redirected).toMatchObject({ status: 1, redirect_url: expect.any(String) });
    const session_id = await open();
    const declined = await codes.payments.pay(card(session_id, "4127111111111113"));
    expect(declined.status).toBe(-3);
    shop.clock.move(60 * 60 * 1_000);
    expect(await codes.payments.pay(card(session_id))).toEqual({
      status: -4,
      message: expect.any(String),
    });
    expect(Object.keys(await codes.summary()).toSorted()).toEqual([
      "approval_rate",
      "failed",
      "refunded",
      "successful",
      "total_amount",
      "total_transactions",
    ]);
  });

  describe("reports of the client", () => {
    let orders: readonly string[];
    let own: Vezne;

    beforeAll(async () => {
      const seller = await shop.createMerchant("Raporcu");
      own = createVezne({ baseUrl: shop.url, apiKey: seller.testApiKey });
      const made: FlagsPayAnswer[] = [];
      for (let index = 0; index < 5; index += 1) {
        shop.clock.move(1_000);
        const { session_id } = await own.sessions.create({ ...ORDER, amount: 1_000 + index });
        made.unshift(await own.payments.pay(card(session_id)));
      }
      orders = made.map(({ order_id }) => order_id);
    });

    it("list the matching payments", async () => {
      const found = await own.transactions.list({ min_amount: 1_002, per_page: 2, page: 2 });
      expect(found).toMatchObject({ total: 3, page: 2, per_page: 2 });
      expect(found.transactions.map(({ order_id }) => order_id)).toEqual([orders[2]]);
    });

    it("iterate over all pages, or over none without matches", async () => {
      const pages: (readonly Transaction[])[] = [];
      for await (const { transactions } of own.transactions.pages({ per_page: 2 })) {
        pages.push(transactions);
      }
      expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
      expect(pages.flat().map(({ order_id }) => order_id)).toEqual(orders);
      let empty = 0;
      for await (const { transactions } of own.transactions.pages({ status: "failed" })) {
        empty += transactions.length;
      }
      expect(empty).toBe(0);
    });

    it("have a summary", async () => {
      expect(await own.summary({ currency: "TRY" })).toMatchObject({
        success: true,
        total_transactions: 5,
        total_amount: 5_010,
        breakdown_by_type: { creditcard: { count: 5 } },
      });
    });

    it("are exported as a stream, under the service's file name", async () => {
      const exported = await own.export({ format: "json", status: "completed" });
      expect(exported.fileName).toBe("transactions-test.json");
      expect(exported.contentType).toMatch(/^application\/json/);
      const records = (await json(exported.body)) as readonly Transaction[];
      expect(records.map(({ order_id }) => order_id)).toEqual(orders);
      const table = await own.export({ format: "csv" });
      expect((await buffer(table.body)).toString().split("\r\n")).toHaveLength(7);
    });

    it("are refused for an invalid filter, with the field's name", async () => {
      const error = await failed(own.export({ format: "csv", start_date: "2024-02-30" }));
      expect(error).toMatchObject({ code: "validation_failed", status: 400 });
      expect(error.errors[0]?.field).toBe("start_date");
    });
  });
});

async function failed(call: Promise<unknown>): Promise<VezneError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof VezneError) return error;
  throw new Error("The call should have failed.", { cause: error });
}

/** Executes every request, but loses the first answer of each key. */
function losingFirstAnswers(): Fetch {
  const seen = new Set<string>();
  return async (address, request) => {
    const response = await fetch(address, request);
    const key = request.headers["idempotency-key"] ?? "";
    if (seen.has(key)) return response;
    seen.add(key);
    await response.text();
    throw new TypeError("fetch failed");
  };
}

/** Goes through the hand-off page and the bank's page to the final URL of the browser. */
async function throughBank(handOff: string, decision: "approve" | "cancel"): Promise<string> {
  const ours = await readPage(await fetch(handOff));
  const body = hiddenFields(ours.html);
  const bank = await readPage(await fetch(ours.action, { method: "POST", body }));
  return (await comeBack(await decide(bank, decision))).location;
}
