import { describe, expect, it } from "vitest";
import { decimalSum, decimalText } from "./decimal.ts";

describe("decimalText", () => {
  it.each([
    [5n, 2, "0.05"],
    [125_050n, 2, "1250.50"],
    [125_050n, 3, "125.050"],
    [7n, 3, "0.007"],
    [125_050n, 0, "125050"],
  ])("writes %s minor units with an exponent of %s as %s", (minor, exponent, text) => {
    expect(decimalText(minor, exponent)).toBe(text);
  });
});

describe("decimalSum", () => {
  it("adds amounts of currencies with two, three and no decimals", () => {
    const amounts = [
      { minor: 1_234n, exponent: 2 },
      { minor: 1_005n, exponent: 3 },
      { minor: 7n, exponent: 0 },
    ];
    expect(decimalSum(amounts)).toBe("20.345");
  });

  it("keeps the two decimals of a single currency", () => {
    expect(decimalSum([{ minor: 1_200n, exponent: 2 }])).toBe("12.00");
  });
});
