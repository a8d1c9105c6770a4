import { SECOND, type Instant } from "../kernel/clock.ts";

/** How full a vessel that leaks was at some moment: a token bucket, seen from below. */
export type Bucket = { readonly used: number; readonly at: Instant };

/** What is left of a level after the time that has passed, never less than nothing. */
export function usedAt(level: Bucket, leakPerSecond: number, now: Instant): number {
  const seconds = Math.max(0, now - level.at) / SECOND;
  return Math.max(0, level.used - seconds * leakPerSecond);
}
