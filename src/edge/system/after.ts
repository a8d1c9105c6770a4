import type { After } from "../../kernel/admission.ts";

/** By the process's own timers, which keep it from ending no longer than they have to. */
export const after: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
