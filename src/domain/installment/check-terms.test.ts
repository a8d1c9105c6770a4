import { describe, expect, it } from "vitest";
import { checkLimits, checkRates } from "./check-terms.ts";

const RATE = {
  program: "bonus",
  card_bank: "own",
  installment_count: "3",
  commission_rate: "2,99",
  borne_by: "",
  card_category: "",
  bank_code: "",
  valid_from: "2026-01-01",
  valid_to: "",
};
const FORMULAS = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  " =1",
  "\t=1",
  "＝1",
  "A|B",
  "A;=1",
  'A"',
  "A\n=1",
];
const LIMIT = { category: "10", max_installments: "6", valid_from: "2026-01-01", valid_to: "" };

const rows = <Fields extends object>(good: Fields, changes: readonly Partial<Fields>[]) =>
  changes.map((changed, index) => ({
    line: index + 2,
    fields: new Map<string, string>(Object.entries({ ...good, ...changed })),
  }));
const rates = (...changes: readonly Partial<typeof RATE>[]) => checkRates(rows(RATE, changes));
const limits = (...changes: readonly Partial<typeof LIMIT>[]) => checkLimits(rows(LIMIT, changes));

describe("rows of a commission table", () => {
  it("hold the card, the installment count, the rate and its bearer", () => {
    const full = { borne_by: "merchant", bank_code: "134", card_category: "commercial" };
    expect(rates({}, { ...full, valid_to: "2026-12-31" })).toEqual({
      ok: true,
      value: [
        {
          program: "Bonus",
          cardBank: "own",
          terminalBankCode: "0062",
          category: undefined,
          count: 3,
          rateBasisPoints: 299,
          bearer: "customer",
          validFrom: "2026-01-01",
          validTo: undefined,
        },
        expect.objectContaining({
          terminalBankCode: "0134",
          category: "commercial",
          bearer: "merchant",
          validTo: "2026-12-31",
        }),
      ],
    });
  });

  it.each([
    ["0", 0],
    ["2", 200],
    ["2.5", 250],
    ["2,05", 205],
    ["100", 10_000],
  ])("have the rate %s read as %i hundredths of a percent", (text, rateBasisPoints) => {
    expect(rates({ commission_rate: text })).toMatchObject({ value: [{ rateBasisPoints }] });
  });

  it.each([
    [{ commission_rate: "2.999" }, "commission_rate"],
    [{ commission_rate: "100.01" }, "commission_rate"],
    [{ commission_rate: "-1" }, "commission_rate"],
    [{ commission_rate: "" }, "commission_rate"],
    [{ installment_count: "0" }, "installment_count"],
    [{ installment_count: "100" }, "installment_count"],
    [{ installment_count: "1" }, "borne_by"],
    [{ card_bank: "theirs" }, "card_bank"],
    [{ card_category: "any" }, "card_category"],
    [{ program: "" }, "program"],
    [{ program: "x".repeat(65), bank_code: "62" }, "program"],
    [{ program: "Unheard-of" }, "bank_code"],
    [{ card_bank: "foreign", installment_count: "1", borne_by: "merchant" }, "program"],
    [{ card_bank: "foreign", program: "" }, "installment_count"],
    [{ valid_from: "2026-02-30" }, "valid_from"],
    [{ valid_from: "01.02.2026" }, "valid_from"],
    [{ valid_from: "1969-12-31" }, "valid_from"],
    [{ valid_from: "9999-01-01" }, "valid_from"],
    [{ valid_to: "9999-12-30" }, "valid_to"],
    [{ valid_to: "2025-12-31" }, "valid_to"],
  ])("are refused with %j, naming the column", (changed, column) => {
    expect(rates(changed)).toMatchObject({ ok: false, refusal: [{ line: 2, column }] });
  });

  it.each(FORMULAS)("are refused with the program %j, which is no name", (program) => {
    const refusal = [{ line: 2, column: "program" }];
    expect(rates({ program, bank_code: "62" })).toMatchObject({ ok: false, refusal });
  });

  it.each(["Miles & Smiles", "Sağlam Kart", "Bonus-Flexi 2.0", "x".repeat(64)])(
    "may be about the program %s",
    (program) => expect(rates({ program, bank_code: "62" })).toMatchObject({ ok: true }),
  );

  it("may be valid one after another, and for different cards at once", () => {
    const following = rates(
      { valid_to: "2026-06-30" },
      { valid_from: "2026-07-01", commission_rate: "4" },
      { card_category: "commercial" },
      { card_bank: "partner" },
      { installment_count: "6" },
    );
    expect(following.ok).toBe(true);
  });

  it("must not contradict one another on any day", () => {
    expect(rates({ valid_to: "2026-06-30" }, { valid_from: "2026-06-30" })).toEqual({
      ok: false,
      refusal: [{ line: 3, message: "is about the same as line 2, on days of it" }],
    });
  });
});

describe("rows of a table of limits", () => {
  it("hold the most installments for goods of a category", () => {
    expect(limits({})).toEqual({
      ok: true,
      value: [{ category: 10, countMax: 6, validFrom: "2026-01-01", validTo: undefined }],
    });
  });

  it("have no end on the day that other systems write for none", () => {
    expect(limits({ valid_to: "9999-12-31" })).toEqual(limits({}));
  });

  it.each([
    [{ category: "" }, "category"],
    [{ category: "phones" }, "category"],
    [{ max_installments: "0" }, "max_installments"],
    [{ valid_from: "" }, "valid_from"],
    [{ valid_to: "2025-12-31" }, "valid_to"],
    [{ valid_to: "9999-12-30" }, "valid_to"],
  ])("are refused with %j, naming the column", (changed, column) => {
    expect(limits(changed)).toMatchObject({ ok: false, refusal: [{ line: 2, column }] });
  });

  it("must not contradict one another on any day", () => {
    expect(limits({}, { category: "11" }, { max_installments: "3" })).toMatchObject({
      ok: false,
      refusal: [{ line: 4 }],
    });
  });
});
