import { monitorEventLoopDelay } from "node:perf_hooks";

/** A finer resolution costs more than 1 % of a processor. */
const RESOLUTION_MS = 5;
const NANOSECONDS = 1e6;

export type LoopLag = {
  /** Returns the average delay of the event loop in ms since the last call, or 0 after a rest. */
  take(): number;
  /** Ends the measuring, which wakes the process 200 times a second, until the next `take`. */
  rest(): void;
};

/** Measures the delay of this process's event loop. */
export function watchLag(): LoopLag {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  return {
    take() {
      if (histogram.enable()) histogram.reset();
      const lag = histogram.count === 0 ? 0 : histogram.mean / NANOSECONDS - RESOLUTION_MS;
      histogram.reset();
      return Math.max(0, lag);
    },
    rest() {
      histogram.disable();
    },
  };
}
