import type { Language } from "../../../checkout/session.ts";

const LOCALES = { tr: "tr-TR", en: "en-GB" } as const satisfies Record<Language, string>;

/** Making a formatter takes as long as formatting a hundred numbers, so formatters are kept. */
const formats = new Map<string, Intl.NumberFormat>();

/** A number in the notation of the language. */
export function formatNumber(
  value: number,
  language: Language,
  options: Intl.NumberFormatOptions = {},
): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(LOCALES[language], options);
  formats.set(key, known);
  return known.format(value);
}

/** A commission rate, always with two decimals. */
export function formatRate(basisPoints: number, language: Language): string {
  const options = { style: "percent", minimumFractionDigits: 2 } as const;
  return formatNumber(basisPoints / 10_000, language, options);
}

/** A percentage with at most two decimals, in the notation of the language: `%66,67`, `66.67%`. */
export function formatPercent(percent: number, language: Language): string {
  const options = { style: "percent", maximumFractionDigits: 2 } as const;
  return formatNumber(percent / 100, language, options);
}
