import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { Inquiry } from "../../domain/payment/acquirer.ts";
import { readXml, writeXml } from "../kit/xml.ts";
import { readOrder, readRefund } from "./inquiry.ts";

const ORDER = "202210312A24";
const AT = instant(Date.UTC(2022, 9, 31, 20, 13, 21));

/** A record as the bank answered it. */
const CHARGED = {
  RequestGuid: "1000000081265961",
  InsertDatetime: "31.10.2022 23:13:21",
  OrderId: ORDER,
  RequestStat: "1,10",
  PurchAmount: "1.01",
  Currency: "949",
  TxnType: "Auth",
  TxnStatus: "Y",
  TxnResult: "Success",
  AuthCode: "S90370",
  HostRefNum: "",
  ProcReturnCode: "00",
  F37: "230423101605",
  IsVoided: "false",
};

type Values = Readonly<Record<string, string>>;

const inquiry = (about: Partial<Inquiry> = {}): Inquiry => ({
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
});

function read(changes: Values, about: Partial<Inquiry> = {}) {
  const record = Object.entries({ ...CHARGED, ...changes });
  const answer = readXml(writeXml("PayforResponse", record), "PayforResponse") ?? {};
  return readOrder(answer, inquiry(about), { order: ORDER, deviations: {} });
}

const OPENED = { TxnStatus: "N", TxnResult: "Failed", AuthCode: "", F37: "" };

describe("the record of an order at PayFor", () => {
  it("says a charge with its amount and time", () => {
    expect(read({})).toEqual({
      kind: "approved",
      bankReference: "230423101605",
      authCode: "S90370",
      bankCode: "00",
      amount: money(101n, "TRY"),
      bookedAt: AT,
      state: '{"v":1,"kind":"sale","order":"202210312A24"}',
    });
  });

  it.each([
    [{ ProcReturnCode: "V013", OrderId: "" }, "not_found"],
    [{ IsVoided: "true" }, "undone"],
    [{ TxnStatus: "V" }, "undone"],
    [{ ...OPENED, ProcReturnCode: "V000", RequestStat: "1" }, "challenge_open"],
    [{ ...OPENED, ProcReturnCode: "V000", RequestStat: "1,10" }, "unknown"],
    [{ ...OPENED, ProcReturnCode: "V033", Eci: "05" }, "challenge_passed"],
    [{ ...OPENED, ProcReturnCode: "V033", Eci: "06" }, "challenge_open"],
    [{ ...OPENED, ProcReturnCode: "V034" }, "declined"],
    [{ ...OPENED, ProcReturnCode: "51" }, "declined"],
    [{ ...OPENED, ProcReturnCode: "51", TxnResult: "Success" }, "unknown"],
    [{ ...OPENED, ProcReturnCode: "M041" }, "declined"],
    [{ ...OPENED, ProcReturnCode: "M047" }, "unknown"],
    [{ ...OPENED, ProcReturnCode: "V004" }, "unknown"],
    [{ ...OPENED, ProcReturnCode: "96" }, "unknown"],
    [{ ...OPENED, ProcReturnCode: "V036" }, "unknown"],
    [{ OrderId: "other" }, "unknown"],
    [{ TxnStatus: "P" }, "unknown"],
    [{ TxnResult: "Failed" }, "unknown"],
    [{ AuthCode: "null" }, "unknown"],
    [{ F37: "" }, "unknown"],
    [{ Currency: "978" }, "unknown"],
    [{ PurchAmount: "1,01" }, "unknown"],
    [{ ProcReturnCode: "" }, "unknown"],
  ] as const)("with %j", (changes, kind) => {
    expect(read(changes).kind).toBe(kind);
  });

  it("says captures and voids", () => {
    expect(read({ TxnType: "PreAuth" }, { kind: "capture" })).toEqual({ kind: "not_found" });
    expect(read({ TxnType: "PostAuth" }, { kind: "capture" })).toMatchObject({ kind: "approved" });
    expect(read({}, { kind: "void" })).toEqual({ kind: "not_found" });
    expect(read({ IsVoided: "true" }, { kind: "void" })).toMatchObject({ kind: "approved" });
  });
});

describe("the history of an order at PayFor", () => {
  const refund = { ...CHARGED, TxnType: "Refund", PurchAmount: "0.50" };
  const history = (...rows: readonly Values[]) => {
    const content = rows.map(
      (row) => ["PaymentRequestExtended", [["PaymentRequest", Object.entries(row)]]] as const,
    );
    const answer = readXml(writeXml("PayforResponse", content), "PayforResponse") ?? {};
    return readRefund(answer, inquiry({ kind: "refund", amount: money(50n, "TRY") }), ORDER).kind;
  };

  it.each([
    ["one step", [CHARGED], "not_found"],
    ["the refund", [CHARGED, refund], "approved"],
    ["a refused refund", [CHARGED, { ...refund, ProcReturnCode: "V014" }], "not_found"],
    ["another amount", [CHARGED, { ...refund, PurchAmount: "0.51" }], "not_found"],
    ["another time", [CHARGED, { ...refund, InsertDatetime: "2022-10-31T20:00:00" }], "not_found"],
    ["two such refunds", [CHARGED, refund, refund], "unknown"],
    ["a void of another amount", [{ ...CHARGED, TxnStatus: "V" }], "unknown"],
    ["another order", [{ ...CHARGED, OrderId: "other" }], "unknown"],
    ["no step", [], "unknown"],
  ] as const)("with %s", (_name, rows, kind) => {
    expect(history(...rows)).toBe(kind);
  });
});
