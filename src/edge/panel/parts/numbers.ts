import type { Language } from "../../../checkout/session.ts";

const LOCALES = { tr: "tr-TR", en: "en-GB" } as const satisfies Record<Language, string>;

/** Making one takes as long as writing a hundred numbers with it; there are a few of them. */
const formats = new Map<string, Intl.NumberFormat>();

/** A number as the language writes it. */
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

/** A rate of a contract, always with two decimals. */
export function formatRate(basisPoints: number, language: Language): string {
  const options = { style: "percent", minimumFractionDigits: 2 } as const;
  return formatNumber(basisPoints / 10_000, language, options);
}

/** A percentage of up to two decimals, written as the language does: `%66,67`, `66.67%`. */
export function formatPercent(percent: number, language: Language): string {
  const options = { style: "percent", maximumFractionDigits: 2 } as const;
  return formatNumber(percent / 100, language, options);
}
