import { DAY, later, type Instant } from "./clock.ts";

/** The age of a key, compared with the period for which it may be in use (its cryptoperiod). */
export type KeyAge = {
  readonly since: Instant;
  /** The time at which the key is due for replacement. */
  readonly dueAt: Instant;
  readonly state: "good" | "due_soon" | "overdue";
};

/** The reminder comes this many days before a key is due, or at half of a shorter period. */
const REMINDED_DAYS = 30;

export function keyAge(
  since: Instant,
  { now, periodDays }: { readonly now: Instant; readonly periodDays: number },
): KeyAge {
  const dueAt = later(since, periodDays * DAY);
  const reminderAt = later(dueAt, -Math.min(REMINDED_DAYS, periodDays / 2) * DAY);
  const state = now >= dueAt ? "overdue" : now >= reminderAt ? "due_soon" : "good";
  return { since, dueAt, state };
}
