/** A point in time, in milliseconds since the Unix epoch. */
export type Instant = number & { readonly __brand: "Instant" };

/** The only source of the current time; one request reads it once and passes the value down. */
export interface Clock {
  now(): Instant;
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function instant(epochMs: number): Instant {
  return epochMs as Instant;
}

export function later(from: Instant, ms: number): Instant {
  return (from + ms) as Instant;
}

/**
 * True if `at` is less than `ms` before `now`. False if `at` is later than `now`: the clock was set
 * back since, which must not prolong the life of a value that was read at `at`.
 */
export function isWithin(ms: number, at: Instant, now: Instant): boolean {
  return at <= now && now < at + ms;
}

/** UTC ISO 8601 with `Z`, the form of every time that leaves the service. */
export function toIso(at: Instant): string {
  return new Date(at).toISOString();
}
