import { MINUTE, type Clock, type Instant } from "../../kernel/clock.ts";
import type { Logger } from "./logger.ts";
import type { HeldLoop } from "./loop-watch.ts";

/** Of one route or job, the log tells no more often. */
const TOLD_EVERY_MS = MINUTE;

type Told = { readonly at: Instant; untold: number; longestMs: number };

/** Writes who held the event loop: the first time at once, then what happened within a minute. */
export function heldLoopLog(clock: Clock, logger: Logger): (held: HeldLoop) => void {
  const told = new Map<string, Told>();
  return ({ work, ms, cpuMs }) => {
    const now = clock.now();
    const last = told.get(work);
    if (last !== undefined && now - last.at < TOLD_EVERY_MS) {
      last.untold += 1;
      last.longestMs = Math.max(last.longestMs, ms);
      return;
    }
    told.set(work, { at: now, untold: 0, longestMs: 0 });
    const before =
      last === undefined || last.untold === 0
        ? {}
        : { untold: last.untold, untold_longest_ms: Math.round(last.longestMs) };
    const facts = { work, ms: Math.round(ms), cpu_ms: Math.round(cpuMs), ...before };
    logger.warn(facts, "the event loop was held");
  };
}
