import type { Language } from "../../kernel/language.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../kernel/clock.ts";

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

const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
  ["second", SECOND],
] as const;

/** A length of time in its largest whole unit (`2 sn`, `3 min`); undefined below a second. */
export function formatLength(ms: number, language: Language): string | undefined {
  const found = UNITS.find(([, length]) => ms >= length);
  if (found === undefined) return undefined;
  const [unit, length] = found;
  const options = { style: "unit", unit, unitDisplay: "short" } as const;
  return formatNumber(Math.floor(ms / length), language, options);
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
