import { describe, expect, it } from "vitest";
import { judge } from "./judge.mjs";

const AMOUNT = 1_000;
const sale = (order, refunded = 0) => {
  return { type: "sale", state: "approved", order, voided: false, captured: AMOUNT, refunded };
};
const charged = (order, net = AMOUNT) => ({ order, session: `session of ${order}`, net });

function judged({ told = ["a"], refunds = [], books = [charged("a")], entries = [sale("a")] }) {
  const acknowledged = told.map((order) => ({ order }));
  return judge({ book: { acknowledged, refunds, amount: AMOUNT }, books, entries });
}

describe("the comparison of answers, books and bank", () => {
  it("finds nothing where all three agree", () => {
    const refund = { order: "a", amount: 400 };
    const books = [charged("a", 600)];
    const agreed = judged({ refunds: [refund], books, entries: [sale("a", 400)] });
    expect(agreed).toMatchObject({ lost: [], unknownToBank: [], differences: [], chargedTwice: 0 });
    expect(agreed.sums).toEqual({ books: 600, bank: 600 });
  });

  it("finds a payment and a refund that were acknowledged and are gone", () => {
    expect(judged({ told: ["a", "b"] }).lost).toEqual(["b"]);
    const refunds = [{ order: "a", amount: 400 }];
    expect(judged({ refunds }).lost).toEqual(["refund of a"]);
  });

  it("finds a charge that the books do not know, and one that the bank does not know", () => {
    expect(judged({ entries: [sale("a"), sale("b")] }).differences).toEqual([
      "b: books none, bank 1000",
    ]);
    const unknown = judged({ entries: [] });
    expect(unknown.differences).toEqual(["a: books 1000, bank none"]);
    expect(unknown.unknownToBank).toEqual(["a"]);
  });

  it("finds a session that was charged twice, here or at the bank", () => {
    expect(judged({ entries: [sale("a"), sale("a")] }).chargedTwice).toBe(1);
    const books = [charged("a"), { ...charged("b"), session: "session of a" }];
    expect(judged({ books, entries: [sale("a"), sale("b")] }).chargedTwice).toBe(1);
  });

  it("does not count what the bank declined or took back", () => {
    const entries = [
      sale("a"),
      { ...sale("b"), state: "declined" },
      { ...sale("c"), voided: true },
    ];
    expect(judged({ entries })).toMatchObject({ differences: [], chargedTwice: 0 });
  });
});
