import { DAY, later, type Instant } from "./clock.ts";

/** How a key stands towards the period that it may be in use for (its cryptoperiod). */
export type KeyAge = {
  readonly since: Instant;
  /** When it should have been replaced. */
  readonly dueAt: Instant;
  readonly state: "good" | "due_soon" | "overdue";
};

/** People are told so many days before a key's time is over; of short periods, at half of them. */
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
