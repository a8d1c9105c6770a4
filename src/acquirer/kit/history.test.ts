import { describe, expect, it } from "vitest";

import { instant } from "../../kernel/clock.ts";
import { newAttemptId, newMerchantId, newOrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { Inquiry } from "../../domain/payment/acquirer.ts";
import { type BookedStep, judgeHistory } from "./history.ts";
import { packState } from "./state.ts";

const random = { bytes: (count: number) => Uint8Array.from({ length: count }, (_, i) => i) };
const AT = instant(Date.UTC(2026, 10, 23));
const MERCHANT = newMerchantId(random);
const ATTEMPT = newAttemptId(MERCHANT, { now: AT, random });
const SALE = step("sale");

function step(kind: BookedStep["kind"], change: Partial<BookedStep> = {}): BookedStep {
  return {
    kind,
    isBooked: true,
    isCancelled: false,
    amount: money(100n, "TRY"),
    bankReference: `ref-${kind}`,
    authCode: "123456",
    code: "00",
    bookedAt: AT,
    ...change,
  };
}

function judged(kind: Inquiry["kind"], steps: readonly BookedStep[], minor = 100n) {
  const inquiry: Inquiry = {
    merchantId: MERCHANT,
    attemptId: ATTEMPT,
    reference: "reference",
    orderId: newOrderId(MERCHANT, { now: AT, random }),
    kind,
    amount: money(minor, "TRY"),
    state: undefined,
    createdAt: AT,
    original: {
      attemptId: ATTEMPT,
      reference: "reference",
      state: undefined,
      bankReference: "ref-sale",
      amount: money(100n, "TRY"),
      bookedAt: AT,
    },
  };
  const rules = { stateOf: (found: BookedStep) => packState({ step: found.kind }) };
  const outcome = judgeHistory(inquiry, steps, rules);
  return outcome.kind === "approved" ? outcome.bankReference : outcome.kind;
}

describe("the history of an order", () => {
  it("tells whether the charge stands, was refused, was cancelled or never came", () => {
    expect(judged("authorize", [SALE])).toBe("ref-sale");
    expect(judged("authorize", [step("preauth"), step("capture")])).toBe("ref-preauth");
    expect(judged("authorize", [step("sale", { isBooked: false, code: "51" })])).toBe("declined");
    expect(judged("authorize", [step("sale", { isBooked: false, code: "96" })])).toBe("unknown");
    expect(judged("authorize", [step("sale", { isBooked: false, code: "" })])).toBe("declined");
    expect(judged("authorize", [step("sale", { isCancelled: true })])).toBe("undone");
    expect(judged("authorize", [SALE, step("void")])).toBe("undone");
    expect(judged("authorize", [])).toBe("not_found");
  });

  it("leaves open which of several transactions is meant", () => {
    expect(judged("authorize", [SALE, SALE])).toBe("unknown");
    expect(judged("authorize", [SALE, step("refund"), step("void")])).toBe("unknown");
    expect(judged("capture", [step("capture"), step("capture")])).toBe("unknown");
  });

  it("finds a capture by its amount, and a void", () => {
    expect(judged("capture", [step("preauth"), step("capture")])).toBe("ref-capture");
    expect(judged("capture", [step("preauth"), step("capture")], 90n)).toBe("not_found");
    expect(judged("void", [step("preauth"), step("void")])).toBe("ref-void");
    expect(judged("void", [step("preauth", { isCancelled: true })])).toBe("ref-preauth");
    expect(judged("void", [step("preauth")])).toBe("not_found");
  });

  it("finds the refund of the whole, also as a void, and a part that can be no other", () => {
    const part = step("refund", { amount: money(40n, "TRY") });
    expect(judged("refund", [SALE, step("refund")])).toBe("ref-refund");
    expect(judged("refund", [SALE, step("void")])).toBe("ref-void");
    expect(judged("refund", [SALE])).toBe("not_found");
    expect(judged("refund", [SALE, part], 40n)).toBe("ref-refund");
    const undated = { ...part, bookedAt: undefined };
    expect(judged("refund", [SALE, undated], 40n)).toBe("unknown");
    expect(judged("refund", [SALE, part, part], 40n)).toBe("unknown");
    expect(judged("refund", [SALE, part], 30n)).toBe("not_found");
    expect(judged("refund", [SALE, step("refund", { isBooked: false })])).toBe("not_found");
  });
});
