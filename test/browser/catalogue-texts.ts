import type { Language } from "../../src/kernel/language.ts";
import { WORDS } from "../../src/bank/page/words.ts";
import { otherLanguage } from "../../src/page/language.ts";
import { MESSAGES } from "../../src/page/messages/messages.ts";

const HOLE = "\u0000";
/** Shorter texts are parts of words in either language. */
const DISTINCTIVE_LENGTH = 5;

/** Stands for every argument of a text; the text has a gap in its place. */
const anything: unknown = new Proxy(() => HOLE, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => HOLE : anything),
});

/** Every text of a catalogue by its path, with gaps for its arguments. */
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

/** The bank of cards and accounts has this name in both languages. */
const NAMES: ReadonlySet<string> = new Set([WORDS.tr.bank]);

function fragments(language: Language): readonly string[] {
  return [...CATALOGUES[language].values()]
    .flatMap((text) => text.split(HOLE))
    .map((text) => text.replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, ""))
    .filter((text) => text.length >= DISTINCTIVE_LENGTH);
}

/** Texts of the other language's catalogue on a page that are missing in its own. */
export function foreignTexts(text: string, language: Language): string[] {
  const own = fragments(language).join("\n");
  const flat = text.replace(/\s+/g, " ");
  return fragments(otherLanguage(language))
    .filter((foreign) => !own.includes(foreign) && !NAMES.has(foreign))
    .filter((foreign) => contains(flat, foreign))
    .map((foreign) => `in the other language: ${foreign}`);
}

function contains(text: string, words: string): boolean {
  const at = text.indexOf(words);
  if (at < 0) return false;
  const around = [text[at - 1] ?? " ", text[at + words.length] ?? " "];
  return around.every((character) => !/\p{L}/u.test(character));
}
