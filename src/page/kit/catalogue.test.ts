import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Catalogue } from "./catalogue.ts";

type Text = string | ((...parts: never[]) => string);
type Texts = { readonly [key: string]: Text | Texts };

const SRC = join(import.meta.dirname, "../..");
const files = ["page", "panel"].flatMap((room) =>
  readdirSync(join(SRC, room), { recursive: true, encoding: "utf8" })
    .filter((path) => /(^|[/-])words\.ts$|^words\//.test(path))
    .map((path) => join(room, path)),
);

/** Single words may be alike in both languages, and so may these. */
const SAME = new Set(["3-D Secure", "3 ms"]);

/** `1 payments`, `1 open sessions` or `1 rows were`. */
const PLURAL_OF_ONE = /\b1 (?:(?:open|stored) )?(?:[a-z]{3,}s\b|\w+ (?:are|were)\b)/;

describe("the texts of pages", () => {
  it.each(files)("in %s exist in both languages", async (file) => {
    for (const { tr, en } of await cataloguesOf(file)) {
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
    const wrong = (await cataloguesOf(file)).flatMap(({ en }) =>
      [...textsOf(en, { part: 1 })].filter(([, text]) => PLURAL_OF_ONE.test(text)),
    );
    expect(wrong).toEqual([]);
  });
});

/** The catalogues that the file exports, beside functions. */
async function cataloguesOf(file: string): Promise<readonly Catalogue<Texts>[]> {
  const module = (await import(join(SRC, file))) as Record<string, Catalogue<Texts> | (() => void)>;
  return Object.values(module).filter((one) => typeof one !== "function");
}

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
