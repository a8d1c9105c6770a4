import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  NOON,
  originalAttempt,
  scriptedBank,
  scriptedInquiry,
  scriptedRefund,
} from "../../../test/support/scripted-line.ts";
import { money } from "../../kernel/money.ts";
import { Secret } from "../../kernel/secret.ts";
import type { AuthorizeRequest } from "../../domain/payment/acquirer.ts";
import { packState } from "../kit/state.ts";
import { iyzico } from "./adapter.ts";

const KEY = "sandbox-secret";
const PAYMENT_ID = "22416035";

type Fields = Readonly<Record<string, unknown>>;

/** A charge of 104 TRY for goods of 100 TRY, which is paid in three installments. */
const REQUEST: AuthorizeRequest = {
  ...scriptedInquiry({ reference: "0abcdefghjkmnpqrstvw" }),
  kind: "sale",
  amount: money(10_400n, "TRY"),
  goods: money(10_000n, "TRY"),
  installmentCount: 3,
  orderReference: "SİP-7",
  card: {
    number: new Secret("5528790000000008"),
    expiry: { month: 3, year: 2030 },
    cvc: new Secret("973"),
    holderName: "Şule Çağ",
  },
  payer: { name: "Şule Nur Çağ", email: undefined, phone: undefined, network: "2001:db8::/64" },
  challenge: undefined,
};

/** The JSON of an answer, signed over its own values; `numbers` are written as Java writes them. */
function signed(fields: Fields): string {
  const all: Fields = {
    status: "success",
    paymentId: PAYMENT_ID,
    currency: "TRY",
    basketId: REQUEST.orderId,
    conversationId: REQUEST.reference,
    paidPrice: 104,
    price: 100,
    fraudStatus: 1,
    phase: "AUTH",
    authCode: "123456",
    ...fields,
  };
  const names = ["paymentId", "currency", "basketId", "conversationId", "paidPrice", "price"];
  const text = names.map((name) => all[name]).join(":");
  const signature = createHmac("sha256", KEY).update(text).digest("hex");
  return JSON.stringify({ ...all, signature }).replace(
    /"(p\w+rice)":(\d+)/gi,
    (_, name, value) => `"${name}":${value}.00000000`,
  );
}

function refused(fields: Fields): string {
  return JSON.stringify({ status: "failure", errorMessage: "…", ...fields });
}

function bank(answer: (body: string) => string, status = 200) {
  const credentials = { api_key: "sandbox-key", secret_key: KEY };
  const answers = (_host: string, body: string) => answer(body);
  return scriptedBank({ protocol: iyzico, bank: "iyzico", credentials, answer: answers, status });
}

it("sends the price of the goods and what the card pays, and fills what the session lacks", async () => {
  const { acquirer, asked } = bank(() => signed({}));
  expect(await acquirer.authorize(REQUEST)).toMatchObject({
    kind: "approved",
    bankReference: PAYMENT_ID,
    amount: money(10_400n, "TRY"),
  });
  expect(JSON.parse(asked[0]?.body ?? "")).toMatchObject({
    conversationId: REQUEST.reference,
    price: "100.0",
    paidPrice: "104.0",
    installment: 3,
    basketItems: [{ name: "SİP-7", itemType: "VIRTUAL", price: "100.0" }],
    paymentCard: { cardNumber: "5528790000000008", expireMonth: "03", expireYear: "2030" },
    buyer: {
      name: "Şule Nur",
      surname: "Çağ",
      identityNumber: "11111111111",
      ip: "1.1.1.1",
      city: "Istanbul",
    },
  });
});

it("does not send a count of installments that the company has not", async () => {
  const { acquirer, asked } = bank(() => signed({}));
  const outcome = await acquirer.authorize({ ...REQUEST, installmentCount: 4 });
  expect(outcome).toMatchObject({ kind: "declined", retry: "same_request" });
  expect(asked).toEqual([]);
});

describe("an answer of success is no approval", () => {
  it.each<readonly [string, string]>([
    ["without a signature", signed({}).replace(/,"signature":"\w+"/, "")],
    ["with another amount under the signature", signed({}).replace("104.0", "204.0")],
    ["for another attempt", signed({ conversationId: "0abcdefghjkmnpqrstvx" })],
    ["for another basket", signed({ basketId: "ORD-1" })],
    ["of a hold", signed({ phase: "PRE_AUTH" })],
    ["while the review is open", signed({ fraudStatus: 0 })],
    ["if the review has refused it", signed({ fraudStatus: -1 })],
    ["without an authorization code", signed({ authCode: null })],
    ["in a page of HTML", "<html><body>Bakım</body></html>"],
  ])("%s", async (_what, text) => {
    const { acquirer } = bank(() => text);
    expect(await acquirer.authorize(REQUEST)).toMatchObject({ kind: "unknown" });
  });
});

