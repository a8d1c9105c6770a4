import { describe, expect, it } from "vitest";
import { assert } from "../../kernel/assert.ts";
import { parseCalendarDay } from "../../kernel/calendar-day.ts";
import { unknownCard, type CardFacts } from "../card/bin-record.ts";
import type { CommissionRate } from "./commission.ts";
import { commissionAt } from "./cost.ts";

const day = parseCalendarDay("2026-03-01");
assert(day !== undefined, "the day of the tests is a day");

const OWN: CommissionRate = {
  program: "Bonus",
  cardBank: "own",
  terminalBankCode: "0062",
  category: undefined,
  count: 1,
  rateBasisPoints: 150,
  bearer: "merchant",
  validFrom: day,
  validTo: undefined,
};
const PARTNER: CommissionRate = { ...OWN, cardBank: "partner", rateBasisPoints: 190 };
const OTHER_BANK: CommissionRate = { ...OWN, terminalBankCode: "0046", rateBasisPoints: 900 };
const FOREIGN: CommissionRate = {
  ...OWN,
  program: undefined,
  cardBank: "foreign",
  terminalBankCode: undefined,
  rateBasisPoints: 350,
};
const GARANTI: CardFacts = {
  ...unknownCard("554960"),
  bankName: "Garanti",
  bankCode: "0062",
  program: "Bonus",
  country: "TR",
};

describe("the commission at a bank's terminal", () => {
  const rates = [OWN, PARTNER, OTHER_BANK, FOREIGN];
  const cost = (card: CardFacts, from: readonly CommissionRate[] = rates) =>
    commissionAt(from, { bankCode: "0062", card, count: 1, day });

  it("is that of the row for the card's issuer", () => {
    expect(cost(GARANTI)).toBe(150);
    expect(cost({ ...GARANTI, bankCode: "0134" })).toBe(190);
    expect(cost({ ...GARANTI, country: "DE" })).toBe(350);
  });

  it("is that of the dearest row that could apply to an unknown card", () => {
    expect(cost(unknownCard("400000"))).toBe(350);
    expect(cost(unknownCard("400000"), [OWN, PARTNER, OTHER_BANK])).toBe(190);
    expect(cost(unknownCard("400000"), [OTHER_BANK])).toBeUndefined();
  });

  it("is unknown without a row", () => {
    expect(cost({ ...GARANTI, program: "World" })).toBeUndefined();
  });
});
