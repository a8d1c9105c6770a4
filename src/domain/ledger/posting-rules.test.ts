import { describe, expect, it } from "vitest";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { money } from "../../kernel/money.ts";
import { CHART } from "./accounts.ts";
import { POSTING_RULES, type MoneyEvent } from "./posting-rules.ts";
import { postingsOf, type Posting } from "./posting.ts";

const EVENTS = Object.keys(POSTING_RULES) as MoneyEvent[];
const TRY = (minor: number) => money(BigInt(minor), "TRY");
const AMOUNTS = { held: TRY(1_000), taken: TRY(900), commission: TRY(17), moved: TRY(400) };

/** Debits less credits of each account, by currency. */
function balances(postings: readonly Posting[]): Readonly<Record<string, bigint>> {
  const sums: Record<string, bigint> = {};
  const book = (account: string, minor: bigint): void => {
    sums[account] = (sums[account] ?? 0n) + minor;
  };
  for (const { debit, credit, amount } of postings) {
    book(`${debit} ${amount.currency}`, amount.minor);
    book(`${credit} ${amount.currency}`, -amount.minor);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

describe("the posting rules", () => {
  it.each(EVENTS)("move money for %s between two accounts of the chart, in balance", (event) => {
    const postings = postingsOf(event, AMOUNTS);
    expect(postings).toHaveLength(POSTING_RULES[event].length);
    for (const { debit, credit } of postings) {
      expect(Object.keys(CHART)).toContain(debit);
      expect(Object.keys(CHART)).toContain(credit);
      expect(debit).not.toBe(credit);
    }
    const sum = Object.values(balances(postings)).reduce((total, one) => total + one, 0n);
    expect(sum).toBe(0n);
  });

  it("use every account of the chart", () => {
    const used = EVENTS.flatMap((event) =>
      POSTING_RULES[event].flatMap(({ debit, credit }) => [debit, credit]),
    );
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(CHART).toSorted());
  });

  it.each([
    ["a hold that is voided", ["held", "voided"], {}],
    [
      "a hold that is captured in part",
      ["held", "captured"],
      {
        "acquirer_receivable TRY": 883n,
        "acquirer_commission TRY": 17n,
        "merchant_payable TRY": -900n,
      },
    ],
    ["a line that is returned", ["line_unmatched", "line_returned"], {}],
  ] as const)("%s leaves the right balances", (_, events, left) => {
    expect(balances(events.flatMap((event) => postingsOf(event, AMOUNTS)))).toEqual(left);
  });

  it("post nothing for an amount that is absent or zero", () => {
    expect(postingsOf("charged", { taken: TRY(5) })).toHaveLength(1);
    expect(postingsOf("charged", { taken: TRY(5), commission: TRY(0) })).toHaveLength(1);
    expect(() => postingsOf("charged", { taken: TRY(-5) })).toThrow("positive");
  });

  it("put a value date only on the acquirer's payouts", () => {
    const valueDate = "2026-12-01" as CalendarDay;
    const dates = postingsOf("captured", { ...AMOUNTS, valueDate }).map((one) => one.valueDate);
    expect(dates).toEqual([undefined, valueDate, valueDate]);
  });
});
