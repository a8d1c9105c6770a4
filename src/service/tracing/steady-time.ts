import type { Clock } from "../../kernel/clock.ts";

/** The most ms by which the steady time may be off the clock before it follows the clock again. */
const OFF_MS = 2;

/** The clock's time with fractions of a millisecond, in which steps of a payment differ. */
export function steadyTime(clock: Clock, elapsed: () => number): () => number {
  let ahead = clock.now() - elapsed();
  return () => {
    const now = clock.now();
    const steady = ahead + elapsed();
    if (Math.abs(steady - now) <= OFF_MS) return steady;
    ahead = now - elapsed();
    return now;
  };
}
