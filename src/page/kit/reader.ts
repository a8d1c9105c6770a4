import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language } from "../../kernel/language.ts";
import type { Catalogue } from "./catalogue.ts";

/** Facts about the reader of a page, for its parts. */
export type Reader = {
  readonly language: Language;
  /** The zone of the page's times; by default that of most merchants. */
  readonly timeZone?: string | undefined;
  /** The token against request forgery that forms carry; absent for a reader without a session. */
  readonly formToken?: string | undefined;
};

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
