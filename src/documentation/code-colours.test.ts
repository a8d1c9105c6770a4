import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LEAST_CONTRAST } from "../domain/merchant/accent.ts";
import { contrastOf, parseColour, type Colour } from "../domain/merchant/colour.ts";

const WEB = join(import.meta.dirname, "../../web");

/** The colours of each scheme by their names. */
function schemesOf(path: string): readonly ReadonlyMap<string, string>[] {
  const parts = readFileSync(join(WEB, path), "utf8").split("prefers-color-scheme: dark");
  return parts.map((part) => {
    const found = part.matchAll(/--([\w-]+): #([0-9a-f]{3,6});/g);
    return new Map([...found].map(([, name = "", hex = ""]) => [name, longHex(hex)]));
  });
}

function longHex(hex: string): string {
  return `#${hex.length === 3 ? hex.replace(/./g, "$&$&") : hex}`;
}

function read(text: string): Colour {
  const colour = parseColour(text);
  if (colour === undefined) throw new Error(`not a colour: ${text}`);
  return colour;
}

const contrast = (one: string, other: string): number => contrastOf(read(one), read(other));

// A browser test can't judge these: the box has the shade of its edge as a picture behind the text.
it.each([
  ["light", 0],
  ["dark", 1],
] as const)("code, links and buttons can be read in the %s scheme", (_name, at) => {
  const page = schemesOf("shared/base.css")[at];
  const code = schemesOf("docs/code.css")[at];
  const kinds = [...(code ?? [])].filter(([name]) => name.startsWith("t-"));
  expect(kinds).toHaveLength(6);
  const colour = (name: string): string => page?.get(name) ?? "";
  const texts = ["fg", "muted", "accent"].map((name) => [name, colour(name)] as const);
  for (const ground of ["bg", "paper", "accent-soft"]) {
    for (const [name, text] of [...kinds, ...texts]) {
      const told = `${name} on ${ground}`;
      expect(contrast(text, colour(ground)), told).toBeGreaterThanOrEqual(LEAST_CONTRAST);
    }
  }
  expect(contrast(colour("on-accent"), colour("accent"))).toBeGreaterThanOrEqual(LEAST_CONTRAST);
});
