import type { VezneError } from "./errors.ts";

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** Longer than that nobody waits inside a call: the error says when to come again. */
const PATIENCE_MS = 30_000;

/**
 * Milliseconds until a call is tried again, or `undefined` where trying again is of no use. The
 * wait doubles each time and varies by half, so that clients which failed together don't return
 * together.
 */
export function backOff(error: VezneError, round: number, random: number): number | undefined {
  if (!error.retryable) return undefined;
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** round);
  const own = Math.round(whole * (0.5 + random / 2));
  const asked = error.retryAfterMs ?? 0;
  if (asked > PATIENCE_MS) return undefined;
  // Never before the service asks for, and a little after it for the same reason.
  return asked === 0 ? own : asked + Math.round(random * FIRST_MS);
}
