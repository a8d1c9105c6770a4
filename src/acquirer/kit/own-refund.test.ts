import { describe, expect, it } from "vitest";
import { instant, later, MINUTE } from "../../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { AlikeAttempt, Inquiry } from "../../domain/payment/acquirer.ts";
import { ownRefund, type RefundRow } from "./own-refund.ts";

const createdAt = instant(1_800_000_000_000);
const AMBIGUOUS = { kind: "unknown", isAmbiguous: true };

function inquiry(...alike: readonly AlikeAttempt[]): Inquiry {
  return {
    merchantId: "mer_1" as MerchantId,
    attemptId: "att_1" as AttemptId,
    orderId: "ORD-1" as OrderId,
    reference: "1",
    kind: "refund",
    amount: money(100n, "TRY"),
    state: undefined,
    original: undefined,
    createdAt,
    alike,
  };
}

const row = (bankReference: string, afterMs = 0) => ({
  row: bankReference,
  bankReference,
  bookedAt: later(createdAt, afterMs),
});
const approved = (bankReference: string): AlikeAttempt => ({
  createdAt,
  outcome: "approved",
  bankReference,
});
const undecided: AlikeAttempt = { createdAt, outcome: "undecided", bankReference: undefined };
const find = (rows: readonly RefundRow<string>[], ...alike: readonly AlikeAttempt[]) =>
  ownRefund(rows, inquiry(...alike), MINUTE);

describe("the booking of a refund without a reference of ours", () => {
  it("is the one that no other refund has", () => {
    expect(find([row("7")])).toEqual({ kind: "own", row: "7" });
    expect(find([row("6"), row("7")], approved("6"))).toEqual({ kind: "own", row: "7" });
    expect(find([row("6")], approved("6"))).toEqual({ kind: "not_found" });
    expect(find([])).toEqual({ kind: "not_found" });
  });

  it("is booked after the request, also much later", () => {
    expect(find([row("7", 20 * 60 * MINUTE)])).toEqual({ kind: "own", row: "7" });
    expect(find([row("7", -2 * MINUTE)])).toEqual({ kind: "not_found" });
    expect(find([{ ...row("7"), bookedAt: undefined }])).toMatchObject(AMBIGUOUS);
  });

  it("is any one if each open refund has a booking, and otherwise ambiguous", () => {
    expect(find([row("6"), row("7")], undecided)).toEqual({ kind: "own", row: "6" });
    expect(find([row("7")], undecided)).toMatchObject(AMBIGUOUS);
    expect(find([row("6"), row("7")])).toMatchObject(AMBIGUOUS);
    expect(find([], undecided)).toEqual({ kind: "not_found" });
  });

  it("is ambiguous if the number of another refund is not in the history", () => {
    expect(find([row("7")], approved("other"))).toMatchObject(AMBIGUOUS);
    const unnumbered = { ...approved(""), bankReference: undefined };
    expect(find([row("7")], unnumbered)).toMatchObject(AMBIGUOUS);
  });
});
