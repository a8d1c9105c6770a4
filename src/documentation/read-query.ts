import type { Language } from "../kernel/language.ts";
import { SUBJECTS } from "./synonyms.ts";

/** A word of a query, or several words that name one subject. */
export type Term = {
  readonly said: string;
  /** Phrases that count as well; empty for a word without a synonym. */
  readonly written: readonly string[];
  /** The page or part that explains the subject. */
  readonly explainedAt?: Readonly<Record<Language, string>>;
};

type Phrase = { readonly words: readonly string[]; readonly subject: (typeof SUBJECTS)[number] };

/** The longest phrases first, so that `javascript` is not taken for `java`. */
const PHRASES: readonly Phrase[] = SUBJECTS.flatMap((subject) =>
  subject.spoken.map((phrase) => ({ words: phrase.split(" "), subject })),
).toSorted((left, right) => lengthOf(right) - lengthOf(left));

function lengthOf({ words }: Phrase): number {
  return words.join(" ").length;
}

/** Names with characters that separate words. */
const NAMES: readonly (readonly [string, string])[] = [
  ["c#", "csharp"],
  [".net", "dotnet"],
  ["3-d", "3d"],
];

/** Reads the words of a query without case and diacritics. */
export function readQuery(folded: string): readonly Term[] {
  const named = NAMES.reduce((text, [from, to]) => text.replaceAll(from, to), folded);
  const words = named.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  const terms: Term[] = [];
  for (let at = 0; at < words.length;) {
    const found = PHRASES.find((phrase) => beginsHere(phrase, words.slice(at)));
    const length = found?.words.length ?? 1;
    const said = words.slice(at, at + length).join(" ");
    terms.push({ said, written: found?.subject.written ?? [], ...explanationOf(found) });
    at += length;
  }
  return terms;
}

function explanationOf(phrase: Phrase | undefined): Pick<Term, "explainedAt"> {
  return phrase === undefined ? {} : { explainedAt: phrase.subject.explainedAt };
}

/** Short words count as a whole: `eft` is not the beginning of another word. */
function beginsHere({ words }: Phrase, said: readonly string[]): boolean {
  return words.every((word, place) =>
    word.length > WHOLE ? said[place]?.startsWith(word) === true : said[place] === word,
  );
}

const WHOLE = 3;
