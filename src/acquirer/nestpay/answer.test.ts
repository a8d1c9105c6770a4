import { describe, expect, it } from "vitest";
import { scriptedBank } from "../../../test/support/scripted-line.ts";
import { money } from "../../kernel/money.ts";
import { instant } from "../../kernel/clock.ts";
import { newAttemptId, newMerchantId, newOrderId } from "../../kernel/ids.ts";
import type { Inquiry } from "../../domain/payment/acquirer-requests.ts";
import { nestpay } from "./adapter.ts";
import {
  type Answer,
  type AskedAbout,
  readOutcome,
  readAnswer,
  readHistory,
  readStatus,
} from "./answer.ts";

const APPROVED = `<?xml version="1.0" encoding="ISO-8859-9"?>
<CC5Response><OrderId>20230910AF6A</OrderId><GroupId>20230910AF6A</GroupId>
<Response>Approved</Response><AuthCode>P18552</AuthCode>
<HostRefNum>325300733333</HostRefNum><ProcReturnCode>00</ProcReturnCode>
<TransId>23253WkfD10806</TransId><ErrMsg></ErrMsg><Extra><SETTLEID>2589</SETTLEID>
<TRXDATE>20230910 22:36:30</TRXDATE><ERRORCODE></ERRORCODE><CARDISSUER>Z&#x130;RAAT</CARDISSUER>
<NUMCODE>00</NUMCODE></Extra></CC5Response>`;

const refusal = (response: string, code: string, error: string, message = "") =>
  `<CC5Response><OrderId></OrderId><Response>${response}</Response>
  <ProcReturnCode>${code}</ProcReturnCode><TransId>24000AAAA00001</TransId>
  <ErrMsg>${message}</ErrMsg>
  <Extra><ERRORCODE>${error}</ERRORCODE></Extra></CC5Response>`;

const CHARGE: AskedAbout = { about: "authorization", reference: "20230910AF6A", type: "sale" };
const VOID: AskedAbout = { about: "modification", reference: "20230910AF6A", type: "void" };

const outcome = (text: string, asked = CHARGE) => {
  const answer = readAnswer(text);
  return answer === undefined ? undefined : readOutcome(answer, asked);
};

describe("an answer of NestPay", () => {
  it("is an approval with the numbers and the time of the bank", () => {
    expect(outcome(APPROVED)).toEqual({
      kind: "approved",
      bankReference: "325300733333",
      authCode: "P18552",
      bankCode: "00",
      bookedAt: instant(Date.UTC(2023, 8, 10, 19, 36, 30)),
      card: { issuer: "ZİRAAT" },
      state: '{"v":1,"type":"sale","transactionId":"23253WkfD10806"}',
    });
  });

  it.each([
    ["<OrderId>20230910AF6A", "<OrderId>20230910AF6B"],
    ["<OrderId>20230910AF6A</OrderId>", ""],
    ["<ProcReturnCode>00", "<ProcReturnCode>01"],
    ["<ProcReturnCode>00</ProcReturnCode>", ""],
    ["<Response>Approved", "<Response>approved"],
    ["<Response>Approved", "<Response> Approved</Response><Response>Declined"],
    ["<TransId>23253WkfD10806", "<TransId>"],
    ["<ERRORCODE>", "<ERRORCODE>CORE-2008"],
  ])("is no approval with %s as %s", (from, to) => {
    expect(outcome(APPROVED.replace(from, to))?.kind ?? "unreadable").not.toBe("approved");
  });

  it.each([
    [refusal("Declined", "82", "ISO8583-82"), { kind: "declined", reason: "invalid_cvc" }],
    [refusal("Declined", "51", ""), { kind: "declined", reason: "insufficient_balance" }],
    [refusal("Declined", "96", "ISO8583-96"), { kind: "unknown" }],
    [refusal("Declined", "92", "ISO8583-92"), { kind: "unknown" }],
    [refusal("Declined", "51", "ISO8583-05"), { kind: "unknown" }],
    [refusal("Error", "99", "CORE-2010"), { reason: "expired_card", retry: "no" }],
    [refusal("Error", "99", "CORE-2012"), { reason: "invalid_card_number" }],
    [refusal("Error", "99", "CORE-2204"), { reason: "general_error", retry: "other_terms" }],
    [refusal("Error", "99", "CORE-2254"), { reason: "general_error", retry: "same_request" }],
    [refusal("Error", "99", "CORE-2507"), { kind: "declined", duplicateReference: true }],
    [refusal("Error", "99", "CORE-2302"), { kind: "declined", duplicateReference: true }],
    [refusal("Error", "99", "CORE-2304"), { kind: "unknown", cause: "core-2304" }],
    [refusal("Error", "99", "CORE-2127"), { kind: "unknown" }],
    [refusal("Error", "99", "CORE-2700"), { kind: "unknown" }],
    [refusal("Error", "99", "CORE-1003"), { kind: "unknown" }],
    [refusal("Error", "99", ""), { kind: "unknown", cause: "error_without_code" }],
    [refusal("Error", "99", "CORE-2601"), { reason: "general_error", retry: "other_terms" }],
    [refusal("Error", "99", "CORE-2603"), { reason: "general_error", retry: "other_terms" }],
    [refusal("Declined", "", "215021", "Net Tutar 0."), { kind: "unknown" }],
  ])("is a refusal only where the bank surely charged nothing (%#)", (text, expected) => {
    expect(outcome(text)).toMatchObject(expected);
  });

  it.each([
    ["CORE-2008", "declined"],
    ["CORE-2508", "declined"],
    ["CORE-2511", "declined"],
    ["CORE-2507", "unknown"],
    ["CORE-2800", "unknown"],
  ])("refuses a modification with %s as %s", (code, kind) => {
    expect(outcome(refusal("Error", "99", code), VOID)).toMatchObject({ kind });
  });

  it("is asked about where a host without a code says that nothing is left to refund", () => {
    const answer = outcome(refusal("Declined", "", "215021", "Net Tutar 0."), VOID);
    expect(answer).toEqual({ kind: "unknown", cause: "already_done_215021" });
  });

  it("has its code beside Extra at some banks", () => {
    const beside = refusal("Error", "99", "").replace("<Extra><ERRORCODE></ERRORCODE></Extra>", "");
    const text = beside.replace("<ErrMsg>", "<ERRORCODE>CORE-2012</ERRORCODE><ErrMsg>");
    expect(outcome(text)).toMatchObject({ kind: "declined", bankCode: "CORE-2012" });
  });
});

