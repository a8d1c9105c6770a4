import { MINUTE, type Clock, type Instant } from "../kernel/clock.ts";
import type { Logger } from "./logger.ts";
import type { HeldLoop } from "./loop-watch.ts";

/** The log has at most one line for each route or job in this time. */
const LOGGED_EVERY_MS = MINUTE;

/**
 * The time of a route's or job's last line, and the number and greatest length of the stretches
 * since then that were not logged.
 */
type LastLine = { readonly at: Instant; untold: number; longestMs: number };

/**
 * Logs the work that held the event loop. Further stretches of the same route or job within a
 * minute are not logged, but counted in its next line.
 */
export function heldLoopLog(clock: Clock, logger: Logger): (held: HeldLoop) => void {
  const lines = new Map<string, LastLine>();
  return ({ work, ms, cpuMs }) => {
    const now = clock.now();
    const last = lines.get(work);
    if (last !== undefined && now - last.at < LOGGED_EVERY_MS) {
      last.untold += 1;
      last.longestMs = Math.max(last.longestMs, ms);
      return;
    }
    lines.set(work, { at: now, untold: 0, longestMs: 0 });
    const before =
      last === undefined || last.untold === 0
        ? {}
        : { untold: last.untold, untold_longest_ms: Math.round(last.longestMs) };
    const facts = { work, ms: Math.round(ms), cpu_ms: Math.round(cpuMs), ...before };
    logger.warn(facts, "the event loop was held");
  };
}
