import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAnswer, readChallenge, readInquiry, readMove, readUndo } from "./answer.ts";

function answer(over: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    operation: "authorize",
    request_id: "att_1",
    state: "approved",
    code: "00",
    message: "Approved",
    reference: "123456789012",
    auth_code: "123456",
    ...over,
  });
}

function parsed(over: Readonly<Record<string, unknown>> = {}) {
  const found = parseAnswer(answer(over));
  if (found === undefined) throw new Error("This answer is well-formed.");
  return found;
}

describe("the bank's answer", () => {
  it("is an approval only with its code and its numbers", () => {
    expect(readMove(parsed())).toEqual({
      kind: "approved",
      bankReference: "123456789012",
      authCode: "123456",
      bankCode: "00",
    });
    for (const over of [{ code: "05" }, { reference: undefined }, { auth_code: undefined }]) {
      expect(readMove(parsed(over))).toMatchObject({ kind: "unknown" });
      expect(readInquiry(parsed(over))).toMatchObject({ kind: "unknown" });
    }
  });

  it("is a decline only with a listed code", () => {
    const declined = { state: "declined", code: "51", message: "Insufficient funds" };
    expect(readMove(parsed(declined))).toEqual({
      kind: "declined",
      reason: "insufficient_balance",
      bankCode: "51",
      bankMessage: "Insufficient funds",
    });
    for (const code of ["00", "94", "ZZ"]) {
      expect(readMove(parsed({ state: "declined", code }))).toMatchObject({ kind: "unknown" });
    }
  });

  it("leaves the outcome of another operation unknown", () => {
    const states = ["pending", "reversed", "challenge", "challenge_open", "not_found"];
    for (const state of states) {
      expect(readMove(parsed({ state })), state).toMatchObject({ kind: "unknown" });
    }
    expect(readChallenge(parsed())).toMatchObject({ kind: "unknown" });
    expect(readUndo(parsed())).toMatchObject({ kind: "unknown" });
    expect(readUndo(parsed({ state: "declined", code: "12" }))).toMatchObject({
      kind: "unknown",
    });
    expect(readInquiry(parsed({ state: "pending" }))).toMatchObject({ kind: "unknown" });
  });

  it("opens a challenge only at an http or https address", () => {
    const challenge = { state: "challenge", acs_url: "https://bank.example/3ds/1" };
    expect(readChallenge(parsed({ ...challenge, fields: { md: "1" } }))).toEqual({
      kind: "challenge",
      show: { kind: "form", action: "https://bank.example/3ds/1", fields: { md: "1" } },
    });
    expect(readChallenge(parsed({ state: "challenge" }))).toMatchObject({ kind: "unknown" });
    expect(readChallenge(parsed({ ...challenge, acs_url: "https://" }))).toMatchObject({
      kind: "unknown",
    });
    for (const address of ["javascript:alert(1)", "data:text/html,x", "//bank.example", "/3ds"]) {
      expect(parseAnswer(answer({ ...challenge, acs_url: address }))).toBeUndefined();
    }
  });

  it("is refused in any other form", () => {
    const wrong = [
      { state: "settled" },
      { code: 0 },
      { code: "" },
      { message: undefined },
      { request_id: 7 },
      { reference: "" },
      { fields: { md: 1 } },
    ];
    for (const over of wrong) expect(parseAnswer(answer(over))).toBeUndefined();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        expect(parseAnswer(body)).toBeUndefined();
      }),
    );
  });
});
