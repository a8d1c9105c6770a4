import type { Timer } from "../../src/kernel/queue/admission.ts";

export type ManualAfter = {
  readonly after: Timer;
  /** Lets this many milliseconds pass: runs the callbacks that become due, in their order. */
  readonly pass: (ms: number) => void;
  /** The number of pending callbacks. */
  readonly pending: () => number;
};

/** Timers whose time a test moves. */
export function manualAfter(): ManualAfter {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers]
          .filter(({ at }) => at <= until)
          .toSorted((left, right) => left.at - right.at);
        if (next === undefined) break;
        now = next.at;
        timers.delete(next);
        next.run();
      }
      now = until;
    },
    pending: () => timers.size,
  };
}
