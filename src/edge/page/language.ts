import type { Language } from "../../checkout/session.ts";

export function parseLanguage(text: string): Language | undefined {
  return text === "tr" || text === "en" ? text : undefined;
}

/** The language of a reader of whom only the browser is known; Turkish if it names neither. */
export function languageOfBrowser(acceptLanguage: string | undefined): Language {
  const [first] = /\b(tr|en)\b/i.exec(acceptLanguage ?? "") ?? [];
  return parseLanguage(first?.toLowerCase() ?? "") ?? "tr";
}

export function otherLanguage(language: Language): Language {
  return language === "tr" ? "en" : "tr";
}
