import { setTimeout as sleep } from "node:timers/promises";

/**
 * Calls `check` every `everyMs`, at least once, until it returns a value or `forMs` have passed on
 * the monotonic clock, which a change of the wall clock doesn't affect.
 */
export async function poll<Value>(
  check: () => Promise<Value | undefined>,
  pace: { everyMs: number; forMs: number },
): Promise<Value | undefined> {
  const deadline = performance.now() + pace.forMs;
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    if (performance.now() >= deadline) return undefined;
    await sleep(pace.everyMs);
  }
}
