import type { Language } from "../kernel/language.ts";

export function parseLanguage(text: string): Language | undefined {
  return text === "tr" || text === "en" ? text : undefined;
}

/** The preferred language by `Accept-Language`; Turkish if it names neither of ours. */
export function languageOfBrowser(acceptLanguage: string | undefined): Language {
  const [first] = /\b(tr|en)\b/i.exec(acceptLanguage ?? "") ?? [];
  return parseLanguage(first?.toLowerCase() ?? "") ?? "tr";
}

export function otherLanguage(language: Language): Language {
  return language === "tr" ? "en" : "tr";
}
