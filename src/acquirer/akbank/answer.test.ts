import { describe, expect, it } from "vitest";
import { readCharge, readAnswer } from "./answer.ts";

const ORDER = "20240423303F";
const CHARGE = { kind: "sale", reference: ORDER, installmentCount: 1, hasChallenge: true } as const;
const APPROVED = {
  txnCode: "1000",
  responseCode: "VPS-0000",
  hostResponseCode: "00",
  txnDateTime: "2022-03-01T09:29:23.851",
  order: { orderId: ORDER },
  transaction: { authCode: "064716", rrn: "206125059548", batchNumber: 99, stan: 5 },
};

function outcome(answer: object, charge: Partial<{ installmentCount: number }> = {}) {
  const told = readAnswer(200, JSON.stringify(answer));
  return told.kind === "answer" ? readCharge(told.answer, { ...CHARGE, ...charge }) : told;
}

const gateway = (responseCode: string) => ({
  responseCode,
  responseMessage: "x",
  transaction: { stan: 0, rrn: "0", batchNumber: 0 },
});

describe("an answer of Akbank", () => {
  it("is an approval with all its numbers, or none", () => {
    expect(outcome(APPROVED)).toMatchObject({ kind: "approved", bankReference: "206125059548" });
    const { transaction } = APPROVED;
    for (const damaged of [
      { ...APPROVED, order: { orderId: "other" } },
      { ...APPROVED, order: undefined },
      { ...APPROVED, hostResponseCode: undefined },
      { ...APPROVED, hostResponseCode: "05" },
      { ...APPROVED, transaction: { ...transaction, authCode: "000000" } },
      { ...APPROVED, transaction: { ...transaction, rrn: "0" } },
      { ...APPROVED, transaction: undefined },
    ]) {
      expect(outcome(damaged), JSON.stringify(damaged)).toMatchObject({ kind: "unknown" });
    }
  });

  it("is a decline of the card's bank with its code", () => {
    const declined = { ...APPROVED, responseCode: "VPS-1005", hostMessage: "183 TAKSIT TUTAR HAT" };
    expect(outcome({ ...declined, hostResponseCode: "83" })).toMatchObject({
      kind: "declined",
      retry: "other_terms",
      bankMessage: "183 TAKSIT TUTAR HAT",
    });
    expect(outcome({ ...declined, hostResponseCode: "96" })).toMatchObject({ kind: "unknown" });
    expect(outcome({ ...declined, hostResponseCode: undefined })).toMatchObject({
      kind: "unknown",
    });
  });

  it.each([
    ["VPS-1013", { duplicateReference: true, retry: "no" }],
    ["VPS-1044", { retry: "other_terms" }],
    ["VPS-1073", { retry: "same_request" }],
    ["VPS-1279", { reason: "three_d_secure_failed" }],
    ["VPS-2229", { retry: "same_request" }],
  ])("is a refusal before the card's bank with %s", (code, expected) => {
    expect(outcome(gateway(code))).toMatchObject({ kind: "declined", bankCode: code, ...expected });
  });

  it.each(["VPS-9001", "VPS-10", "OK", ""])("is unknown with the code %j", (code) => {
    expect(outcome(gateway(code))).toMatchObject({ kind: "unknown" });
  });

  it("is a refusal with the statuses of wrong messages and credentials only", () => {
    const wrong = '{"code":"400","message":"amount","errors":[]}';
    expect(readAnswer(400, wrong)).toMatchObject({
      kind: "refused",
      declined: { bankCode: "400", retry: "same_request" },
    });
    expect(readAnswer(401, "")).toMatchObject({
      kind: "refused",
      declined: { bankCode: "http_401" },
    });
    for (const status of [200, 302, 408, 409, 500, 502, 504]) {
      expect(readAnswer(status, "<html>")).toMatchObject({ kind: "unknown" });
    }
  });
});
