import { describe, expect, it } from "vitest";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { instant } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import { settlementEntryId, settlementPostings } from "./settlement-entry.ts";
import { SETTLEMENT_KINDS, type SettlementKind } from "./settlement-line.ts";

const TRY = (minor: number) => money(BigInt(minor), "TRY");

function postings(
  kind: SettlementKind,
  gross: number,
  commission: { readonly kept: number; readonly expected: number | undefined },
): readonly string[] {
  const { kept, expected } = commission;
  const line = {
    line: 1,
    reference: "att_1",
    kind,
    gross: TRY(gross),
    commission: TRY(kept),
    paidOn: "2026-11-20" as CalendarDay,
  };
  const ours = {
    attemptId: "att_1",
    reference: "att_1",
    isNamedByOriginal: false,
    orderId: undefined,
    kind,
    gross: TRY(gross),
    commission: expected === undefined ? undefined : TRY(expected),
    valueDate: undefined,
    bookedAt: instant(0),
    settledOn: undefined,
  };
  return settlementPostings({ line, expected: ours }).map(
    ({ debit, credit, amount }) => `${debit} < ${credit} ${amount.minor}`,
  );
}

describe("the postings of a settled line", () => {
  it.each([
    [
      "a sale with the expected commission",
      postings("sale", 1_000, { kept: 20, expected: 20 }),
      ["bank_account < acquirer_receivable 980"],
    ],
    [
      "a sale with more commission than expected",
      postings("sale", 1_000, { kept: 25, expected: 20 }),
      ["bank_account < acquirer_receivable 975", "acquirer_commission < acquirer_receivable 5"],
    ],
    [
      "a sale with less commission than expected",
      postings("sale", 1_000, { kept: 15, expected: 20 }),
      ["bank_account < acquirer_receivable 985", "acquirer_receivable < acquirer_commission 5"],
    ],
    [
      "a sale without an expectation",
      postings("sale", 1_000, { kept: 20, expected: undefined }),
      ["bank_account < acquirer_receivable 980", "acquirer_commission < acquirer_receivable 20"],
    ],
    [
      "a sale that is smaller than its fee",
      postings("sale", 10, { kept: 25, expected: 25 }),
      ["acquirer_receivable < bank_account 15"],
    ],
    ["a sale that the fee uses up", postings("sale", 25, { kept: 25, expected: 25 }), []],
    [
      "a refund without commission",
      postings("refund", 400, { kept: 0, expected: undefined }),
      ["acquirer_receivable < bank_account 400"],
    ],
    [
      "a refund of which commission is given back",
      postings("refund", 400, { kept: 8, expected: undefined }),
      ["acquirer_receivable < bank_account 392", "acquirer_receivable < acquirer_commission 8"],
    ],
    [
      "a capture that was taken back with its commission",
      postings("refund", 1_000, { kept: 20, expected: 20 }),
      ["acquirer_receivable < bank_account 980"],
    ],
    [
      "a capture that was taken back without its commission",
      postings("refund", 1_000, { kept: 0, expected: 20 }),
      ["acquirer_commission < acquirer_receivable 20", "acquirer_receivable < bank_account 1000"],
    ],
  ])("%s", (_, found, wanted) => {
    expect(found).toEqual(wanted);
  });

  it.each([
    ["a sale", "sale"],
    ["a refund", "refund"],
  ] as const)("leave the acquirer owing nothing of %s", (_, kind) => {
    for (const kept of [0, 7, 20, 3_000]) {
      const expected = kind === "sale" ? 20 : undefined;
      const owed = kind === "sale" ? 1_000 - 20 : -1_000;
      const left = postings(kind, 1_000, { kept, expected }).reduce((sum, posting) => {
        const [debit, , credit, minor] = posting.split(" ");
        const sign =
          debit === "acquirer_receivable" ? 1 : credit === "acquirer_receivable" ? -1 : 0;
        return sum + sign * Number(minor);
      }, owed);
      expect(left).toBe(0);
    }
  });
});

describe("the books' reference of a settled line", () => {
  it("holds the kind and the attempt, in the form that seals contain", () => {
    const references = SETTLEMENT_KINDS.map((kind) => settlementEntryId(kind, "att_1"));
    expect(references).toEqual(["settlement sale att_1", "settlement refund att_1"]);
  });
});
