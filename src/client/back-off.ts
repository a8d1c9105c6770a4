import type { VezneError } from "./errors.ts";

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** The longest wait in ms that the service may ask for; if it asks for more, no retry is made. */
const PATIENCE_MS = 30_000;

/**
 * Returns the delay before the next retry in ms, or undefined if no retry is to be made. The delay
 * doubles with each retry, up to `LONGEST_MS`, and is shortened by a random part of up to half, so
 * that clients that failed at the same time retry at different times.
 */
export function backOff(error: VezneError, round: number, random: number): number | undefined {
  if (!error.retryable) return undefined;
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** round);
  const own = Math.round(whole * (0.5 + random / 2));
  const asked = error.retryAfterMs ?? 0;
  if (asked > PATIENCE_MS) return undefined;
  // Not earlier than the service asks for. The random part spreads the retries of many clients.
  return asked === 0 ? own : asked + Math.round(random * FIRST_MS);
}
