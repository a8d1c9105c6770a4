import type { Timer } from "../kernel/queue/admission.ts";

/** Timers of this process; a timer that is neither over nor cancelled keeps the process running. */
export const after: Timer = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
