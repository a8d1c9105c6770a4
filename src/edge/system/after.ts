import type { After } from "../../kernel/admission.ts";

/** Uses timers of the process that do not keep it running. */
export const after: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
