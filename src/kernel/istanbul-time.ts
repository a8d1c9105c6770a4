import { DAY, HOUR, instant, type Instant, later, MINUTE } from "./clock.ts";

/** Turkey has kept UTC+3 all year since 2016; banks write local time without an offset. */
const OFFSET_MS = 3 * HOUR;

/**
 * Formats of banks, for example `yyyyMMdd HH:mm:ss`. Each letter group is one number of fixed width
 * (`yyyy`, `yy`, `MM`, `dd`, `HH`, `mm`, `ss`, `SSS`); all other characters stand for themselves.
 */
const GROUPS = /yyyy|yy|MM|dd|HH|mm|ss|SSS/g;

/** Writes a time as Istanbul's clock shows it. */
export function formatIstanbul(at: Instant, format: string): string {
  const local = new Date(at + OFFSET_MS);
  return format.replace(GROUPS, (group) => {
    const value = numberOf(local, group);
    return String(value).slice(-group.length).padStart(group.length, "0");
  });
}

/** Reads a time of Istanbul's clock; undefined for a text of another form or a day without date. */
export function readIstanbul(text: string, format: string): Instant | undefined {
  if (text.length !== format.length) return undefined;
  const parts = new Map<string, number>();
  let position = 0;
  for (const { 0: group, index } of format.matchAll(GROUPS)) {
    const digits = text.slice(index, index + group.length);
    if (format.slice(position, index) !== text.slice(position, index)) return undefined;
    if (!/^\d+$/.test(digits)) return undefined;
    parts.set(group, Number(digits));
    position = index + group.length;
  }
  const year = parts.get("yyyy") ?? 2_000 + (parts.get("yy") ?? 0);
  const at = instant(utcOf(parts, year) - OFFSET_MS);
  // A day such as 31 February would be moved to March, so the text is compared with its meaning.
  return formatIstanbul(at, format) === text ? at : undefined;
}

/** The first day end, at `HH:MM` in Istanbul, that is later than `at`. */
export function nextDayEnd(at: Instant, dayEnd: string): Instant {
  const [hours = 0, minutes = 0] = dayEnd.split(":").map(Number);
  const local = at + OFFSET_MS;
  const end = local - (local % DAY) + hours * HOUR + minutes * MINUTE;
  return instant((end > local ? end : end + DAY) - OFFSET_MS);
}

/** True if the bank has closed the day in which `bookedAt` lies. */
export function hasDayEnded(bookedAt: Instant, dayEnd: string, now: Instant): boolean {
  return now >= nextDayEnd(bookedAt, dayEnd);
}

/**
 * When a modification that waits for the day end is sent: some minutes after it, because the hour
 * that a bank names is the begin of its day end.
 */
export function afterDayEnd(now: Instant, dayEnd: string): Instant {
  return later(nextDayEnd(now, dayEnd), 5 * MINUTE);
}

function utcOf(parts: ReadonlyMap<string, number>, year: number): number {
  const of = (group: string) => parts.get(group) ?? 0;
  return Date.UTC(
    year,
    (parts.get("MM") ?? 1) - 1,
    parts.get("dd") ?? 1,
    ...([of("HH"), of("mm"), of("ss"), of("SSS")] as const),
  );
}

function numberOf(local: Date, group: string): number {
  switch (group) {
    case "yyyy":
    case "yy":
      return local.getUTCFullYear();
    case "MM":
      return local.getUTCMonth() + 1;
    case "dd":
      return local.getUTCDate();
    case "HH":
      return local.getUTCHours();
    case "mm":
      return local.getUTCMinutes();
    case "ss":
      return local.getUTCSeconds();
    default:
      return local.getUTCMilliseconds();
  }
}
