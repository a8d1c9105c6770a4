import { describe, expect, it } from "vitest";
import { holdsCardNumber, withPlainDigits } from "./card-number.ts";
import { containsCardNumber, mayBeCardNumber } from "./find-card-number.ts";

/** A card number in full-width, Arabic, Persian, Bengali and mathematical digits. */
const NUMBERS = [
  "５５２８７９０００００００００８",
  "٥٥٢٨٧٩٠٠٠٠٠٠٠٠٠٨",
  "۵۵۲۸۷۹۰۰۰۰۰۰۰۰۰۸",
  "৫৫২৮৭৯০০০০০০০০০৮",
  "𝟱𝟱𝟮𝟴𝟳𝟵𝟬𝟬𝟬𝟬𝟬𝟬𝟬𝟬𝟬𝟴",
];

describe("a card number in digits of another script", () => {
  it.each(NUMBERS)("is one in a name and in a search: %s", (number) => {
    expect([holdsCardNumber(`Ayşe ${number}`), mayBeCardNumber(number)]).toEqual([true, true]);
  });

  it("is read by the values of its digits", () => {
    expect(NUMBERS.slice(1).map(withPlainDigits)).toEqual(
      Array.from({ length: 4 }, () => "5528790000000008"),
    );
    expect(mayBeCardNumber("٥٥ ٢٨－７９–٠٠٠٠٠٠٠٠٠٨")).toBe(true);
  });

  it("is found within a text by brand and check digit, and a bank's reference is none", () => {
    expect(NUMBERS.map((number) => containsCardNumber(`Banka ${number}`))).toEqual(
      NUMBERS.map(() => true),
    );
    expect(["8000123456789012", "1234567890123456"].map(containsCardNumber)).toEqual([
      false,
      false,
    ]);
  });

  it("is none in names and numbers of other kinds", () => {
    const names = ["Ayşe Yılmaz 3.", "ORD-1", "٠١٢٣٤٥٦٧٨٩", "محمد"];
    expect(names.map((name) => holdsCardNumber(name) || mayBeCardNumber(name))).toEqual(
      names.map(() => false),
    );
  });
});
