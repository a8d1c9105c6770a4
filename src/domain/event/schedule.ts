import { DAY, HOUR, later, MINUTE, SECOND, type Instant } from "../../kernel/clock.ts";
import type { Random } from "../../kernel/random.ts";

/** The longest time of one attempt; Standard Webhooks recommends 15 to 30 seconds. */
export const ATTEMPT_MS = 15 * SECOND;

/** The delays between a failed attempt and the next one (contract C6). */
const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** The time from the first attempt to the last one of the schedule, without the jitter. */
export const SCHEDULE_MS = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);

export const ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1;
/**
 * The largest random addition to a delay, as a fraction of the delay, so that deliveries that
 * failed together are not repeated together.
 */
const JITTER = 0.1;
/** A receiver may ask for a longer delay with `Retry-After`, up to this bound. */
const RETRY_AFTER_MAX_MS = DAY;

export type FailedAttempt = {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly at: Instant;
  /** The receiver's `Retry-After`. */
  readonly retryAfterMs: number | undefined;
};

/** Returns the time of the next attempt, or undefined if the event is given up. */
export function nextAttemptAt(
  random: Random,
  { attempt, at, retryAfterMs }: FailedAttempt,
): Instant | undefined {
  const delay = RETRY_DELAYS_MS[attempt - 1];
  if (delay === undefined) return undefined;
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS);
  return later(at, Math.round(Math.max(delay, asked) * (1 + JITTER * chance(random))));
}

/** Returns a random number from 0 to 1. */
function chance(random: Random): number {
  const [high = 0, low = 0] = random.bytes(2);
  return (high * 256 + low) / 65_536;
}

/** Reads `Retry-After` (RFC 9110, 10.2.3), seconds or a date, as milliseconds from `now`. */
export function readRetryAfter(text: string | undefined, now: Instant): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text.trim()) * SECOND;
  const at = Date.parse(text);
  return Number.isNaN(at) || at < now ? undefined : at - now;
}
