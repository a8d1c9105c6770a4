import { describe, expect, it } from "vitest";
import { summarize, summarizeCurrency, type Rollup } from "./summary.ts";

const one = (facts: Partial<Rollup>): Rollup => ({
  paymentType: "creditcard",
  status: "completed",
  currency: "TRY",
  payments: 1,
  amountMinor: 1_000n,
  refunded: 0,
  ...facts,
});

describe("summary", () => {
  it("holds only zeros without payments", () => {
    expect(summarize([], "TRY")).toEqual({
      totalTransactions: 0,
      totalAmount: { minor: 0n, currency: "TRY" },
      successful: 0,
      failed: 0,
      refunded: 0,
      approvalRate: 0,
      breakdown: new Map(),
    });
  });

  it("counts completed, authorized and refunded as successful, and open ones as neither", () => {
    const summary = summarize(
      [
        one({ payments: 4, amountMinor: 4_000n, refunded: 2 }),
        one({ status: "authorized" }),
        one({ status: "refunded", refunded: 1 }),
        one({ status: "failed", payments: 3 }),
        one({ status: "cancelled" }),
        one({ status: "pending", paymentType: "bank_transfer" }),
        one({ status: "processing" }),
      ],
      "TRY",
    );
    expect(summary).toMatchObject({
      totalTransactions: 12,
      totalAmount: { minor: 6_000n },
      successful: 6,
      failed: 3,
      refunded: 3,
      approvalRate: 66.67,
    });
    expect(summary.breakdown).toEqual(
      new Map([
        ["bank_transfer", { count: 1, amount: { minor: 0n, currency: "TRY" } }],
        ["creditcard", { count: 11, amount: { minor: 6_000n, currency: "TRY" } }],
      ]),
    );
  });

  it("adds the amounts of one currency only, and counts only that one if it is asked for", () => {
    const rollups = [one({}), one({ currency: "USD", amountMinor: 500n })];
    const totalAmount = { minor: 500n, currency: "USD" };
    expect(summarize(rollups, "USD")).toMatchObject({ totalTransactions: 2, totalAmount });
    expect(summarizeCurrency(rollups, "USD")).toMatchObject({ totalTransactions: 1, totalAmount });
  });

  it.each([
    [1, 3, 25],
    [2, 1, 66.67],
    [1, 2, 33.33],
    [1, 0, 100],
    [0, 7, 0],
    // 1 of 800 is exactly 0.125 percent, which is rounded up.
    [1, 799, 0.13],
  ])(
    "has for %i successful and %i failed payments the approval rate %f",
    (successful, failed, rate) => {
      const rollups = [one({ payments: successful }), one({ status: "failed", payments: failed })];
      expect(summarize(rollups, "TRY").approvalRate).toBe(rate);
    },
  );
});
