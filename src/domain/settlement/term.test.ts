import { describe, expect, it } from "vitest";
import { dayInTurkey } from "../../kernel/calendar-day.ts";
import { instant } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import { expectSettlement, type SettlementTerm } from "./term.ts";

const DAY = dayInTurkey(instant(Date.UTC(2026, 10, 23)));
const ANY: SettlementTerm = {
  acquirer: undefined,
  paymentType: "creditcard",
  program: undefined,
  count: undefined,
  rateBasisPoints: 300,
  valueDays: 1,
  validFrom: DAY,
  validTo: undefined,
};
const SALE = {
  acquirer: "acq_one",
  paymentType: "creditcard",
  program: "Bonus",
  installmentCount: 3,
};

describe("the line of a contract for a payment", () => {
  it.each<[string, readonly Partial<SettlementTerm>[], bigint | undefined]>([
    ["for every connection", [{}], 300n],
    ["for its connection, before one for every connection", [{}, of("acq_one", 200)], 200n],
    ["for its connection, before one for its program", [bonus(100), of("acq_one", 200)], 200n],
    ["for its program at its connection", [of("acq_one", 200), bonus(150, "acq_one")], 150n],
    ["never for another connection", [of("acq_two", 200)], undefined],
  ])("is the one %s", (_, terms, commission) => {
    const lines = terms.map((term) => ({ ...ANY, ...term }));
    const found = expectSettlement(lines, SALE, { amount: money(10_000n, "TRY"), day: DAY });
    expect(found?.commission.minor).toBe(commission);
  });
});

function of(acquirer: string, rateBasisPoints: number): Partial<SettlementTerm> {
  return { acquirer, rateBasisPoints };
}

function bonus(rateBasisPoints: number, acquirer?: string): Partial<SettlementTerm> {
  return { acquirer, program: "Bonus", rateBasisPoints };
}