describe("a refusal", () => {
  it.each<readonly [string, Fields, object]>([
    [
      "has its reason by the group, also where the number has moved",
      { errorCode: "10041", errorGroup: "PICKUP_CARD" },
      { kind: "declined", reason: "card_blocked", retry: "never" },
    ],
    [
      "wants 3-D Secure",
      { errorCode: "10217", errorGroup: "DEBIT_CARDS_REQUIRES_3DS" },
      { kind: "declined", retry: "with_challenge" },
    ],
    [
      "takes no installments",
      { errorCode: "10222", errorGroup: "NOT_PERMITTED_TO_INSTALLMENT" },
      { kind: "declined", retry: "other_terms" },
    ],
    [
      "for too many requests reached no bank, and its number is no text",
      { errorCode: 50_000 },
      { kind: "declined", retry: "same_request", bankCode: "50000" },
    ],
    [
      "by a time limit leaves the charge open",
      { errorCode: "10219", errorGroup: "REQUEST_TIMEOUT" },
      { kind: "unknown" },
    ],
    ["that no list has leaves the charge open", { errorCode: "10999" }, { kind: "unknown" }],
    ["of an approved charge asks", { errorCode: "10203" }, { kind: "unknown" }],
  ])("%s", async (_what, fields, outcome) => {
    for (const status of [200, 400]) {
      const { acquirer } = bank(() => refused(fields), status);
      expect(await acquirer.authorize(REQUEST)).toMatchObject(outcome);
    }
    const { acquirer } = bank(() => refused(fields), 502);
    expect(await acquirer.authorize(REQUEST)).toMatchObject({ kind: "unknown" });
  });
});

describe("a refund", () => {
  const state = packState({ kind: "capture", paymentId: PAYMENT_ID });
  const refund = scriptedRefund(originalAttempt({ state }));

  it.each<readonly [string, Fields, object]>([
    [
      "before the day end waits for it",
      { errorCode: "10223", errorGroup: "REQUIRES_DAY_END" },
      { kind: "pending", until: "day_end" },
    ],
    [
      "that the company repeats is its own to end",
      { errorCode: "10246", errorGroup: "REFUND_DECLINE", retryable: true },
      { kind: "pending", until: "bank" },
    ],
    [
      "that a card refuses is not made",
      { errorCode: "10057", errorGroup: "NOT_PERMITTED_TO_CARDHOLDER" },
      { kind: "declined" },
    ],
    [
      "of more than is left may be an earlier delivery's",
      { errorCode: "10232", errorGroup: "INVALID_AMOUNT" },
      { kind: "unknown" },
    ],
  ])("%s", async (_what, fields, outcome) => {
    const { acquirer } = bank(() => refused(fields));
    expect(await acquirer.refund(refund)).toMatchObject(outcome);
  });

  it.each<readonly [string, number, object]>([
    ["stands", 1, { kind: "approved", amount: money(6_000n, "TRY") }],
    ["failed", 2, { kind: "declined" }],
    ["is open", 0, { kind: "pending", until: "bank" }],
  ])("is found in the report where it %s", async (_what, refundStatus, outcome) => {
    const row = { refundConversationId: refund.reference, refundPrice: 60, refundStatus };
    const payment = {
      paymentId: PAYMENT_ID,
      currency: "TRY",
      itemTransactions: [{ refunds: [{ ...row, refundConversationId: "other" }, row] }],
    };
    const { acquirer } = bank(() => JSON.stringify({ status: "success", payments: [payment] }));
    const inquiry = { ...refund, kind: "refund", createdAt: NOON, state: undefined } as const;
    expect(await acquirer.inquire(inquiry)).toMatchObject(outcome);
  });
});

describe("an inquiry", () => {
  const inquiry = { ...scriptedInquiry(), ...REQUEST, kind: "authorize" as const };
  const report = (rows: readonly object[]) => JSON.stringify({ status: "success", payments: rows });
  const booked = { paymentId: Number(PAYMENT_ID), paymentStatus: 1 };

  it.each<readonly [string, string, readonly object[], object]>([
    ["finds the charge", signed({ paymentStatus: "SUCCESS" }), [booked], { kind: "approved" }],
    [
      "finds a cancelled charge",
      signed({ paymentStatus: "SUCCESS" }),
      [{ ...booked, cancels: [{ refundStatus: 1 }] }],
      { kind: "undone" },
    ],
    [
      "waits for the review",
      signed({ paymentStatus: "SUCCESS", fraudStatus: 0 }),
      [booked],
      { kind: "pending", until: "bank" },
    ],
    [
      "sees that a charge which the review refused was cancelled",
      signed({ paymentStatus: "SUCCESS", fraudStatus: -1 }),
      [{ ...booked, cancels: [{ refundStatus: 1 }] }],
      { kind: "undone" },
    ],
    [
      "leaves a charge that the review refused to a person",
      signed({ paymentStatus: "SUCCESS", fraudStatus: -1 }),
      [booked],
      { kind: "unknown", isAmbiguous: true },
    ],
    [
      "finds open 3-D Secure",
      signed({ paymentStatus: "INIT_THREEDS" }),
      [],
      { kind: "challenge_open" },
    ],
    [
      "does not believe an unsigned detail",
      signed({ paymentStatus: "SUCCESS" }).replace(/,"signature":"\w+"/, ""),
      [booked],
      { kind: "unknown" },
    ],
    ["finds nothing", refused({ errorCode: "5087" }), [], { kind: "not_found" }],
    ["learns nothing of a wrong key", refused({ errorCode: "1000" }), [], { kind: "unknown" }],
  ])("%s", async (_what, detail, rows, outcome) => {
    const { acquirer } = bank((body) => (body === "" ? report(rows) : detail));
    expect(await acquirer.inquire(inquiry)).toMatchObject(outcome);
  });
});
