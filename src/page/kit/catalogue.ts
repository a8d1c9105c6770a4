import type { Language } from "../../kernel/language.ts";

/** The texts of a page in each language; the Turkish object defines the keys. */
export type Catalogue<Texts> = Readonly<Record<Language, Texts>>;

export function catalogue<Texts>(tr: Texts, en: NoInfer<Texts>): Catalogue<Texts> {
  return { tr, en };
}
