import { monitorEventLoopDelay } from "node:perf_hooks";

/** Finer costs more than a hundredth of a processor. */
const RESOLUTION_MS = 5;
const NANOSECONDS = 1e6;

export type LoopLag = {
  /** For how many milliseconds, on average since the last call, what came had to wait. */
  take(): number;
  stop(): void;
};

/** Watches how late the event loop of this process is. */
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
