import { describe, expect, it } from "vitest";
import { DAY, instant, later } from "../../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { FinalOutcome, RefundRequest } from "../../domain/payment/acquirer.ts";
import { stateOf } from "./answer.ts";
import { refundByDay } from "./refund.ts";

/** Noon in Istanbul. */
const NOON = instant(Date.UTC(2026, 10, 21, 9));
const TOMORROW = later(NOON, DAY);

const approved = { kind: "approved", bankReference: "1", authCode: "1", bankCode: "00" } as const;
const refusedWith = (bankCode: string) =>
  ({ kind: "declined", reason: "general_error", bankCode, bankMessage: "" }) as const;

function request(minor: bigint, kind: "sale" | "capture" = "sale"): RefundRequest {
  const amount = money(minor, "TRY");
  const captured = money(1_000n, "TRY");
  const attemptId = "att_0000000000000000000000000000" as AttemptId;
  return {
    merchantId: "mer_00000000" as MerchantId,
    attemptId,
    reference: "r",
    orderId: "ORD-1" as OrderId,
    amount,
    captured,
    refundedBefore: money(0n, "TRY"),
    original: {
      attemptId,
      reference: "o",
      state: stateOf(kind, "o"),
      bankReference: "1",
      amount: captured,
      bookedAt: NOON,
    },
  };
}

/** Refunds with scripted answers of the bank, and returns the moves and the outcome. */
async function made(
  refund: RefundRequest,
  now: typeof NOON,
  answers: { readonly void?: FinalOutcome; readonly refund?: FinalOutcome } = {},
) {
  const moves: string[] = [];
  const answer = (move: "void" | "refund") => () => {
    moves.push(move);
    return Promise.resolve(answers[move] ?? approved);
  };
  const outcome = await refundByDay(refund, now, {
    void: answer("void"),
    refund: answer("refund"),
  });
  return { moves: moves.join(" "), outcome };
}

describe("a refund at PayFor", () => {
  it("is the void of a whole sale before the day end, and a refund after it", async () => {
    const voided = { ...approved, isVoid: true };
    expect(await made(request(1_000n), NOON)).toEqual({ moves: "void", outcome: voided });
    expect(await made(request(1_000n), TOMORROW)).toEqual({ moves: "refund", outcome: approved });
  });

  it("of a part, or of a capture, waits for the day end", async () => {
    const waiting = { kind: "pending", until: "day_end" };
    for (const waits of [request(400n), request(1_000n, "capture")]) {
      const { moves, outcome } = await made(waits, NOON);
      expect([moves, outcome]).toMatchObject(["", waiting]);
      expect(outcome.kind === "pending" && (outcome.askAt ?? NOON)).toBeGreaterThan(NOON);
      expect(await made(waits, TOMORROW)).toMatchObject({ moves: "refund", outcome: approved });
    }
  });

  it("follows the bank where its day end is at another hour", async () => {
    const early = { void: refusedWith("V018") };
    expect((await made(request(1_000n), NOON, early)).moves).toBe("void refund");
    const late = { refund: refusedWith("V014") };
    expect((await made(request(1_000n), TOMORROW, late)).moves).toBe("refund void");
    expect(await made(request(400n), TOMORROW, late)).toMatchObject({
      moves: "refund",
      outcome: { kind: "pending", until: "day_end" },
    });
  });

  it("that is never taken is declined once every bank has settled", async () => {
    const late = later(NOON, 3 * DAY);
    const early = { refund: refusedWith("V014") };
    expect((await made(request(400n), late, early)).outcome).toEqual(refusedWith("V014"));
    const neither = { ...early, void: refusedWith("V018") };
    expect((await made(request(1_000n), TOMORROW, neither)).outcome.kind).toBe("pending");
    expect((await made(request(1_000n), late, neither)).outcome.kind).toBe("declined");
  });

  it("is not tried in another way after any other refusal or a lost answer", async () => {
    for (const outcome of [refusedWith("57"), { kind: "unknown", cause: "x" } as const]) {
      expect(await made(request(1_000n), NOON, { void: outcome })).toEqual({
        moves: "void",
        outcome,
      });
    }
  });
});
