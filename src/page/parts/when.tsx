import { useReader } from "../kit/reader.ts";
import type { Language } from "../../kernel/language.ts";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { instant, toIso, type Instant } from "../../kernel/clock.ts";
import type { Day } from "../../kernel/day.ts";
import { dateText } from "../format.ts";

type Place = { readonly language: Language; readonly timeZone?: string | undefined };

const ZONE = "Europe/Istanbul";

function format(at: Instant, place: Place, options: Intl.DateTimeFormatOptions): string {
  return dateText(at, { language: place.language, timeZone: place.timeZone ?? ZONE }, options);
}

export function formatDate(at: Instant, place: Place): string {
  return format(at, place, { day: "numeric", month: "long", year: "numeric" });
}

/** A calendar day, independent of any time zone. */
export function formatDay(day: Day | CalendarDay, language: Language): string {
  return formatDate(instant(Date.parse(`${day}T12:00:00Z`)), { language, timeZone: "UTC" });
}

/** A calendar day without its year, short enough for the axis of a chart. */
export function formatShortDay(day: Day | CalendarDay, language: Language): string {
  const at = instant(Date.parse(`${day}T12:00:00Z`));
  return format(at, { language, timeZone: "UTC" }, { day: "numeric", month: "short" });
}

export function isWeekend(day: Day | CalendarDay): boolean {
  return [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
}

const DATE = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit" } as const;

/** A date and time in digits, to the minute. */
export function formatMoment(at: Instant, place: Place & { hasSeconds?: boolean }): string {
  const seconds = place.hasSeconds === true ? { second: "2-digit" as const } : {};
  return format(at, place, { ...DATE, ...TIME, ...seconds });
}

/** A date with the time of day below it, for the narrow column of a list with two lines a row. */
export function StackedWhen({ at }: { readonly at: Instant }) {
  const place = useReader();
  return (
    <time dateTime={toIso(at)} title={toIso(at)}>
      {format(at, place, DATE)} <small class="below">{format(at, place, TIME)}</small>
    </time>
  );
}

type WhenProps = { readonly at: Instant; readonly hasSeconds?: boolean };

/** A time, short enough for a table; its title is the exact time. */
export function When({ at, hasSeconds = false }: WhenProps) {
  const text = formatMoment(at, { ...useReader(), hasSeconds });
  return (
    <time dateTime={toIso(at)} title={toIso(at)}>
      {text}
    </time>
  );
}
