import type { Language } from "../../kernel/language.ts";

/** The texts of a page in each language. */
export type Catalogue<Texts> = Readonly<Record<Language, Texts>>;

/** A text in Turkish and in English, or a function that makes it, or such texts by names. */
type Pairs = readonly [tr: unknown, en: unknown] | { readonly [name: string]: Pairs };

type TextsOf<P> = P extends readonly [infer Text, unknown]
  ? Text
  : { readonly [Name in keyof P]: TextsOf<P[Name]> };

/** The English text is of the type of the Turkish one. */
type Alike<P> = P extends readonly [infer Text, unknown]
  ? readonly [tr: Text, en: Text]
  : { readonly [Name in keyof P]: Alike<P[Name]> };

/** Texts that stand side by side, `{ title: ["Ödemeler", "Payments"] }`, or one set a language. */
export function catalogue<P extends Pairs>(pairs: P & Alike<P>): Catalogue<TextsOf<P>>;
export function catalogue<Texts>(tr: Texts, en: NoInfer<Texts>): Catalogue<Texts>;
export function catalogue(...given: readonly [Pairs] | readonly [unknown, unknown]) {
  const pairs = given.length === 1 ? given[0] : given;
  return { tr: sideOf(pairs, 0), en: sideOf(pairs, 1) };
}

function sideOf(pairs: Pairs, side: 0 | 1): unknown {
  if (isPair(pairs)) return pairs[side];
  return Object.fromEntries(Object.entries(pairs).map(([name, one]) => [name, sideOf(one, side)]));
}

function isPair(pairs: Pairs): pairs is readonly [unknown, unknown] {
  return Array.isArray(pairs);
}
