import type { Language } from "../../kernel/language.ts";
import { DAY, instant } from "../../kernel/clock.ts";
import { dayOf, parseDay, type Day } from "../../kernel/day.ts";
import { dayWords } from "./day-words.ts";
import { formatDay } from "./when.tsx";

/** The first and the last day of a choice, both inclusive; either may be open. */
export type DayRange = { readonly start: Day | undefined; readonly end: Day | undefined };

export const PRESETS = ["today", "yesterday", "last7", "last30", "thisMonth", "lastMonth"] as const;
export type PresetName = (typeof PRESETS)[number];

/** Adds days in UTC, where each day has 24 hours. */
export function addDays(day: Day, count: number): Day {
  return dayOf(instant(Date.parse(`${day}T00:00:00Z`) + count * DAY), "UTC");
}

/** The days of a preset, seen from the merchant's current day. */
export function presetDays(name: PresetName, today: Day): { start: Day; end: Day } {
  switch (name) {
    case "today":
      return { start: today, end: today };
    case "yesterday": {
      const day = addDays(today, -1);
      return { start: day, end: day };
    }
    case "last7":
      return { start: addDays(today, -6), end: today };
    case "last30":
      return { start: addDays(today, -29), end: today };
    case "thisMonth":
      return { start: firstOfMonth(today), end: today };
    case "lastMonth": {
      const end = addDays(firstOfMonth(today), -1);
      return { start: firstOfMonth(end), end };
    }
  }
}

/** The preset that has exactly these days. */
export function presetOf({ start, end }: DayRange, today: Day): PresetName | undefined {
  return PRESETS.find((name) => {
    const days = presetDays(name, today);
    return days.start === start && days.end === end;
  });
}

function firstOfMonth(day: Day): Day {
  return parseDay(`${day.slice(0, 8)}01`) ?? day;
}

const LOCALES = { tr: "tr-TR", en: "en-GB" } as const satisfies Record<Language, string>;

/** The range in words: `1–30 Kasım 2026`. */
export function rangeText({ start, end }: DayRange, language: Language): string {
  const words = dayWords[language];
  if (start === undefined) {
    return end === undefined ? words.all : words.until(formatDay(end, language));
  }
  if (end === undefined) return words.since(formatDay(start, language));
  if (start === end) return formatDay(start, language);
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return format.formatRange(noonOf(start), noonOf(end));
}

function noonOf(day: Day): number {
  return Date.parse(`${day}T12:00:00Z`);
}
