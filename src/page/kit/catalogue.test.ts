import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

type Text = string | ((...parts: never[]) => string);
type Texts = { readonly [key: string]: Text | Texts };

const PANEL = join(import.meta.dirname, "..");
const files = readdirSync(PANEL, { recursive: true, encoding: "utf8" }).filter((path) =>
  /(^|[/-])words\.ts$|^words\//.test(path),
);

/** Single words may be alike in both languages, and so may these. */
const SAME = new Set(["3-D Secure", "3 ms"]);

/** `1 payments`, `1 open sessions` or `1 rows were`. */
const PLURAL_OF_ONE = /\b1 (?:(?:open|stored) )?(?:[a-z]{3,}s\b|\w+ (?:are|were)\b)/;

describe("the texts of the panel", () => {
  it.each(files)("in %s exist in both languages", async (file) => {
    const module = (await import(join(PANEL, file))) as Record<
      string,
      { readonly tr: Texts; readonly en: Texts }
    >;
    for (const { tr, en } of Object.values(module)) {
      const [turkish, english] = [textsOf(tr), textsOf(en)];
      expect([...english.keys()]).toEqual([...turkish.keys()]);
      for (const [path, text] of turkish) {
        const other = english.get(path);
        expect([path, text.trim() === "" || other?.trim() === ""]).toEqual([path, false]);
        const isSame = !text.includes(" ") || SAME.has(text);
        if (!isSame) expect([path, other]).not.toEqual([path, text]);
      }
    }
  });

  it.each(files)("in %s have the singular in English", async (file) => {
    const module = (await import(join(PANEL, file))) as Record<string, { readonly en: Texts }>;
    const wrong = Object.values(module).flatMap(({ en }) =>
      [...textsOf(en, { part: 1 })].filter(([, text]) => PLURAL_OF_ONE.test(text)),
    );
    expect(wrong).toEqual([]);
  });
});

/** Every text by its path; functions are called with threes, or with another part. */
function textsOf(
  texts: Texts,
  { path = "", part = "3" }: { readonly path?: string; readonly part?: number | string } = {},
): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    const here = `${path}.${key}`;
    if (typeof value === "string") found.set(here, value);
    else if (typeof value === "function") found.set(here, value(...([part, part] as never[])));
    else for (const [below, text] of textsOf(value, { path: here, part })) found.set(below, text);
  }
  return found;
}
