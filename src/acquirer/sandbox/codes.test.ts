import { describe, expect, it } from "vitest";
import { ANSWER_CODES } from "../../bank/answer-codes.ts";
import { declineReasonOf, returnReasonOf, SANDBOX_DECLINE_CODES } from "./codes.ts";

describe("the test bank's codes", () => {
  it("each have a decline reason, except the approval and the undecided ones", () => {
    const undecided = new Set(["00", "09", "94"]);
    const declines = Object.keys(ANSWER_CODES).filter((code) => !undecided.has(code));
    expect(SANDBOX_DECLINE_CODES.toSorted()).toEqual(declines.toSorted());
  });

  it("have these meanings for a payment", () => {
    const lines = SANDBOX_DECLINE_CODES.map((code) => `${code} ${declineReasonOf(code) ?? "?"}`);
    expect(lines.toSorted().join("\n")).toMatchInlineSnapshot(`
      "04 card_blocked
      05 do_not_honour
      12 general_error
      13 general_error
      14 invalid_card_number
      25 general_error
      30 general_error
      34 suspected_fraud
      41 card_blocked
      43 card_blocked
      51 insufficient_balance
      54 expired_card
      57 general_error
      82 invalid_cvc
      96 general_error
      H1 general_error
      Q1 three_d_secure_failed
      Q2 three_d_secure_unavailable
      Q3 three_d_secure_timeout
      Q4 cancelled_by_customer
      R1 authentication_failed
      R2 payment_timeout
      R3 cancelled_by_customer"
    `);
  });

  it("have no decline reason if they are unknown", () => {
    for (const code of ["00", "09", "94", "99", "", "toString", "__proto__"]) {
      expect(declineReasonOf(code)).toBeUndefined();
    }
  });

  it("of a return distinguish the customer's cancellation from the bank's refusal", () => {
    const results = ["cancel", "timeout", "decline", "wrong_code", "approve", "anything"];
    expect(results.map(returnReasonOf)).toEqual([
      "cancelled_by_customer",
      "three_d_secure_timeout",
      "three_d_secure_failed",
      "three_d_secure_failed",
      "three_d_secure_failed",
      "three_d_secure_failed",
    ]);
  });
});
