import { describe, expect, it } from "vitest";
import { instant } from "../../../kernel/clock.ts";
import { newAttemptId, newMerchantId, newOrderId } from "../../../kernel/ids.ts";
import { money } from "../../../kernel/money.ts";
import type { Movement } from "../acquirer.ts";
import { explain, UnlistedAttempts } from "./movement.ts";
import { openAttempt, type Attempt } from "../payment.ts";

const now = instant(1_800_000_000_000);
let made = 0;
const random = { bytes: (count: number) => Uint8Array.from({ length: count }, () => (made += 1)) };
const merchantId = newMerchantId(random);
const source = { now, random };
const AMOUNT = money(100n, "TRY");

function attempt(kind: Attempt["kind"], facts: Partial<Attempt>): Attempt {
  const attemptId = newAttemptId(merchantId, source);
  const orderId = newOrderId(merchantId, source);
  const ids = { merchantId, attemptId, orderId, kind, amount: AMOUNT };
  return { ...openAttempt({ ...ids, createdAt: now, dueAt: undefined }), ...facts };
}

function movement(kind: Movement["kind"], facts: Partial<Movement> = {}): Movement {
  return { kind, reference: "o1", amount: AMOUNT, bookedAt: now, bankReference: "9", ...facts };
}

const charge = attempt("authorize", {
  state: "approved",
  acquirerReference: "o1",
  bankReference: "1",
});
const sale = movement("sale", { bankReference: "1" });

describe("the explanation of a bank's booking", () => {
  it("is the attempt of its reference or of the bank's number", () => {
    expect(explain(sale, [charge])).toEqual({ kind: "known" });
    expect(explain({ ...sale, bankReference: "other" }, [charge])).toEqual({ kind: "known" });
    const voided = attempt("refund", { state: "approved", bankReference: "9" });
    expect(explain(movement("void"), [charge, voided])).toEqual({ kind: "known" });
  });

  it("is missing without an attempt, for a second refund, and for another amount", () => {
    expect(explain(sale, [])).toEqual({ kind: "unknown", orderId: undefined });
    const refund = attempt("refund", { state: "approved", bankReference: "2" });
    const unknown = { kind: "unknown", orderId: charge.orderId };
    expect(explain(movement("refund"), [charge, refund])).toEqual(unknown);
    expect(explain(movement("void"), [charge])).toEqual(unknown);
    const named: Attempt = { ...refund, acquirerReference: "r1" };
    const again = movement("refund", { reference: "r1" });
    expect(explain({ ...again, bankReference: "2" }, [charge, named])).toEqual({ kind: "known" });
    expect(explain(again, [charge, named])).toEqual(unknown);
    const dearer = { ...sale, amount: money(101n, "TRY") };
    expect(explain(dearer, [charge])).toEqual(unknown);
  });

  it("is an open attempt that recovery decides, or a failed one that the bank is asked about", () => {
    const open = attempt("refund", {});
    expect(explain(movement("refund"), [charge, open])).toEqual({ kind: "known" });
    const failed = attempt("refund", { state: "declined" });
    expect(explain(movement("refund"), [charge, failed])).toEqual({
      kind: "failed",
      attempt: failed,
    });
    const undone: Attempt = { ...charge, state: "declined" };
    expect(explain(sale, [undone])).toEqual({ kind: "failed", attempt: undone });
  });

  it("is the service's own undo of a charge", () => {
    const failed: Attempt = { ...charge, state: "declined" };
    const undo = attempt("undo", { state: "approved", originalAttemptId: failed.attemptId });
    expect(explain(sale, [failed, undo])).toEqual({ kind: "known" });
    expect(explain(movement("void"), [failed, undo])).toEqual({ kind: "known" });
    expect(explain(movement("void"), [failed])).toEqual({ kind: "known" });
  });
});

describe("an approved attempt", () => {
  it("is missing if the bank lists neither its reference nor its number", () => {
    const capture = attempt("capture", { state: "approved", acquirerReference: "c1" });
    const refund = attempt("refund", { state: "approved", bankReference: "7" });
    const listed = [
      movement("capture", { reference: "c1" }),
      movement("void", { bankReference: "7" }),
    ];
    const unlisted = new UnlistedAttempts([capture, refund]);
    unlisted.strike(sale);
    expect(unlisted.left).toEqual([capture, refund]);
    for (const one of listed) unlisted.strike(one);
    expect(unlisted.left).toEqual([]);
  });
});
