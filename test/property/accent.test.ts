import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkAccent,
  LEAST_CONTRAST,
  nearestAccent,
  shadesOf,
  SURFACES,
  type Scheme,
} from "../../src/domain/merchant/accent.ts";
import { contrastOf, parseColour, type Colour } from "../../src/domain/merchant/colour.ts";

const SCHEMES: readonly Scheme[] = ["light", "dark"];
const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((bits) => `#${bits.toString(16).padStart(6, "0")}`);

const read = (text: string): Colour => {
  const colour = parseColour(text);
  if (colour === undefined) throw new Error(`${text} is no colour`);
  return colour;
};
const contrast = (one: string, other: string): number => contrastOf(read(one), read(other));

describe("an accent colour", () => {
  it("has its contrast measured by WCAG", () => {
    expect(contrast("#000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(checkAccent(read("#ffd800"), "light")).toMatchObject({
      problem: "low_contrast",
      contrast: 1.23,
    });
  });

  it("that is refused comes with an accepted proposal of the same hue", () => {
    fc.assert(
      fc.property(anyColour, fc.constantFrom(...SCHEMES), (text, scheme) => {
        const nearest = nearestAccent(read(text), scheme);
        expect(checkAccent(read(nearest), scheme)).toBeUndefined();
        if (checkAccent(read(text), scheme) === undefined) expect(nearest).toBe(text);
        // The order of the channels stays: the strongest one remains the strongest.
        const before = read(text);
        const after = read(nearest);
        const order = (colour: Colour) => colour.indexOf(Math.max(...colour));
        expect(after[order(before)]).toBeCloseTo(Math.max(...after), 1);
      }),
    );
  });

  it("is readable wherever the pages use it", () => {
    fc.assert(
      fc.property(anyColour, (text) => {
        const colour = read(text);
        const accent = {
          light: nearestAccent(colour, "light"),
          dark: nearestAccent(colour, "dark"),
        };
        for (const scheme of SCHEMES) {
          const { accent: own, onAccent, soft } = shadesOf(accent, scheme);
          const pairs = [onAccent, soft, ...SURFACES[scheme]];
          for (const other of pairs) {
            expect(contrast(own, other), `${own} and ${other}`).toBeGreaterThanOrEqual(
              LEAST_CONTRAST,
            );
          }
        }
      }),
    );
  });

  it("is checked against the surfaces of the pages", () => {
    const css = readFileSync(join(import.meta.dirname, "../../web/shared/base.css"), "utf8");
    const [light = "", dark = ""] = css.split("prefers-color-scheme: dark");
    const surface = (part: string, name: string): string =>
      new RegExp(`--${name}: (#[0-9a-f]+);`).exec(part)?.[1] ?? "";
    expect([surface(light, "bg"), surface(light, "paper").padEnd(7, "f")]).toEqual(SURFACES.light);
    expect([surface(dark, "paper"), surface(dark, "bg")]).toEqual(SURFACES.dark);
  });
});
