import { describe, expect, it } from "vitest";
import { instant, MINUTE, type Instant } from "../kernel/clock.ts";
import { money } from "../kernel/money.ts";
import {
  answerChallenge,
  type Challenge,
  judgeChallenge,
  PASSED_LIFETIME_MS,
} from "./challenge.ts";
import type { CardBehaviour } from "../kernel/card-behaviour.ts";

const OPENED = instant(1_000_000);
const EXPIRES = instant(OPENED + 20 * MINUTE);

function challenge(behaviour: CardBehaviour = "approved"): Challenge {
  return {
    id: "c",
    terminal: "t",
    requestId: "r",
    orderId: "o",
    type: "sale",
    amount: money(100n, "TRY"),
    installments: 1,
    card: { bin: "454359", lastFour: "0006", fingerprint: "f", behaviour },
    merchantName: "m",
    language: "tr",
    returnUrl: "https://pay.example/",
    oneTimeCode: "012345",
    wrongCodes: 0,
    openedAt: OPENED,
    aheadMs: 0,
    expiresAt: EXPIRES,
    decision: undefined,
    version: 0,
  };
}

type Button = "approve" | "decline" | "cancel";

function submit(given: Challenge, button: Button, otp = "", now: Instant = OPENED): Challenge {
  return answerChallenge(given, { button, otp, now, cavv: "proof" });
}

describe("a challenge", () => {
  it("passes with the code, with or without spaces and hyphens", () => {
    for (const otp of ["012345", " 012 345 ", "012-345", "0 1 2 3 4 5"]) {
      const passed = submit(challenge(), "approve", otp);
      const decision = { result: "approve", mdStatus: "1", eci: "05", cavv: "proof", at: OPENED };
      expect(passed.decision).toEqual(decision);
      expect(judgeChallenge(passed, OPENED)).toBe("00");
    }
  });

  it("counts wrong and empty codes, and fails at the third", () => {
    const once = submit(challenge(), "approve", "12345");
    const twice = submit(once, "approve", "");
    expect([once.wrongCodes, twice.wrongCodes]).toEqual([1, 2]);
    expect(judgeChallenge(twice, OPENED)).toBe("open");
    expect(judgeChallenge(submit(twice, "approve", "012345"), OPENED)).toBe("00");
    const failed = submit(twice, "approve", "0123456");
    expect(failed.decision).toMatchObject({ result: "wrong_code", mdStatus: "0", cavv: "" });
    expect(judgeChallenge(failed, OPENED)).toBe("Q1");
  });

  it("has one answer code for a cancellation and another for a failure", () => {
    expect(judgeChallenge(submit(challenge(), "decline", "012345"), OPENED)).toBe("Q1");
    expect(judgeChallenge(submit(challenge(), "cancel"), OPENED)).toBe("Q4");
  });

  it("keeps its first decision", () => {
    const cancelled = submit(challenge(), "cancel");
    expect(submit(cancelled, "approve", "012345")).toBe(cancelled);
    const late = EXPIRES;
    expect(submit(cancelled, "approve", "012345", late)).toBe(cancelled);
  });

  it("times out whichever button is submitted afterwards", () => {
    const end = EXPIRES;
    expect(judgeChallenge(challenge(), instant(end - 1))).toBe("open");
    expect(judgeChallenge(challenge(), end)).toBe("Q3");
    for (const button of ["approve", "decline", "cancel"] as const) {
      const late = submit(challenge(), button, "012345", end);
      expect(late.decision).toMatchObject({ result: "timeout", mdStatus: "0" });
      expect(judgeChallenge(late, end)).toBe("Q3");
    }
  });

  it("may be charged for half an hour after the customer passed it", () => {
    const passed = submit(challenge(), "approve", "012345");
    const end = instant(OPENED + PASSED_LIFETIME_MS);
    expect(judgeChallenge(passed, instant(end - 1))).toBe("00");
    expect(judgeChallenge(passed, end)).toBe("Q3");
  });

  it("ends as the test card prescribes even with the right code", () => {
    const failed = submit(challenge("authentication_fails"), "approve", "012345");
    expect(failed.decision).toMatchObject({ mdStatus: "0", eci: "", cavv: "" });
    const attempted = submit(challenge("authentication_attempted"), "approve", "012345");
    expect(attempted.decision).toMatchObject({ mdStatus: "4", eci: "06", cavv: "proof" });
    expect([failed, attempted].map((given) => judgeChallenge(given, OPENED))).toEqual(["Q1", "Q1"]);
  });
});
