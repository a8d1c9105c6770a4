import type { VezneError } from "./errors.ts";

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** The longest wait inside a call; the error of a longer one has `retryAfterMs`. */
const PATIENCE_MS = 30_000;

/**
 * Returns the delay before the next retry in ms, or undefined if a retry is pointless. The delay
 * doubles each time and varies by half, so that clients that failed together return at different
 * times.
 */
export function backOff(error: VezneError, round: number, random: number): number | undefined {
  if (!error.retryable) return undefined;
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** round);
  const own = Math.round(whole * (0.5 + random / 2));
  const asked = error.retryAfterMs ?? 0;
  if (asked > PATIENCE_MS) return undefined;
  // Never earlier than the service asks for, and a random time later for the same reason.
  return asked === 0 ? own : asked + Math.round(random * FIRST_MS);
}
