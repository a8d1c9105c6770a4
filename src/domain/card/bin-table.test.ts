import { describe, expect, it } from "vitest";
import { TEST_CARDS } from "../../bank/test-cards.ts";
import type { BinRecord } from "./bin-record.ts";
import { BinTable } from "./bin-table.ts";
import { SANDBOX_BINS } from "./sandbox-bins.ts";

const row = (bin: string, facts: Partial<BinRecord> = {}): BinRecord => ({
  bin,
  bankName: "Akbank",
  bankCode: "0046",
  brand: "visa",
  type: "credit",
  category: "individual",
  program: "Axess",
  country: "TR",
  ...facts,
});

describe("a look-up by card number", () => {
  const table = new BinTable([
    row("450000", { bankName: "six" }),
    row("4500001", { bankName: "seven" }),
    row("45000012", { bankName: "eight" }),
  ]);

  it.each([
    ["4500001200000000", "eight"],
    ["4500001300000000", "seven"],
    ["4500009900000000", "six"],
  ])("%s is described by the longest row that it begins with", (number, bankName) => {
    const { best, possible } = table.find(number);
    expect(best.bankName).toBe(bankName);
    expect(possible).toEqual([best]);
  });

  it("without a row has a brand, and counts as a credit card of an unknown bank", () => {
    expect(table.find("9792990000000000").best).toEqual({
      bankName: undefined,
      bankCode: undefined,
      brand: "troy",
      type: "credit",
      category: "individual",
      program: undefined,
      country: undefined,
    });
  });
});

describe("six digits", () => {
  it("with a row of their own are described by it, and may be cards of the longer rows", () => {
    const own = row("450000");
    const longer = row("45000012", { type: "debit", program: undefined });
    const { best, possible } = new BinTable([longer, own]).find("450000");
    expect(best).toEqual(own);
    expect(possible).toEqual([own, longer]);
  });

  it("without one have the facts that all longer rows share", () => {
    const table = new BinTable([
      row("45000011", { type: "debit", program: undefined }),
      row("45000012"),
      row("4500002", { category: "commercial" }),
    ]);
    expect(table.find("450000").best).toEqual({
      bankName: "Akbank",
      bankCode: "0046",
      brand: "visa",
      type: undefined,
      category: undefined,
      program: undefined,
      country: "TR",
    });
    expect(table.find("45000012").best).toMatchObject({ type: "credit", program: "Axess" });
  });

  it("take their brand from the number if longer rows differ in it", () => {
    const table = new BinTable([
      row("58900411", { brand: "maestro" }),
      row("58900412", { brand: "mastercard" }),
    ]);
    expect(table.find("589004").best.brand).toBe("maestro");
  });
});

describe("seven digits", () => {
  it("fall back to the row of their first six if no longer one begins with them", () => {
    const table = new BinTable([row("450000"), row("45000011", { type: "debit" })]);
    expect(table.find("4500002").best.type).toBe("credit");
    expect(table.find("4500001").possible).toHaveLength(2);
  });
});

describe("the BIN table of the sandbox", () => {
  it.each(TEST_CARDS.map((card) => [card.number, card] as const))(
    "finds the sandbox card %s by its number, and by six and eight digits of it",
    (number, card) => {
      for (const digits of [number, number.slice(0, 8), number.slice(0, 6)]) {
        const { best } = SANDBOX_BINS.find(digits);
        expect(card.bank).toContain(best.bankName);
        expect(best).toMatchObject({
          bankCode: card.bankCode,
          brand: card.brand,
          type: card.type,
          program: card.program,
          category: "individual",
        });
      }
    },
  );

  it("has only one row for each bin", () => {
    const bins = SANDBOX_BINS.records().map(({ bin }) => bin);
    expect(new Set(bins).size).toBe(bins.length);
    expect(bins.every((bin) => /^\d{6}(\d\d)?$/.test(bin))).toBe(true);
  });
});
