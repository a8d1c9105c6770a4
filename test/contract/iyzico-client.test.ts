import { createHmac, randomBytes } from "node:crypto";
import Iyzipay, { type Answer } from "iyzipay";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryBook } from "../../src/bank/memory-book.ts";
import { type RunningBank, startBank } from "../../src/bank/server/start-bank.ts";
import { DAY } from "../../src/kernel/clock.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { passChallenge } from "../support/protocol-customer.ts";
import { movableClock, random } from "../support/sandbox-bank.ts";
import { RECORDED_ACCOUNT, RECORDED_REQUESTS } from "../support/vectors/iyzico.ts";

const { apiKey, secretKey } = RECORDED_ACCOUNT;
const RETURN_URL = "https://shop.example/return";
const ADDRESS = {
  address: "Nidakule",
  contactName: "Şule Çağ",
  city: "Istanbul",
  country: "Turkey",
};
const CARD = { cardHolderName: "Şule Çağ", expireYear: "2030", expireMonth: "12" };

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The company's own client, of which only the base address is set, drives the door. */
describe("iyzico's own client at the door", () => {
  const clock = movableClock();
  let bank: RunningBank;
  beforeAll(async () => {
    const masterSecret = new Secret(randomBytes(32).toString("hex"));
    const delay = () => Promise.resolve();
    const at = { host: "127.0.0.1", port: 0 };
    bank = await startBank({ ...at, book: memoryBook(), clock, random, masterSecret, delay });
  });
  afterAll(() => bank.close());

  let labels = 0;
  const call = async (
    resource: string,
    request: object = {},
    {
      method = "create",
      key = secretKey,
    }: { method?: "create" | "retrieve" | "delete"; key?: string } = {},
  ): Promise<Answer> => {
    const client = new Iyzipay({ uri: `${bank.url}/doors/iyzico`, apiKey, secretKey: key });
    labels += 1;
    const asked = { locale: "tr", conversationId: `label-${labels}`, ...request };
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, answer: Answer) =>
        error === null ? resolve(answer) : reject(error);
      client[resource]?.[method](asked, done);
    });
  };
  const payment = (fields: object = {}) => ({
    price: "100.0",
    paidPrice: "104.0",
    installment: "3",
    paymentChannel: "WEB",
    basketId: "B67832",
    paymentGroup: "PRODUCT",
    currency: "TRY",
    paymentCard: { ...CARD, cardNumber: "5528790000000008", cvc: "123", registerCard: "0" },
    buyer: {
      id: "BY789",
      name: "Şule",
      surname: "Çağ",
      identityNumber: "11111111111",
      email: "a@example.com",
      gsmNumber: "+905350000000",
      registrationAddress: "Nidakule",
      city: "Istanbul",
      country: "Turkey",
      ip: "203.0.113.7",
    },
    shippingAddress: ADDRESS,
    billingAddress: ADDRESS,
    basketItems: [
      { id: "1", name: "Defter", category1: "Kırtasiye", itemType: "PHYSICAL", price: "60.0" },
      { id: "2", name: "Kalem", category1: "Kırtasiye", itemType: "PHYSICAL", price: "40.0" },
    ],
    ...fields,
  });
  /** Checks an answer as the company's examples do: numbers of JSON, joined as text. */
  const expectSigned = (answer: Answer, names: readonly string[]) => {
    const text = names.map((name) => textOf(answer[name])).join(":");
    expect(answer["signature"]).toBe(createHmac("sha256", secretKey).update(text).digest("hex"));
  };
  const PAID = ["paymentId", "currency", "basketId", "conversationId", "paidPrice", "price"];

  it("sells in installments, finds the sale and refunds a part of it twice", async () => {
    const sold = await call("payment", payment());
    expect(sold).toMatchObject({
      status: "success",
      paidPrice: 104,
      fraudStatus: 1,
      phase: "AUTH",
    });
    expect(sold).toMatchObject({ cardFamily: "Paraf", cardAssociation: "MASTER_CARD" });
    expectSigned(sold, PAID);
    const { paymentId } = sold;
    const found = await call("payment", { paymentId }, { method: "retrieve" });
    expect(found).toMatchObject({ status: "success", paymentStatus: "SUCCESS", paymentId });
    expectSigned(found, PAID);
    const [item] = sold["itemTransactions"] as readonly Answer[];
    const { paymentTransactionId } = item ?? {};
    const price = { price: "4.5", currency: "TRY", ip: "203.0.113.7" };
    for (const request of [
      { paymentTransactionId, ...price },
      { paymentId, ...price },
    ]) {
      const isItem = "paymentTransactionId" in request;
      const refunded = await call(isItem ? "refund" : "refundV2", request);
      expect(refunded).toMatchObject({ status: "success", price: 4.5 });
      expectSigned(refunded, ["paymentId", "price", "currency", "conversationId"]);
    }
    const { conversationId: paymentConversationId } = sold;
    const asked = { paymentConversationId };
    const report = await call("reportingTransactionDetails", asked, { method: "retrieve" });
    expect(report).toMatchObject({ payments: [{ paymentRefundStatus: "PARTIALLY_REFUNDED" }] });
    const over = await call("refundV2", { paymentId, ...price, price: "96.0" });
    expect(over).toMatchObject({ status: "failure", errorGroup: "INVALID_AMOUNT" });
  });

  it("cancels on the same day only", async () => {
    const [first, second] = [await call("payment", payment()), await call("payment", payment())];
    const { paymentId } = first;
    expect(await call("cancel", { paymentId, ip: "203.0.113.7" })).toMatchObject({
      status: "success",
      paymentId,
      price: 104,
    });
    clock.move(DAY);
    const late = await call("cancel", { paymentId: second["paymentId"], ip: "203.0.113.7" });
    expect(late).toMatchObject({ status: "failure", errorCode: "10012" });
  });

  it("holds and captures a smaller amount", async () => {
    const held = await call("paymentPreAuth", payment());
    expect(held).toMatchObject({ status: "success", phase: "PRE_AUTH" });
    const { paymentId } = held;
    const wish = { paymentId, paidPrice: "50.0", currency: "TRY", ip: "203.0.113.7" };
    const captured = await call("paymentPostAuth", wish);
    expect(captured).toMatchObject({ status: "success", phase: "POST_AUTH", paidPrice: 50 });
    expectSigned(captured, PAID);
  });

  it.each([
    ["approve", "threedsV2Payment", "success"],
    ["decline", "threedsPayment", "failure"],
  ] as const)("ends 3-D Secure after %s by %s with %s", async (decision, resource, status) => {
    const opened = await call("threedsInitialize", payment({ callbackUrl: RETURN_URL }));
    expect(opened).toMatchObject({ status: "success" });
    expectSigned(opened, ["paymentId", "conversationId"]);
    const document = Buffer.from(textOf(opened["threeDSHtmlContent"]), "base64").toString();
    const customer = { returnUrl: RETURN_URL, decision, cardNumber: "" };
    const [fields = {}] = await passChallenge({ kind: "html", document }, customer);
    expect(fields).toMatchObject({ status, mdStatus: status === "success" ? "1" : "0" });
    expectSigned(fields, ["conversationData", "conversationId", "mdStatus", "paymentId", "status"]);
    const { paymentId } = fields;
    const terms = { paymentId, paidPrice: "104.0", basketId: "B67832", currency: "TRY" };
    const cheaper = await call("threedsV2Payment", { ...terms, paidPrice: "1.0" });
    expect(cheaper).toMatchObject({ status: "failure" });
    expect(await call(resource, terms)).toMatchObject({ status });
    expect(await call(resource, terms)).toMatchObject({ status: "failure" });
  });

  it("knows cards by their first digits, and the totals of their installments", async () => {
    const bin = { binNumber: "54003600" };
    expect(await call("binNumber", bin, { method: "retrieve" })).toMatchObject({
      bankCode: 62,
      cardFamily: "Bonus",
      cardType: "CREDIT_CARD",
    });
    const asked = { ...bin, price: "100" };
    const totals = await call("installmentInfo", asked, { method: "retrieve" });
    const [detail] = totals["installmentDetails"] as readonly Answer[];
    expect(detail?.["installmentPrices"]).toContainEqual({
      installmentNumber: 3,
      installmentPrice: 34.66,
      totalPrice: 104,
    });
    const debit = { binNumber: "589004", price: "100" };
    const single = await call("installmentInfo", debit, { method: "retrieve" });
    expect(single).toMatchObject({ installmentDetails: [{ installmentPrices: [{}] }] });
  });

  it("stores cards, pays by them, lists them and drops them", async () => {
    const card = { ...CARD, cardAlias: "kart", cardNumber: "5526080000000006" };
    const stored = await call("card", { email: "a@example.com", externalId: "e1", card });
    expect(stored).toMatchObject({ status: "success", cardBankName: "Akbank" });
    const { cardUserKey, cardToken } = stored;
    const paid = await call("payment", payment({ paymentCard: { cardUserKey, cardToken } }));
    expect(paid).toMatchObject({ status: "success", lastFourDigits: "0006" });
    const list = () => call("cardList", { cardUserKey }, { method: "retrieve" });
    expect(await list()).toMatchObject({ cardDetails: [{ cardToken, cardAlias: "kart" }] });
    await call("card", { cardUserKey, cardToken }, { method: "delete" });
    expect(await list()).toMatchObject({ cardDetails: [] });
  });

  it.each([
    ["4111111111111129", "10051", "NOT_SUFFICIENT_FUNDS"],
    ["4128111111111112", "10012", "INVALID_TRANSACTION"],
    ["4123111111111117", "10057", "NOT_PERMITTED_TO_CARDHOLDER"],
    ["5528790000000009", "12", undefined],
  ])("refuses card %s as %s", async (cardNumber, errorCode, errorGroup) => {
    const paymentCard = { ...CARD, cardNumber, cvc: "123" };
    const refused = await call("payment", payment({ paymentCard }));
    expect(refused["status"]).toBe("failure");
    expect([refused["errorCode"], refused["errorGroup"]]).toEqual([errorCode, errorGroup]);
    expect(refused).not.toHaveProperty("signature");
  });

  it.each([
    ["a price that the items don't add up to", { price: "99.0" }, "5062"],
    ["no card", { paymentCard: {} }, "16"],
    ["a foreign currency with a Turkish card", { currency: "EUR" }, "5184"],
    ["four installments", { installment: "4" }, "24"],
    ["a basket without an address to ship to", { shippingAddress: {} }, "24"],
  ])("refuses %s", async (_what, fields, errorCode) => {
    expect(await call("payment", payment(fields))).toMatchObject({ status: "failure", errorCode });
  });

  it("is refused with a wrong key, and answers a sign of life", async () => {
    const refused = await call("payment", payment(), { key: "sandbox-other" });
    expect(refused).toMatchObject({ status: "failure", errorCode: "1000" });
    expect(await call("apiTest", {}, { method: "retrieve" })).toMatchObject({ status: "success" });
  });

  it("gets an answer to each of its recorded requests", async () => {
    const codes: Record<string, string> = {};
    for (const { what, method, path, authorization, body } of RECORDED_REQUESTS) {
      const headers = { authorization, "content-type": "application/json" };
      const url = `${bank.url}/doors/iyzico${path}`;
      const answered = await fetch(url, { method, headers, body });
      const text = await answered.text();
      const read = answered.ok ? (JSON.parse(text) as Answer) : {};
      codes[what] = textOf(read["errorCode"] ?? read["status"] ?? answered.status);
    }
    expect(codes).toEqual({
      charge: "success",
      "3-D open": "success",
      "3-D finish": "5087",
      "3-D finish v2": "5087",
      preauth: "success",
      capture: "5087",
      cancel: "5087",
      "refund by item": "5087",
      "refund by payment": "5087",
      inquiry: "success",
      BIN: "success",
      installments: "success",
      "checkout form open": "404",
      "checkout form read": "404",
      "card store": "success",
      "card list": "3005",
      "card delete": "3006",
    });
  });
});
