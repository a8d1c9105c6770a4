import { describe, expect, it } from "vitest";
import { amountText, parseAmount } from "./amount-text.ts";

describe("a typed amount", () => {
  it.each([
    ["1250", 125_000n],
    ["1250,5", 125_050n],
    ["1.250,50", 125_050n],
    ["1.250,505", undefined],
    ["1,250.50", 125_050n],
    ["1.250", 125_000n],
    ["₺ 12,34", 1_234n],
    ["0,01", 1n],
    ["1.250.000", 125_000_000n],
    ["", undefined],
    ["12,345,6", undefined],
    ["1.250.50", undefined],
    ["1,250,500.75", 125_050_075n],
    ["12.34.567", undefined],
    ["-5", undefined],
    ["1e3", undefined],
    ["99999999999999", undefined],
  ])("%j is %s", (text, minor) => {
    expect(parseAmount(text, 2)).toBe(minor);
  });

  it.each([
    ["1,250", 1_250n],
    ["1.250.000", 1_250_000_000n],
    ["1.250,5", 1_250_500n],
    ["0,005", 5n],
    ["1,2500", undefined],
  ])("%j of a currency with three decimals is %s", (text, minor) => {
    expect(parseAmount(text, 3)).toBe(minor);
  });

  it("is read back from the text of its field", () => {
    for (const minor of [1n, 10n, 100n, 125_050n, 999_999_999_999n]) {
      for (const language of ["tr", "en"] as const) {
        for (const exponent of [0, 2, 3]) {
          expect(parseAmount(amountText(minor, { exponent, language }), exponent)).toBe(minor);
        }
      }
    }
  });
});
