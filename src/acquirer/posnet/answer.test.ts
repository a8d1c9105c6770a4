import { describe, expect, it } from "vitest";

import { damagedText, newDice } from "../../../test/support/damaged-text.ts";
import type { FinalOutcome } from "../../domain/payment/acquirer.ts";
import { type About, readAnswer, readHistory, readOutcome, stateOf } from "./answer.ts";

const REFERENCE = "0abcdefghjkmnpqrstvw";
const STATE = stateOf({
  reference: REFERENCE,
  step: "sale",
  isChallenged: false,
  installments: "00",
});
const ABOUT: About = { about: "authorization", state: STATE };

// The bank's document prints these two answers.
const APPROVED =
  "<posnetResponse><approved>1</approved><hostlogkey>019676067890000191</hostlogkey>" +
  "<authCode>760678</authCode><tranDate>190519161445</tranDate><instInfo><inst1>00</inst1>" +
  "<amnt1>000000000000</amnt1></instInfo></posnetResponse>";
const REFUSED =
  "<posnetResponse><approved>0</approved><respCode>0014</respCode>" +
  "<respText>RED-HATALI KART 0014</respText><yourIP>10.105.182.74</yourIP></posnetResponse>";

function outcomeOf(text: string, about: About = ABOUT): FinalOutcome | undefined {
  const answer = readAnswer(text);
  return answer === undefined ? undefined : readOutcome(answer, about);
}

function refusedWith(code: string): string {
  return REFUSED.replaceAll("0014", code);
}

describe("an answer of Posnet", () => {
  it("is approved with its host key, whatever its case, and its time in Istanbul", () => {
    const approved = {
      kind: "approved",
      bankReference: "019676067890000191",
      authCode: "760678",
      bookedAt: Date.UTC(2019, 4, 19, 13, 14, 45),
    };
    expect(outcomeOf(APPROVED)).toMatchObject(approved);
    expect(outcomeOf(APPROVED.replaceAll("hostlogkey", "hostLogKey"))).toMatchObject(approved);
  });

  it("is not approved without host key, authorization code or the signature of 3-D Secure", () => {
    const unknown = { kind: "unknown" };
    expect(outcomeOf(APPROVED.replace("019676067890000191", ""))).toMatchObject(unknown);
    expect(outcomeOf(APPROVED.replace("<authCode>760678", "<authCode>"))).toMatchObject(unknown);
    expect(outcomeOf(APPROVED, { ...ABOUT, isSigned: () => false })).toMatchObject(unknown);
  });

  it.each([
    ["0014", { kind: "declined", reason: "invalid_card_number" }],
    ["0051", { kind: "declined", reason: "insufficient_balance" }],
    ["0041", { kind: "declined", reason: "card_blocked", retry: "never" }],
    ["0877", { kind: "declined", reason: "invalid_cvc" }],
    ["0148", { kind: "declined", retry: "same_request" }],
    ["0127", { kind: "declined", duplicateReference: true }],
    ["0091", { kind: "unknown" }],
    ["0100", { kind: "unknown" }],
    ["0124", { kind: "unknown" }],
    ["0400", { kind: "unknown" }],
    ["0995", { kind: "unknown" }],
    ["0000", { kind: "unknown" }],
    ["7777", { kind: "unknown" }],
    ["", { kind: "unknown" }],
  ] as const)("refused with %j is %o", (code, outcome) => {
    expect(outcomeOf(refusedWith(code))).toMatchObject(outcome);
  });

  it("about an order that was approved before lets the inquiry decide", () => {
    const again = APPROVED.replace("<approved>1", "<approved>2");
    expect(outcomeOf(again)).toMatchObject({ kind: "declined", duplicateReference: true });
  });

  it("that is damaged never approves what was refused", () => {
    const roll = newDice(3);
    for (let round = 0; round < 5_000; round += 1) {
      expect(outcomeOf(damagedText(REFUSED, roll))?.kind).not.toBe("approved");
    }
  });

  it("that is damaged is not approved without its signature", () => {
    const roll = newDice(4);
    const about = { ...ABOUT, isSigned: () => false };
    for (let round = 0; round < 5_000; round += 1) {
      expect(outcomeOf(damagedText(APPROVED, roll), about)?.kind).not.toBe("approved");
    }
  });
});

const ORDER_ID = "TDS_YKB_0000191010111730";
// The bank's document prints this answer.
const AGREEMENT =
  "<posnetResponse><approved>1</approved><transactions><transaction>" +
  "<orderID>TDS_YKB_0000191010111730</orderID><ccno>4506 34** **** 4637</ccno>" +
  "<amount>1,16</amount><currencyCode>TL</currencyCode><authCode>504289</authCode>" +
  "<tranDate>2019-10-10 11:21:14.281</tranDate><state>Sale</state><txnStatus>1</txnStatus>" +
  "<hostLogKey>021450428990000191</hostLogKey></transaction></transactions></posnetResponse>";

function stepsOf(text: string) {
  const answer = readAnswer(text);
  return answer === undefined ? undefined : readHistory(answer, [ORDER_ID]);
}

describe("the agreement of an order at Posnet", () => {
  it("has amounts with a comma and times of Istanbul", () => {
    expect(stepsOf(AGREEMENT)).toEqual([
      {
        kind: "sale",
        isBooked: true,
        isCancelled: false,
        amount: { minor: 116n, currency: "TRY" },
        bankReference: "021450428990000191",
        authCode: "504289",
        code: "",
        bookedAt: Date.UTC(2019, 9, 10, 8, 21, 14),
      },
    ]);
    expect(stepsOf(AGREEMENT.replace("1,16", "1.234,56"))?.[0]?.amount?.minor).toBe(123_456n);
  });

  it("tells a cancelled sale from a failed one by the row of its reversal", () => {
    const [start = "", row = "", end = ""] = AGREEMENT.split(/(<transaction>.*<\/transaction>)/);
    const stopped = row.replace("<txnStatus>1", "<txnStatus>0");
    expect(stepsOf(start + stopped + end)).toMatchObject([{ isBooked: false }]);
    const reversal = row.replace("<state>Sale", "<state>Sale_Reverse");
    expect(stepsOf(start + stopped + reversal + end)).toMatchObject([
      { kind: "sale", isBooked: true, isCancelled: true },
      { kind: "void", isBooked: true },
    ]);
  });

  it.each([
    ["another order", AGREEMENT.replace("TDS_YKB", "TDS_ABC")],
    ["an unknown state", AGREEMENT.replace("<state>Sale", "<state>VFT_Sale")],
    ["an amount with a point", AGREEMENT.replace("1,16", "1.16")],
    ["no rows", AGREEMENT.replace(/<transaction>.*<\/transaction>/, "")],
  ])("is not read with %s", (_, text) => {
    expect(stepsOf(text)).toBeUndefined();
  });
});
