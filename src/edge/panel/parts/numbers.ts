import type { Language } from "../../../checkout/session.ts";

const LOCALES = { tr: "tr-TR", en: "en-GB" } as const satisfies Record<Language, string>;

export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language]).format(value);
}

/** A rate of a contract, always with two decimals. */
export function formatRate(basisPoints: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], {
    style: "percent",
    minimumFractionDigits: 2,
  }).format(basisPoints / 10_000);
}

/** A percentage of up to two decimals, written as the language does: `%66,67`, `66.67%`. */
export function formatPercent(percent: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], {
    style: "percent",
    maximumFractionDigits: 2,
  }).format(percent / 100);
}