const ORDER = { reference: "20221030FAC5", currency: "TRY" } as const;
const STATUS_FIELDS = [
  "ORD_ID:20221030FAC5",
  "CHARGE_TYPE_CD:S",
  "ORIG_TRANS_AMT:101",
  "CAPTURE_AMT:",
  "TRANS_STAT:A",
  "AUTH_DTTM:2022-10-30 12:29:53.773",
  "CAPTURE_DTTM:",
  "AUTH_CODE:P90325",
  "TRANS_ID:22303Md4C19254",
].join("&#9;");
const STATUS = `<CC5Response><ErrMsg>Record(s) found for 20221030FAC5</ErrMsg>
<ProcReturnCode>00</ProcReturnCode><Response>Approved</Response><OrderId>20221030FAC5</OrderId>
<TransId>22303Md4C19254</TransId><Extra>
<HOST_REF_NUM>230300671782</HOST_REF_NUM><PROC_RET_CD>00</PROC_RET_CD>
<ORDERSTATUS>${STATUS_FIELDS}</ORDERSTATUS>
</Extra></CC5Response>`;
const NOT_FOUND = `<CC5Response><ErrMsg>No record found for x</ErrMsg>
<ProcReturnCode>99</ProcReturnCode><Response>Declined</Response><OrderId></OrderId><Extra>
<ORDERSTATUS>ORD_ID:&#9;CHARGE_TYPE_CD:&#9;ORIG_TRANS_AMT:&#9;TRANS_STAT:</ORDERSTATUS></Extra>
</CC5Response>`;

const random = { bytes: (count: number) => new Uint8Array(count) };
const MERCHANT = newMerchantId(random);
const INQUIRY: Inquiry = {
  merchantId: MERCHANT,
  attemptId: newAttemptId(MERCHANT, { now: instant(0), random }),
  reference: ORDER.reference,
  orderId: newOrderId(MERCHANT, { now: instant(0), random }),
  kind: "authorize",
  amount: money(101n, "TRY"),
  state: undefined,
  original: undefined,
  createdAt: instant(0),
};

function parsed(text: string): Answer {
  const answer = readAnswer(text);
  if (answer === undefined) throw new Error("unreadable");
  return answer;
}

