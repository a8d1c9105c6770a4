import { describe, expect, it } from "vitest";

import { damagedText, newDice } from "../../../test/support/damaged-text.ts";
import type { FinalOutcome } from "../../domain/payment/acquirer.ts";
import { readAnswer, readHistory, readOutcome, stateOf } from "./answer.ts";

const REFERENCE = "0abcdefghjkmnpqrstvw";
const STATE = stateOf({ reference: REFERENCE, step: "sale", installments: "1" });

function answerText(code: string, more: object = {}): string {
  const service = { ResponseCode: code, ResponseDescription: "RED" };
  return JSON.stringify({ ServiceResponseData: service, ...more });
}

function outcomeOf(
  text: string,
  about: "authorization" | "modification" = "authorization",
): FinalOutcome | undefined {
  const answer = readAnswer(text);
  return answer && readOutcome(answer, { about, state: STATE });
}

const NUMBERS = { AuthCode: "504289", ReferenceCode: "021459486690000191" };

describe("an answer of Posnet's JSON interface", () => {
  it.each(["00", "0000"])("is approved with %s and both numbers", (code) => {
    expect(outcomeOf(answerText(code, NUMBERS))).toMatchObject({
      kind: "approved",
      bankReference: "021459486690000191",
      authCode: "504289",
    });
    expect(outcomeOf(answerText(code))).toMatchObject({ kind: "unknown" });
  });

  it.each([
    ["0051", { kind: "declined", reason: "insufficient_balance" }],
    ["0015", { kind: "declined", reason: "general_error", retry: "other_terms" }],
    ["0127", { kind: "declined", duplicateReference: true }],
    ["0148", { kind: "declined", retry: "same_request" }],
    ["0091", { kind: "unknown" }],
    ["0205", { kind: "unknown" }],
    ["", { kind: "unknown" }],
  ] as const)("refused with %j is %o", (code, outcome) => {
    expect(outcomeOf(answerText(code, NUMBERS))).toMatchObject(outcome);
  });

  it.each([
    ["0096", "unknown"],
    ["0092", "unknown"],
    ["0091", "unknown"],
    ["9999", "unknown"],
    ["E500", "unknown"],
    ["0200", "unknown"],
    ["", "unknown"],
    ["0005", "declined"],
    ["0122", "declined"],
    ["0123", "declined"],
    ["0148", "declined"],
    ["0211", "declined"],
    ["0229", "declined"],
    ["0411", "declined"],
    ["0450", "declined"],
    ["0788", "declined"],
    ["E219", "declined"],
  ])("to a refund with %j leaves it %s", (code, kind) => {
    expect(outcomeOf(answerText(code), "modification")?.kind).toBe(kind);
  });

  it("that is damaged never approves what was refused", () => {
    const roll = newDice(5);
    for (let round = 0; round < 5_000; round += 1) {
      const damaged = damagedText(answerText("0051", NUMBERS), roll);
      expect(outcomeOf(damaged)?.kind).not.toBe("approved");
    }
  });
});

const ROW = {
  Amount: "1,75",
  AuthCode: "504289",
  CardNo: "540061******4581",
  CurrencyCode: "TL",
  HostLogKey: "021459486690000191",
  OrderId: REFERENCE,
  TransactionDate: "2019-11-0813:58:37.909",
  TransactionStatus: "1",
  TransactionType: "Sale",
};

function stepsOf(...rows: readonly object[]) {
  const answer = readAnswer(answerText("0000", { TransactionData: rows }));
  return answer && readHistory(answer, REFERENCE);
}

describe("the inquiry of an order at Posnet's JSON interface", () => {
  it("has amounts with a comma and times without a blank", () => {
    expect(stepsOf(ROW)).toMatchObject([
      {
        kind: "sale",
        isBooked: true,
        amount: { minor: 175n, currency: "TRY" },
        bookedAt: Date.UTC(2019, 10, 8, 10, 58, 37),
      },
    ]);
  });

  it.each([
    ["another order", { OrderId: "another" }],
    ["an unknown type", { TransactionType: "Points" }],
    ["an unknown status", { TransactionStatus: "2" }],
    ["another currency", { CurrencyCode: "949" }],
  ])("is not read with %s", (_, change) => {
    expect(stepsOf({ ...ROW, ...change })).toBeUndefined();
    expect(stepsOf(ROW, { ...ROW, ...change })).toBeUndefined();
  });
});
