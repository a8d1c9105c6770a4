import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findCutCodes,
  findReferenceCodes,
  foldText,
  isReferenceCode,
  newReferenceCode,
} from "./reference-code.ts";

const ALPHABET = "234679ACDEFGHJKLMNPRTUVXYZ";

// Larger bytes are drawn again, and this source would give the same ones for ever.
const codes = fc
  .uint8Array({ minLength: 10, maxLength: 10, max: 233 })
  .map((seed) => newReferenceCode({ bytes: (count) => seed.slice(0, count) }));

/** A code, a position in it, and another character for that position. */
const mistakes = fc
  .tuple(codes, fc.nat(9), fc.constantFrom(...ALPHABET))
  .filter(([code, place, character]) => code[place] !== character);

describe("a reference code", () => {
  it("has ten characters that cannot be confused", () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(code).toMatch(/^[234679ACDEFGHJKLMNPRTUVXYZ]{10}$/);
        expect(isReferenceCode(code)).toBe(true);
      }),
    );
  });

  it("is invalid with any single wrong character", () => {
    fc.assert(
      fc.property(mistakes, ([code, place, character]) => {
        const wrong = code.slice(0, place) + character + code.slice(place + 1);
        return !isReferenceCode(wrong);
      }),
      { numRuns: 5_000 },
    );
  });

  it("is invalid with two neighbours of the first eight swapped", () => {
    fc.assert(
      fc.property(codes, fc.nat(6), (code, place) => {
        const [left = "", right = ""] = [code[place], code[place + 1]];
        fc.pre(left !== right);
        return !isReferenceCode(code.slice(0, place) + right + left + code.slice(place + 2));
      }),
      { numRuns: 2_000 },
    );
  });

  it("draws every character with the same probability", () => {
    const counts = new Map<string, number>();
    let next = 0;
    const random = {
      bytes: (count: number) => Uint8Array.from({ length: count }, () => next++ % 256),
    };
    for (let drawn = 0; drawn < 2_340; drawn += 1) {
      for (const character of newReferenceCode(random).slice(0, 8)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    const [fewest, most] = [Math.min(...counts.values()), Math.max(...counts.values())];
    expect(counts.size).toBe(26);
    expect(most / fewest).toBeLessThan(1.2);
  });
});

describe("finding codes in a description", () => {
  const separators = fc.constantFrom("", " ", "-", ".", "/", "\n", " - ");

  it("finds a code in any spelling of people and banks", () => {
    const words = fc.constantFrom("SİPARİŞ ", "ödeme:", "ÜCRETİ ", "ışık ", "", "  ");
    fc.assert(
      fc.property(codes, words, words, separators, (code, before, after, separator) => {
        const written = [...code].join(separator);
        for (const text of [written, written.toLowerCase(), written.toLocaleLowerCase("tr")]) {
          expect(findReferenceCodes(`${before}${text}${after}`)).toContain(code);
        }
      }),
    );
  });

  it("returns each of several codes once, and none in ordinary text", () => {
    fc.assert(
      fc.property(codes, codes, (one, other) => {
        const found = findReferenceCodes(`${one} ${other} ${one}`);
        expect(found).toEqual(expect.arrayContaining([...new Set([one, other])]));
        expect(found.filter((code) => code === one)).toHaveLength(1);
      }),
    );
    expect(findReferenceCodes("")).toEqual([]);
    expect(findReferenceCodes("MART 2027 KİRA BEDELİ, DAİRE 12")).toEqual([]);
  });

  it("finds no code in a truncated one", () => {
    fc.assert(
      fc.property(codes, fc.integer({ min: 0, max: 9 }), (code, length) => {
        expect(findReferenceCodes(code.slice(0, length))).toEqual([]);
      }),
    );
  });
});

describe("finding a truncated code", () => {
  it("finds it at the end of any of a transfer's texts", () => {
    fc.assert(
      fc.property(codes, fc.constantFrom(8, 9), (code, length) => {
        const cut = `SIPARIS BEDELI ${code.slice(0, length)}`;
        for (const text of [cut, `${cut} | E2E-7 | GELEN FAST`, `GELEN FAST | ${cut}`]) {
          expect(findCutCodes(text)).toContain(code);
        }
      }),
    );
  });
});

describe("folding text for the search of codes", () => {
  it.each([
    ["İIıi", "IIII"],
    ["şŞ ğĞ üÜ öÖ çÇ", "SSGGUUOOCC"],
    ["a-b.c/d e\tf\ng", "ABCDEFG"],
    ["ＡＢ１２", "AB12"],
    ["Ödeme №7 – teşekkürler!", "ODEMENO7TESEKKURLER"],
  ])("changes %j to %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("leaves a folded text unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(folded).toMatch(/^[0-9A-Z]*$/);
      }),
    );
  });
});
