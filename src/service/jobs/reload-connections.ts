import { SECOND } from "../../kernel/clock.ts";
import type { Job } from "./job-row.ts";

/** Reads changed connections and rules into memory. */
export const RELOAD_CONNECTIONS: Job = {
  name: "reload-connections",
  everyMs: SECOND,
  restsWhenIdle: true,
  purpose: "reads changed bank connections and routing rules into memory",
  // The connections in memory go on answering, so one line for each outage is enough.
  failure: { level: "warn", sentence: "connections can't be read again", isLoggedOnce: true },
  run:
    ({ runtime }) =>
    async () => {
      await runtime.connections.roster.refresh();
      return false;
    },
};
