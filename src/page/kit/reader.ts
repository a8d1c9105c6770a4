import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language } from "../../kernel/language.ts";
import type { Catalogue } from "./catalogue.ts";

/** The language and time zone of the page's reader; without a zone, that of most merchants. */
export type Reader = { readonly language: Language; readonly timeZone?: string | undefined };

const Given = createContext<Reader | undefined>(undefined);

/** Gives the reader to the parts of a page; `Document` does so for every page. */
export const ReaderProvider = Given.Provider;

/** @throws Error outside a `Document`. */
export function useReader(): Reader {
  const reader = useContext(Given);
  if (reader === undefined) throw new Error("This part stands outside a document");
  return reader;
}

export function useLanguage(): Language {
  return useReader().language;
}

/** The texts of the catalogue in the reader's language. */
export function useWords<Texts>(texts: Catalogue<Texts>): Texts {
  return texts[useLanguage()];
}
