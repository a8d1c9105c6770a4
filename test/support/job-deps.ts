import type { Pool } from "pg";
import { createFailedItemStore } from "../../src/store/job/failed-item-store.ts";
import { isPassing } from "../../src/database/connection/database-error.ts";
import type { Clock } from "../../src/kernel/clock.ts";

/** The dependencies by which a job isolates an item that fails. */
export function jobDeps(pool: Pool, clock: Clock) {
  return { clock, failedItems: createFailedItemStore(pool), isPassing };
}