describe("the state of an order", () => {
  it.each([STATUS, STATUS.replaceAll("&#9;", " ")])("has kuruş and times (%#)", (text) => {
    expect(readStatus(parsed(text), ORDER)).toMatchObject({
      charge: "S",
      status: "A",
      amount: money(101n, "TRY"),
      captured: undefined,
      at: "2022-10-30 12:29:53.773",
      authCode: "P90325",
      code: "00",
    });
  });

  it("is not found only with the bank's own sentence and the empty template", () => {
    expect(readStatus(parsed(NOT_FOUND), ORDER)).toBe("not_found");
    const other = NOT_FOUND.replace("No record found for x", "System error");
    expect(readStatus(parsed(other), ORDER)).toBeUndefined();
    const filled = NOT_FOUND.replace("TRANS_STAT:", "TRANS_STAT:C");
    expect(readStatus(parsed(filled), ORDER)).toBeUndefined();
  });

  it("of another order says nothing", () => {
    expect(readStatus(parsed(STATUS), { ...ORDER, reference: "other" })).toBeUndefined();
  });

  describe("of which the outer result is that of the order", () => {
    const declined = STATUS.replace("<Response>Approved<", "<Response>Declined<")
      .replace("<ProcReturnCode>00<", "<ProcReturnCode>51<")
      .replace("<PROC_RET_CD>00<", "<PROC_RET_CD>51<");
    const asked = (text: string) =>
      scriptedBank({
        protocol: nestpay,
        bank: "isbank",
        credentials: Object.fromEntries(nestpay.credentials.map(({ name }) => [name, "1"])),
        answer: () => text,
      }).acquirer.inquire(INQUIRY);

    it("is a decline with the order's own code", async () => {
      const text = declined.replace("TRANS_STAT:A", "TRANS_STAT:D");
      expect(readStatus(parsed(text), ORDER)).toMatchObject({ status: "D", code: "51" });
      expect(await asked(text)).toMatchObject({
        kind: "declined",
        reason: "insufficient_balance",
        bankCode: "51",
      });
    });

    it("is unknown if the record holds money all the same, or is another order's", async () => {
      expect(await asked(declined)).toMatchObject({ kind: "unknown" });
      expect(await asked(declined.replace("CD>51<", "CD>00<"))).toMatchObject({ kind: "unknown" });
      const refused = declined.replace("TRANS_STAT:A", "TRANS_STAT:D");
      const foreign = refused.replace("ORD_ID:20221030FAC5", "ORD_ID:other");
      expect(await asked(foreign)).toMatchObject({ kind: "unknown" });
      const wordless = refused.replace(/<ErrMsg>[^<]*</, "<ErrMsg><");
      expect(await asked(wordless)).toMatchObject({ kind: "unknown" });
    });
  });

  it("is a list of transactions in the history", () => {
    const at = "2024-01-02 21:52:59.261";
    const numbers = ["400200744059", "P78955", "00", "24002V29G19979"];
    const row = ["S", "V", "101", "101", at, at, "2024-01-02 21:53:01.297", ...numbers].join("\t");
    const history = (extra: string) =>
      parsed(
        `<CC5Response><Response>Approved</Response><ProcReturnCode>00</ProcReturnCode>` +
          `<OrderId>20221030FAC5</OrderId><Extra>${extra}</Extra></CC5Response>`,
      );
    expect(readHistory(history(`<TRXCOUNT>1</TRXCOUNT><TRX1>${row}</TRX1>`), ORDER)).toMatchObject([
      { charge: "S", status: "V", hostReference: "400200744059", authCode: "P78955", code: "00" },
    ]);
    expect(
      readHistory(history(`<TRXCOUNT>2</TRXCOUNT><TRX1>${row}</TRX1>`), ORDER),
    ).toBeUndefined();
    expect(readHistory(history(`<TRXCOUNT>0</TRXCOUNT>`), ORDER)).toBeUndefined();
  });
});

describe("damaged answers", () => {
  const roll = dice(7);
  const samples = [
    APPROVED,
    STATUS,
    NOT_FOUND,
    refusal("Declined", "05", "ISO8583-05"),
    refusal("Error", "99", "CORE-2508", "Approved 00 20230910AF6A"),
  ];

  it("never throw, and never become an approval", () => {
    for (let round = 0; round < 10_000; round += 1) {
      const sample = samples[roll(samples.length)] ?? "";
      const text = damaged(sample, roll);
      const read = outcome(text);
      const answer = readAnswer(text);
      if (answer !== undefined) {
        readStatus(answer, ORDER);
        readHistory(answer, ORDER);
      }
      if (read?.kind !== "approved") continue;
      expect(sample).toBe(APPROVED);
      expect(answer).toMatchObject({ response: "Approved", procReturnCode: "00", errorCode: "" });
      expect(answer?.orderId).toBe("20230910AF6A");
    }
  });

  it("that were cut anywhere are none", () => {
    for (let end = 0; end < APPROVED.length; end += 1) {
      expect(outcome(APPROVED.slice(0, end))).toBeUndefined();
    }
  });
});

const FOREIGN = "<Response>Approved</Response><ProcReturnCode>00</ProcReturnCode>";

function damaged(text: string, roll: (sides: number) => number): string {
  const at = roll(text.length);
  const end = Math.min(text.length, at + roll(30));
  switch (roll(7)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, end) + text.slice(at);
    case 2:
      return `${text.slice(0, at)}${String.fromCharCode(roll(0x500))}${text.slice(at + 1)}`;
    case 3:
      return text.replace(/<(\w+)>[^<]*<\/\1>/, "");
    case 4:
      return text.slice(0, at) + FOREIGN + text.slice(at);
    case 5:
      return `${text.slice(0, at)}&#${roll(70_000)};${text.slice(at)}`;
    default:
      return text.slice(at) + text.slice(0, at);
  }
}

function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
