import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { Inquiry } from "../../domain/payment/acquirer.ts";
import { type Row, readAnswer } from "./answer.ts";
import { readInquiry } from "./inquiry.ts";

const ORDER = "20240415ABDD";
const AT = instant(Date.UTC(2024, 3, 15, 17, 41, 3));

/** A row as the bank answered it. */
const SALE: Row = {
  amount: 1.01,
  authCode: "305957",
  hostResponseCode: "00",
  orderId: ORDER,
  orgOrderId: ORDER,
  txnDateTime: "2024-04-15T20:41:03.165",
  responseCode: "VPS-0000",
  rrn: "410724359540",
  txnCode: "1000",
  txnStatus: "N",
  currencyCode: 949,
};
const GUID = "d2f58999-5143-4f5c-b503-deaa789441d5";
const REFUND = { ...SALE, txnCode: "1002", orderId: GUID, amount: 0.5 };
const HOLD = { ...SALE, txnCode: "1004", preAuthStatus: "O" };
const CAPTURE = { ...SALE, txnCode: "1005", orderId: GUID };

function read(rows: readonly object[], about: Partial<Inquiry> = {}) {
  const text = JSON.stringify({ responseCode: "VPS-0000", txnDetailList: rows });
  const told = readAnswer(200, text);
  if (told.kind !== "answer") throw new Error("the answer is unreadable");
  return readInquiry(told.answer, inquiry(about), ORDER);
}

function inquiry(about: Partial<Inquiry>): Inquiry {
  return {
    merchantId: "mer_00000000" as MerchantId,
    attemptId: "att_0000000000000000000000000000" as AttemptId,
    orderId: "ORD-1" as OrderId,
    reference: ORDER,
    kind: "authorize",
    amount: money(101n, "TRY"),
    state: undefined,
    original: undefined,
    createdAt: AT,
    ...about,
  };
}

const refund = { kind: "refund", amount: money(50n, "TRY") } as const;

describe("the rows of an order at Akbank", () => {
  it("say a charge with its amount and time", () => {
    expect(read([SALE])).toEqual({
      kind: "approved",
      bankReference: "410724359540",
      authCode: "305957",
      bankCode: "00",
      amount: money(101n, "TRY"),
      bookedAt: AT + 165,
      state: '{"v":1,"kind":"sale","order":"20240415ABDD"}',
    });
  });

  it("say a decline by the response code, whatever the status is", () => {
    const declined = { ...SALE, responseCode: "VPS-1005", hostResponseCode: "51" };
    expect(read([declined])).toMatchObject({ kind: "declined", reason: "insufficient_balance" });
    expect(read([declined, SALE])).toMatchObject({ kind: "approved" });
  });

  it.each([
    ["installments of another bank's card", { responseCode: "VPS-1044" }, "declined"],
    ["a scheme that it does not take", { responseCode: "VPS-1066" }, "declined"],
    ["a reversal of its own", { responseCode: undefined, txnStatus: "S" }, "not_found"],
    ["no code in a valid row", { responseCode: undefined, txnStatus: "N" }, "unknown"],
    ["no code in a voided row", { responseCode: undefined, txnStatus: "V" }, "unknown"],
    ["no code in a refunded row", { responseCode: undefined, txnStatus: "R" }, "unknown"],
    ["neither code nor status", { responseCode: undefined, txnStatus: undefined }, "unknown"],
    ["a number used before", { responseCode: "VPS-1013" }, "unknown"],
    ["a failure within the bank", { responseCode: "VPS-9001" }, "unknown"],
    ["a refusal of the host without its code", { responseCode: "VPS-1005" }, "unknown"],
  ])("say that the gateway refused by %s", (_name, change, kind) => {
    const refused = { ...SALE, authCode: "", rrn: "0", hostResponseCode: undefined, ...change };
    expect(read([refused]).kind).toBe(kind);
    expect(read([refused, SALE]).kind).toBe("approved");
    const isDecided = kind !== "unknown";
    const declined = { ...SALE, responseCode: "VPS-1005", hostResponseCode: "51" };
    expect(read([refused, declined]).kind).toBe(isDecided ? "declined" : "unknown");
  });

  it.each([
    ["no row", [], "not_found"],
    ["a voided sale", [{ ...SALE, txnStatus: "V" }], "undone"],
    ["a sale that was refunded later", [{ ...SALE, txnStatus: "R" }], "approved"],
    ["a failed sale", [{ ...SALE, txnStatus: "S" }], "unknown"],
    ["a row without a code", [{ ...SALE, responseCode: undefined }], "unknown"],
    ["two sales", [SALE, SALE], "unknown"],
    ["a row of another order", [{ ...SALE, orderId: "x", orgOrderId: "y" }], "unknown"],
    ["no authorization code", [{ ...SALE, authCode: "000000" }], "unknown"],
    ["no host reference", [{ ...SALE, rrn: "0" }], "unknown"],
    ["another currency number", [{ ...SALE, currencyCode: 1 }], "unknown"],
    ["an amount in another form", [{ ...SALE, amount: "1,01" }], "unknown"],
  ] as const)("with %s", (_name, rows, kind) => {
    expect(read(rows).kind).toBe(kind);
  });

  it("say captures and voids of a hold", () => {
    expect(read([HOLD], { kind: "void" })).toEqual({ kind: "not_found" });
    expect(read([{ ...HOLD, txnStatus: "V" }], { kind: "void" })).toMatchObject({
      kind: "approved",
    });
    expect(read([HOLD], { kind: "capture" })).toEqual({ kind: "not_found" });
    expect(read([HOLD, CAPTURE], { kind: "capture" })).toMatchObject({ kind: "approved" });
  });

  it("say a refund by its amount and time, and nothing if several fit", () => {
    const later = { ...REFUND, txnDateTime: "2024-04-15T20:50:03.165" };
    const earlier = { ...REFUND, txnDateTime: "2024-04-15T20:30:03.165" };
    const refused = { ...REFUND, responseCode: "VPS-1005" };
    expect(read([SALE, REFUND], refund)).toMatchObject({ kind: "approved" });
    expect(read([SALE, { ...REFUND, amount: 0.6 }], refund)).toEqual({ kind: "not_found" });
    expect(read([SALE, later], refund)).toMatchObject({ kind: "approved" });
    expect(read([SALE, earlier], refund)).toEqual({ kind: "not_found" });
    expect(read([SALE, refused], refund)).toEqual({ kind: "not_found" });
    expect(read([SALE, REFUND, REFUND], refund)).toMatchObject({ kind: "unknown" });
    const voided = { ...SALE, txnStatus: "V" };
    expect(read([voided], refund)).toMatchObject({ kind: "unknown" });
    expect(read([voided], { ...refund, amount: money(101n, "TRY") })).toMatchObject({
      kind: "approved",
    });
  });
});
