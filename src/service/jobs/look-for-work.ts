import { createIdleLook } from "../../store/event/idle-look.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "../runtime/job.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** Ends the rest of the jobs once the database has work for one of them. */
export function lookForWork(
  { jobPool, clock, shards }: Pick<Installation, "jobPool" | "clock" | "shards">,
  { idleness }: Pick<Runtime, "idleness">,
): Round {
  const look = createIdleLook(jobPool);
  return async () => {
    // No single statement looks at all shard groups, so the jobs of a distributed database go on.
    if (shards !== undefined) {
      idleness.note();
      return false;
    }
    try {
      idleness.learn(await look(clock.now()));
    } catch (error) {
      // The jobs go on, so that each of them shows by itself whether it works.
      idleness.note();
      throw error;
    }
    return false;
  };
}
