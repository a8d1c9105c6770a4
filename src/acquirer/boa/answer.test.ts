import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { Inquiry } from "../../domain/payment/acquirer.ts";
import { jsonDialect } from "./json-dialect.ts";
import { authorizationOf, refundOf } from "./answer.ts";
import { xmlDialect } from "./xml-dialect.ts";

const AMOUNT = money(100n, "TRY");
const ATTEMPT = {
  merchantId: "mer_00000000" as MerchantId,
  attemptId: "att_1" as AttemptId,
  orderId: "ORD-1" as OrderId,
};
const INQUIRY: Inquiry = {
  ...ATTEMPT,
  reference: "att1",
  kind: "authorize",
  amount: AMOUNT,
  state: undefined,
  original: undefined,
  createdAt: instant(0),
};

/** A purchase of 100 kuruş, with the field names and forms of the bank's sample. */
const SALE = {
  OrderId: 203_418_187,
  MerchantOrderId: "att1",
  LastOrderStatus: "Satış (1)",
  TransactionStatus: "Basarılı (1)",
  FirstAmount: 1,
  DrawbackAmount: 0,
  FEC: "TRY (0949)",
  ResponseCode: "00",
  EndOfDayStatus: "Açık (1)",
  ProvisionNumber: "050560",
  Transactions: [{ RRN: "411219539222" }],
};
const OPEN = { ...SALE, ProvisionNumber: "" };
const FAILED = { ...OPEN, TransactionStatus: "Basarısız (2)", ResponseCode: "51" };
const CANCELLED = { ...SALE, LastOrderStatus: "İptal (6)" };

function list(...rows: readonly object[]) {
  const answer = { Result: rows, Success: true, ResponseCode: "Successfull" };
  return jsonDialect.readOrders(JSON.stringify(answer), AMOUNT);
}

describe("Kuveyt Türk's list of purchases", () => {
  it("has lira where the requests have kuruş", () => {
    expect(authorizationOf(list(SALE), INQUIRY)).toEqual({
      kind: "approved",
      bankReference: "411219539222",
      authCode: "050560",
      bankCode: "00",
      amount: AMOUNT,
      state: '{"v":1,"orderId":"203418187"}',
    });
  });

  it.each<[string, readonly object[], string]>([
    ["nothing", [], "not_found"],
    ["a failed try and a charge", [FAILED, SALE], "approved"],
    ["a partly refunded charge", [{ ...SALE, LastOrderStatus: "Kısmi İade (5)" }], "approved"],
    ["two failed tries", [FAILED, FAILED], "declined"],
    ["an authentication without a charge", [FAILED, OPEN], "challenge_open"],
    ["a cancelled charge", [CANCELLED], "undone"],
    ["two charges", [SALE, SALE], "unknown"],
    ["a charge of another amount", [{ ...SALE, FirstAmount: 1.01 }], "unknown"],
    ["a charge in another currency", [{ ...SALE, FEC: "USD (0840)" }], "unknown"],
    ["an unknown status", [{ ...SALE, LastOrderStatus: "Blokaj (2)" }], "unknown"],
    ["another purchase", [{ ...SALE, MerchantOrderId: "att2" }], "unknown"],
  ])("with %s says %3$s", (_name, rows, kind) => {
    expect(authorizationOf(list(...rows), INQUIRY).kind).toBe(kind);
  });

  it.each([
    '{"Success":true,"ResponseCode":"Successfull"}',
    '{"Success":true,"ResponseCode":"Successfull","Result":"none"}',
    '{"Success":true,"ResponseCode":"Successfull","Result":[1]}',
    '{"Success":"true","ResponseCode":"NonResult","Result":[]}',
    '{"Success":false,"ResponseCode":"DbLayerError","Result":[]}',
    "[]",
  ])("is no empty list in the form %s", (text) => {
    expect(authorizationOf(jsonDialect.readOrders(text, AMOUNT), INQUIRY).kind).toBe("unknown");
  });

  it("tells a refund only where the sums leave no doubt", () => {
    const original = {
      attemptId: ATTEMPT.attemptId,
      reference: "att1",
      state: undefined,
      bankReference: "",
      amount: AMOUNT,
      bookedAt: instant(0),
    };
    const refund: Inquiry = { ...INQUIRY, reference: "att2", kind: "refund", original };
    const part: Inquiry = { ...refund, amount: money(50n, "TRY") };
    const refunded = { ...SALE, LastOrderStatus: "Kısmi İade (5)", DrawbackAmount: 0.5 };
    expect(refundOf(list(SALE), refund).kind).toBe("not_found");
    expect(refundOf(list(CANCELLED), refund).kind).toBe("approved");
    expect(refundOf(list(SALE), part).kind).toBe("not_found");
    expect(refundOf(list(refunded), part).kind).toBe("unknown");
  });
});

describe("Vakıf Katılım's list of purchases", () => {
  it.each([
    ["<ResponseCode>NonResult</ResponseCode>", "not_found"],
    ["<ResponseCode>00</ResponseCode>", "unknown"],
    ["<ResponseCode>MerchantNotDefined</ResponseCode>", "unknown"],
  ])("with %s says %s", (inner, kind) => {
    const root = "VPosTransactionResponseContract";
    const read = xmlDialect.readOrders(`<${root}>${inner}</${root}>`, AMOUNT);
    expect(authorizationOf(read, INQUIRY).kind).toBe(kind);
  });
});
