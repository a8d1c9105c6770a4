import { SECOND, type Instant } from "../../kernel/clock.ts";

/** A leaky bucket: `used` is its fill level at time `at`. */
export type Bucket = { readonly used: number; readonly at: Instant };

/** The fill level at `now`, after the leak since `bucket.at`; never below 0. */
export function usedAt(bucket: Bucket, leakPerSecond: number, now: Instant): number {
  const seconds = Math.max(0, now - bucket.at) / SECOND;
  return Math.max(0, bucket.used - seconds * leakPerSecond);
}
