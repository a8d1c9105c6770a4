import { dayInTurkey } from "../../../kernel/calendar-day.ts";
import { DAY, HOUR, isWithin, later, MINUTE, type Instant } from "../../../kernel/clock.ts";
import type { DueSource } from "./movement.ts";
import type { RestorationGuard } from "../restoration.ts";

/** The days whose bookings are compared: today and those before it. */
export const DAYS = 3;
/**
 * The pause between comparisons of the days before today. Their bookings change seldom, and each
 * was compared on its own day.
 */
const DAYS_BEFORE_EVERY_MS = 6 * HOUR;
/** The time before the newest known booking from which a list is read again: banks book late. */
const LISTED_AGAIN_MS = 15 * MINUTE;
/** The most days that are compared after a restore; banks list older ones on paper only. */
const RESTORED_DAYS = 92;

type DueComparison = { readonly source: DueSource; readonly now: Instant };

/**
 * The days to compare: today alone if the days before were compared today, a few hours ago at most;
 * after a restore also those that the data lack.
 */
export function daysFor(
  { last, isOpen }: Pick<RestorationGuard, "last" | "isOpen">,
  { source: { daysComparedAt: before }, now }: DueComparison,
): number {
  if (last === undefined || !isOpen) {
    // A sandbox that was set back to the real time has compared its days in the future.
    const isRecent = before !== undefined && isWithin(DAYS_BEFORE_EVERY_MS, before, now);
    return isRecent && dayInTurkey(before) === dayInTurkey(now) ? 1 : DAYS;
  }
  const lacking = Math.ceil((now - last.dataUntil) / DAY) + DAYS;
  return Math.min(lacking, RESTORED_DAYS);
}

/** The moment from which today's bookings are read, if those before it were compared today. */
export function sinceOf(
  { source: { listedTo }, now }: DueComparison,
  days: number,
): Instant | undefined {
  return days > 1 || listedTo === undefined || listedTo > now
    ? undefined
    : later(listedTo, -LISTED_AGAIN_MS);
}
