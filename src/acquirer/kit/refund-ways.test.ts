import { describe, expect, it } from "vitest";

import { HOUR, instant, later } from "../../kernel/clock.ts";
import { newAttemptId, newMerchantId, newOrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { FinalOutcome, RefundRequest } from "../../domain/payment/acquirer.ts";
import { refundOneWay, type RefundRule } from "./refund-ways.ts";

const random = { bytes: (count: number) => Uint8Array.from({ length: count }, (_, i) => i) };
/** Noon in Istanbul. */
const NOON = instant(Date.UTC(2026, 10, 23, 9));
const SOURCE = { now: NOON, random };
const MERCHANT = newMerchantId(random);
const ATTEMPT = newAttemptId(MERCHANT, SOURCE);

function refundOf(minor: bigint, before = 0n): RefundRequest {
  return {
    merchantId: MERCHANT,
    attemptId: ATTEMPT,
    reference: "refund",
    orderId: newOrderId(MERCHANT, SOURCE),
    amount: money(minor, "TRY"),
    captured: money(100n, "TRY"),
    refundedBefore: money(before, "TRY"),
    original: {
      attemptId: ATTEMPT,
      reference: "sale",
      state: undefined,
      bankReference: "1",
      amount: money(100n, "TRY"),
      bookedAt: NOON,
    },
  };
}

const DONE: FinalOutcome = { kind: "approved", bankReference: "2", authCode: "", bankCode: "00" };

function refused(bankCode: string): FinalOutcome {
  return { kind: "declined", reason: "general_error", bankCode, bankMessage: "" };
}

const RULE: RefundRule = {
  dayEnd: "23:59",
  beforeDayEnd: "refund",
  voidTooLate: new Set(["late"]),
  refundTooEarly: new Set(["early"]),
};

/** Refunds with the given answers and returns the ways that were tried, and the outcome's kind. */
async function tried(
  request: RefundRequest,
  asked: {
    readonly afterHours: number;
    readonly voided: FinalOutcome;
    readonly refunded: FinalOutcome;
    readonly rule?: RefundRule;
  },
): Promise<readonly string[]> {
  const ways: string[] = [];
  const answer = (way: string, outcome: FinalOutcome): Promise<FinalOutcome> => {
    ways.push(way);
    return Promise.resolve(outcome);
  };
  const outcome = await refundOneWay(request, asked.rule ?? RULE, {
    now: later(NOON, asked.afterHours * HOUR),
    voidSale: () => answer("void", asked.voided),
    refund: () => answer("refund", asked.refunded),
  });
  return [...ways, outcome.kind];
}

describe("a refund", () => {
  const open = { afterHours: 1, voided: DONE, refunded: DONE };
  const closed = { ...open, afterHours: 13 };

  it("of the whole is a void before the day end and a refund after it", async () => {
    expect(await tried(refundOf(100n), open)).toEqual(["void", "approved"]);
    expect(await tried(refundOf(100n), closed)).toEqual(["refund", "approved"]);
  });

  it("of a part, or of the rest, is never a void", async () => {
    expect(await tried(refundOf(40n), open)).toEqual(["refund", "approved"]);
    expect(await tried(refundOf(60n, 40n), open)).toEqual(["refund", "approved"]);
  });

  it("follows the bank's clock where it differs from ours", async () => {
    const late = { ...open, voided: refused("late") };
    expect(await tried(refundOf(100n), late)).toEqual(["void", "refund", "approved"]);
    const early = { ...closed, refunded: refused("early") };
    expect(await tried(refundOf(100n), early)).toEqual(["refund", "void", "approved"]);
  });

  it("waits for the day end if no way is open, but not for ever", async () => {
    const neither = { afterHours: 1, voided: refused("late"), refunded: refused("early") };
    expect(await tried(refundOf(100n), neither)).toEqual(["void", "refund", "pending"]);
    expect(await tried(refundOf(40n), neither)).toEqual(["refund", "pending"]);
    const old = { ...neither, afterHours: 72 };
    expect(await tried(refundOf(40n), old)).toEqual(["refund", "declined"]);
  });

  it("tries no other way after an unknown outcome or another refusal", async () => {
    const lost = { ...open, voided: { kind: "unknown", cause: "cut" } as const };
    expect(await tried(refundOf(100n), lost)).toEqual(["void", "unknown"]);
    const forbidden = { ...open, voided: refused("57") };
    expect(await tried(refundOf(100n), forbidden)).toEqual(["void", "declined"]);
  });

  it("of a part waits at once at a bank that takes none before its day end", async () => {
    const rule = { ...RULE, beforeDayEnd: "wait" } as const;
    expect(await tried(refundOf(40n), { ...open, rule })).toEqual(["pending"]);
    expect(await tried(refundOf(100n), { ...open, rule })).toEqual(["void", "approved"]);
    expect(await tried(refundOf(40n), { ...closed, rule })).toEqual(["refund", "approved"]);
  });

  it("follows every refused void where a refusal proves that the sale stands", async () => {
    const rule = { ...RULE, voidTooLate: "any" } as const;
    const forbidden = { ...open, voided: refused("57"), rule };
    expect(await tried(refundOf(100n), forbidden)).toEqual(["void", "refund", "approved"]);
    const unsent = { ...refused(""), retry: "same_request" } as const;
    expect(await tried(refundOf(100n), { ...open, voided: unsent, rule })).toEqual([
      "void",
      "declined",
    ]);
  });
});
