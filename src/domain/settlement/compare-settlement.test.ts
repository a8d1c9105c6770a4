import { describe, expect, it } from "vitest";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { instant } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import { SettlementComparison } from "./compare-settlement.ts";
import type { ExpectedLine, SettlementLine } from "./settlement-line.ts";

const day = (text: string): CalendarDay => text as CalendarDay;

/** A refund of our books that a file may name by its sale's reference, `S`. */
function refund(attemptId: string, changes: Partial<ExpectedLine> & { readonly at?: string } = {}) {
  const { at = "2026-11-20T09:00:00Z", ...rest } = changes;
  return {
    attemptId,
    reference: "S",
    isNamedByOriginal: true,
    orderId: undefined,
    kind: "refund",
    gross: money(500n, "TRY"),
    commission: undefined,
    valueDate: undefined,
    bookedAt: instant(Date.parse(at)),
    settledOn: undefined,
    ...rest,
  } satisfies ExpectedLine;
}

function line(changes: Partial<SettlementLine> & { readonly minor?: bigint } = {}): SettlementLine {
  const { minor = 500n, ...rest } = changes;
  return {
    line: 2,
    reference: "S",
    kind: "refund",
    gross: money(minor, "TRY"),
    commission: money(0n, "TRY"),
    paidOn: day("2026-11-23"),
    ...rest,
  };
}

const EARLY = refund("att_b", { at: "2026-11-20T09:00:00Z" });
const LATE = refund("att_a", { at: "2026-11-20T10:00:00Z" });
const SALE = refund("att_s", { kind: "sale", isNamedByOriginal: false });

type Case = {
  readonly lines: readonly SettlementLine[];
  readonly books: readonly ExpectedLine[];
  /** The attempts that are settled, and the differences, each in the order of the file. */
  readonly settled: readonly string[];
  readonly differences?: readonly string[];
};

describe("a refund that the bank names by its sale", () => {
  it.each<[string, Case]>([
    ["is found by its amount", { lines: [line()], books: [SALE, EARLY], settled: ["att_b"] }],
    [
      "is the earliest of several equal ones, and each is matched once",
      { lines: [line(), line()], books: [LATE, EARLY], settled: ["att_b", "att_a"] },
    ],
    [
      "is not in the books with another amount",
      { lines: [line({ minor: 499n })], books: [EARLY], settled: [], differences: ["extra"] },
    ],
    [
      "is not in the books with another currency",
      {
        lines: [line({ gross: money(500n, "USD") })],
        books: [EARLY],
        settled: [],
        differences: ["extra"],
      },
    ],
    [
      "was booked on the day of the payout at the latest",
      {
        lines: [line({ paidOn: day("2026-11-20") }), line({ paidOn: day("2026-11-19") })],
        books: [EARLY, refund("att_c", { at: "2026-11-20T22:00:00Z" })],
        settled: ["att_b"],
        differences: ["extra"],
      },
    ],
    [
      "was made twice beyond the refunds of this amount",
      {
        lines: [line(), line()],
        books: [EARLY],
        settled: ["att_b"],
        differences: ["refunded_twice"],
      },
    ],
    [
      "was made twice where another day has it again",
      {
        lines: [line({ paidOn: day("2026-11-24") })],
        books: [{ ...EARLY, settledOn: day("2026-11-23") }],
        settled: [],
        differences: ["refunded_twice"],
      },
    ],
    [
      "is a duplicate of the same file, and settles no other refund of this amount",
      {
        lines: [line()],
        books: [{ ...EARLY, settledOn: day("2026-11-23") }, LATE],
        settled: [],
        differences: ["duplicate"],
      },
    ],
    [
      "is the next of this amount in a later file",
      {
        lines: [line()],
        books: [{ ...EARLY, settledOn: day("2026-11-22") }, LATE],
        settled: ["att_a"],
      },
    ],
    [
      "is found by its own reference before that of its sale",
      {
        lines: [line({ reference: "R" }), line()],
        books: [EARLY, LATE, { ...LATE, reference: "R", isNamedByOriginal: false }],
        settled: ["att_a", "att_b"],
      },
    ],
    [
      "is not taken for its sale",
      { lines: [line({ kind: "sale" })], books: [SALE, EARLY], settled: ["att_s"] },
    ],
  ])("%s", (_, { lines, books, settled, differences = [] }) => {
    const compared = new SettlementComparison().compare(lines, books);
    expect(compared.agreed.map(({ expected }) => expected.attemptId)).toEqual(settled);
    expect(compared.differences.map(({ difference }) => difference)).toEqual(differences);
  });

  it("is matched once in several parts of a file", () => {
    const comparison = new SettlementComparison();
    comparison.compare([line()], [EARLY, LATE]);
    const posted = { ...EARLY, settledOn: day("2026-11-23") };
    const { agreed } = comparison.compare([line()], [posted, LATE]);
    expect(agreed.map(({ expected }) => expected.attemptId)).toEqual(["att_a"]);
  });
});

describe("the commission of a settled line", () => {
  const TRY = (minor: bigint) => money(minor, "TRY");
  const sale = refund("att_s", { kind: "sale", isNamedByOriginal: false, commission: TRY(20n) });
  const own = (changes: Partial<SettlementLine>) => line({ kind: "sale", ...changes });
  const found = (lines: readonly SettlementLine[], books: readonly ExpectedLine[]) =>
    new SettlementComparison()
      .compare(lines, books)
      .differences.map(({ difference, away }) => [difference, away.minor]);

  it("is compared again where an earlier import of the file ended before its report", () => {
    const paid = { settledOn: day("2026-11-23"), settledCommission: TRY(25n) };
    const over = own({ commission: TRY(25n) });
    const duplicate = ["duplicate", 475n];
    expect(found([over], [{ ...sale, ...paid }])).toEqual([duplicate, ["overcharged", -5n]]);
    const due = { valueDate: day("2026-11-20") };
    expect(found([over], [{ ...sale, ...due, ...paid }])).toEqual([
      duplicate,
      ["overcharged", -5n],
      ["late", 0n],
    ]);
    // Another day or commission than those of the settled line is another line of the bank.
    expect(found([over], [{ ...sale, ...paid, settledOn: day("2026-11-22") }])).toEqual([
      duplicate,
    ]);
    expect(found([own({ commission: TRY(24n) })], [{ ...sale, ...paid }])).toEqual([
      ["duplicate", 476n],
    ]);
    expect(found([over, over], [sale])).toEqual([["overcharged", -5n], duplicate]);
  });

  it("is expected back with a capture that the bank took back", () => {
    const back = { ...sale, kind: "refund", commission: TRY(20n) } as const;
    expect(found([line({ commission: TRY(20n) })], [back])).toEqual([]);
    expect(found([line({ commission: TRY(0n) })], [back])).toEqual([["overcharged", -20n]]);
    const missing = new SettlementComparison().missing([back]);
    expect(missing.map(({ away }) => away.minor)).toEqual([480n]);
  });
});
