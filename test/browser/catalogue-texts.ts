import type { Language } from "../../src/checkout/session.ts";
import { WORDS } from "../../src/bank/page/words.ts";
import { otherLanguage } from "../../src/edge/page/language.ts";
import { MESSAGES } from "../../src/edge/page/messages/messages.ts";

const HOLE = "\u0000";
/** Shorter ones are parts of words in either language. */
const TELLING = 5;

/** Stands for every argument of a text: whatever is read of it leaves a hole in the text. */
const anything: unknown = new Proxy(() => HOLE, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => HOLE : anything),
});

/** Every text of a catalogue by its path, with holes where the page's own words come. */
function textsOf(catalogue: unknown, path = ""): ReadonlyMap<string, string> {
  if (typeof catalogue === "string") return new Map([[path, catalogue]]);
  if (typeof catalogue === "function") {
    const text: unknown = Reflect.apply(catalogue, undefined, [anything]);
    return new Map([[path, String(text)]]);
  }
  const entries = Object.entries(catalogue ?? {});
  return new Map(entries.flatMap(([key, value]) => [...textsOf(value, `${path}.${key}`)]));
}

export const CATALOGUES = {
  tr: textsOf([MESSAGES.tr, WORDS.tr]),
  en: textsOf([MESSAGES.en, WORDS.en]),
} as const satisfies Record<Language, ReadonlyMap<string, string>>;

/** Cards and accounts are of this bank whatever the language. */
const NAMES: ReadonlySet<string> = new Set([WORDS.tr.bank]);

function fragments(language: Language): readonly string[] {
  return [...CATALOGUES[language].values()]
    .flatMap((text) => text.split(HOLE))
    .map((text) => text.replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, ""))
    .filter((text) => text.length >= TELLING);
}

/** Texts of the other language's catalogue that a page says, and that its own does not have. */
export function foreignTexts(text: string, language: Language): string[] {
  const own = fragments(language).join("\n");
  const flat = text.replace(/\s+/g, " ");
  return fragments(otherLanguage(language))
    .filter((foreign) => !own.includes(foreign) && !NAMES.has(foreign))
    .filter((foreign) => isSaid(flat, foreign))
    .map((foreign) => `in the other language: ${foreign}`);
}

function isSaid(text: string, words: string): boolean {
  const at = text.indexOf(words);
  if (at < 0) return false;
  const around = [text[at - 1] ?? " ", text[at + words.length] ?? " "];
  return around.every((character) => !/\p{L}/u.test(character));
}
