import { monitorEventLoopDelay } from "node:perf_hooks";

/** A finer resolution costs more than 1 % of a processor. */
const RESOLUTION_MS = 5;
const NANOSECONDS = 1e6;

export type LoopLag = {
  /** Returns the average delay of the event loop in ms since the last call. */
  take(): number;
  stop(): void;
};

/** Measures the delay of this process's event loop. */
export function watchLag(): LoopLag {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return {
    take() {
      const lag = histogram.count === 0 ? 0 : histogram.mean / NANOSECONDS - RESOLUTION_MS;
      histogram.reset();
      return Math.max(0, lag);
    },
    stop() {
      histogram.disable();
    },
  };
}
