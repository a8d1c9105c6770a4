import { describe, expect, it } from "vitest";
import { brandOf } from "../../domain/card/card-number.ts";
import { ownerOf } from "../../domain/card/card-program.ts";
import { turkishBins } from "./cards.ts";

const TABLE = turkishBins();

/** Test cards that iyzico publishes, with their banks. */
const PUBLISHED = [
  ["5890040000000016", "0046", "mastercard", "debit"],
  ["5526080000000006", "0046", "mastercard", "credit"],
  ["4766620000000001", "0134", "visa", "debit"],
  ["4603450000000000", "0134", "visa", "credit"],
  ["4729150000000005", "0134", "visa", "credit"],
  ["4987490000000002", "0111", "visa", "debit"],
  ["5311570000000005", "0111", "mastercard", "credit"],
  ["9792020000000001", "0111", "troy", "debit"],
  ["9792030000000000", "0111", "troy", "credit"],
  ["5170410000000004", "0062", "mastercard", "debit"],
  ["5400360000000003", "0062", "mastercard", "credit"],
  ["374427000000003", "0062", "amex", "credit"],
  ["4475050000000003", "0012", "visa", "debit"],
  ["5528790000000008", "0012", "mastercard", "credit"],
  ["4059030000000009", "0123", "visa", "debit"],
  ["5504720000000003", "0123", "mastercard", "credit"],
  ["5892830000000000", "0064", "mastercard", "debit"],
  ["4543590000000006", "0064", "visa", "credit"],
  ["4910050000000006", "0015", "visa", "debit"],
  ["4157920000000002", "0015", "visa", "credit"],
  ["5168880000000002", "0067", "mastercard", "debit"],
  ["5451030000000000", "0067", "mastercard", "credit"],
] as const;

describe("the BIN table of Turkey", () => {
  it.each(PUBLISHED)("knows the bank, brand and type of the published card %s", (...card) => {
    const [number, bankCode, brand, type] = card;
    expect(TABLE.find(number).best).toMatchObject({ bankCode, brand, type, country: "TR" });
  });

  it("has an owner for each program", () => {
    const programs = new Set(TABLE.records().map(({ program }) => program));
    programs.delete(undefined);
    expect([...programs].filter((name) => ownerOf(name ?? "") === undefined)).toEqual([]);
    expect(programs.size).toBe(10);
  });

  it("has a program only on credit cards", () => {
    const others = TABLE.records().filter(
      ({ program, type }) => program !== undefined && type !== "credit",
    );
    expect(others).toEqual([]);
  });

  it("tells Troy from other schemes by the first digits of each of its rows", () => {
    const troy = TABLE.records().filter(({ bin }) => /^(9792|65)/.test(bin));
    expect(troy.length).toBeGreaterThan(200);
    for (const { bin, brand } of troy) expect([bin, brandOf(bin)]).toEqual([bin, brand]);
    expect(brandOf("6011000000000004")).toBe("other");
    expect(brandOf("6510000000000000")).toBe("other");
  });

  it("finds each of its rows by its own digits", () => {
    for (const row of TABLE.records()) expect(TABLE.find(row.bin).best).toEqual(row);
  });
});
