import { describe, expect, it } from "vitest";
import { checkBins } from "./check-bins.ts";

const GOOD = {
  bin: "52607333",
  bank_name: "Halkbank",
  bank_code: "12",
  card_brand: "MasterCard",
  card_type: "Credit",
  card_category: "Commercial",
  card_program: "PARAF",
  country: "tr",
};

const rows = (...fields: readonly Partial<typeof GOOD>[]) =>
  fields.map((changed, index) => ({
    line: index + 2,
    fields: new Map(Object.entries({ ...GOOD, ...changed })),
  }));

describe("rows of a BIN table", () => {
  it("are accepted in the spellings of banks", () => {
    const checked = checkBins(rows({}, { bin: "374427", card_brand: "American Express" }));
    expect(checked).toEqual({
      ok: true,
      value: {
        records: [
          {
            bin: "52607333",
            bankName: "Halkbank",
            bankCode: "0012",
            brand: "mastercard",
            type: "credit",
            category: "commercial",
            program: "Paraf",
            country: "TR",
          },
          expect.objectContaining({ bin: "374427", brand: "amex" }),
        ],
        duplicates: [],
      },
    });
  });

  it("may leave optional columns empty", () => {
    const open = { bank_name: "", bank_code: "", card_category: "", card_program: "", country: "" };
    expect(checkBins(rows({ ...open, card_brand: "" }))).toMatchObject({
      ok: true,
      value: {
        records: [
          {
            bankName: undefined,
            bankCode: undefined,
            brand: "mastercard",
            category: "individual",
            program: undefined,
            country: undefined,
          },
        ],
      },
    });
  });

  it("keep the spelling of a program that is not one of the seven", () => {
    const checked = checkBins(rows({ card_program: "Sağlam Kart" }));
    expect(checked).toMatchObject({ value: { records: [{ program: "Sağlam Kart" }] } });
  });

  it.each([
    ["MAXİMUM", "Maximum"],
    ["Card Finans", "CardFinans"],
    ["Bankkart Combo", "Bankkart"],
    ["Wings", "Axess"],
  ])("read the program %s as %s", (written, program) => {
    const checked = checkBins(rows({ card_program: written }));
    expect(checked).toMatchObject({ value: { records: [{ program }] } });
  });

  it("that repeat one another are listed and kept once", () => {
    expect(checkBins(rows({}, {}, { bin: "454359" }))).toMatchObject({
      ok: true,
      value: {
        records: [{ bin: "52607333" }, { bin: "454359" }],
        duplicates: [{ line: 3, bin: "52607333", firstLine: 2 }],
      },
    });
  });

  it("that contradict one another are refused with both line numbers", () => {
    const contradiction = rows({}, { bin: "454359" }, { card_type: "debit" });
    expect(checkBins(contradiction)).toEqual({
      ok: false,
      refusal: [{ line: 4, message: "contradicts line 2 about bin 52607333" }],
    });
  });

  it.each([
    ["bin", "52607", "must be 6 to 8 digits"],
    ["bin", "5528790000000008", "must be 6 to 8 digits"],
    ["card_brand", "constructor", "must be a brand such as visa or mastercard"],
    ["card_type", "", "must be one of credit, debit, prepaid"],
    ["card_category", "both", "must be one of individual, commercial"],
    ["bank_name", "A\u0007", "must be at most 64 characters without control characters"],
    ["card_program", "x".repeat(65), "must be at most 64 characters without control characters"],
    ["bank_code", "00621", "must be an EFT bank code"],
    ["country", "TUR", "must be a country code of two letters"],
  ])("refuse %s %j and name the valid form, not the value", (column, text, message) => {
    expect(checkBins(rows({ [column]: text }))).toEqual({
      ok: false,
      refusal: [{ line: 2, column, message }],
    });
  });

  it("name all problems at once", () => {
    const checked = checkBins(rows({ bin: "x", card_type: "y" }, {}, { country: "?" }));
    const found = checked.ok ? [] : checked.refusal.map(({ line, column }) => [line, column]);
    expect(found).toEqual([
      [2, "bin"],
      [2, "card_type"],
      [4, "country"],
    ]);
  });
});
