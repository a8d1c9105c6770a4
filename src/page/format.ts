import type { Language } from "../kernel/language.ts";
import type { Instant } from "../kernel/clock.ts";
import { CURRENCIES } from "../kernel/currency.ts";
import type { Money } from "../kernel/money.ts";

const LOCALES = { tr: "tr-TR", en: "en-GB" } as const satisfies Record<Language, string>;

const moneyFormats = new Map<string, Intl.NumberFormat>();

export function formatMoney(amount: Money, language: Language): string {
  const { currency, minor } = amount;
  const key = language + currency;
  const format =
    moneyFormats.get(key) ??
    new Intl.NumberFormat(LOCALES[language], { style: "currency", currency });
  moneyFormats.set(key, format);
  // A double represents the largest amount of the interface exactly, including two decimal places.
  return format.format(Number(minor) / 10 ** CURRENCIES[currency].exponent);
}

/** An amount in the format of banks' forms: `1250,00`. */
export function plainAmount({ currency, minor }: Money): string {
  const { exponent } = CURRENCIES[currency];
  return (Number(minor) / 10 ** exponent).toFixed(exponent).replace(".", ",");
}

/** Kept, because creating a format takes 0.25 ms. Time zones are few, so the map stays small. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

export type TimePlace = { readonly language: Language; readonly timeZone: string };

/** Hour and minute. */
export function formatTime(at: Instant, place: TimePlace): string {
  return dateText(at, place, { hour: "2-digit", minute: "2-digit" });
}

/** Date and time in the format of a receipt. */
export function formatMoment(at: Instant, place: TimePlace): string {
  return dateText(at, place, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** Date, day of the week and time. */
export function formatDay(at: Instant, place: TimePlace): string {
  return dateText(at, place, {
    day: "numeric",
    month: "long",
    year: "numeric",
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/**
 * A date or time of the hosted pages and of the panel, as Intl writes it. Turkish times have a
 * colon (13:00), as in CLDR, banks' apps and phones; 24 hours in both languages.
 */
export function dateText(
  at: Instant,
  { language, timeZone }: TimePlace,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`;
  const format =
    dateFormats.get(key) ??
    new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone, hourCycle: "h23" });
  dateFormats.set(key, format);
  return format.format(at);
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/** The name of a time zone at a time, such as `GMT+3`, and its minutes ahead of UTC. */
export function zoneAt(at: Instant, timeZone: string): { name: string; minutes: number } {
  const format =
    zoneFormats.get(timeZone) ??
    new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" });
  zoneFormats.set(timeZone, format);
  const part = format.formatToParts(at).find(({ type }) => type === "timeZoneName");
  const name = part?.value ?? "GMT";
  const [, sign = "+", hours = "0", minutes = "0"] = /([+-])(\d+)(?::(\d+))?$/.exec(name) ?? [];
  const ahead = Number(hours) * 60 + Number(minutes);
  return { name, minutes: sign === "-" ? -ahead : ahead };
}
