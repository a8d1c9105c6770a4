import type pg from "pg";
import type { Parts } from "./compose.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { openDatabase } from "../edge/store/sql/database.ts";
import { isPassing } from "../edge/store/sql/database-error.ts";
import { createFailedItemStore } from "../edge/store/job/failed-item-store.ts";
import type { Logger } from "../edge/system/logger.ts";
import { sleep } from "../edge/system/sleep.ts";
import { isSetAside, JOB_KINDS, type JobKind } from "../job/failed-item.ts";
import type { FailedItems } from "../job/ports.ts";
import type { TryDeps } from "../job/try-item.ts";
import { SECOND, type Clock } from "../kernel/clock.ts";

/** What jobs keep an item that fails from the others with. */
export type JobDeps = Pick<TryDeps, "clock" | "isPassing"> & { readonly failedItems: FailedItems };

export function jobDeps(pool: pg.Pool, clock: Clock): JobDeps {
  return { clock, failedItems: createFailedItemStore(pool), isPassing };
}

export type JobAdministration = {
  readonly deps: { readonly failedItems: FailedItems };
  close(): Promise<void>;
};

/** What the command line needs to look after failed items, without a server. */
export function openJobs({ database }: Pick<Parts, "database">): JobAdministration {
  const pool = openDatabase({ address: database, applicationName: "vezne jobs", max: 1 });
  return {
    deps: { failedItems: createFailedItemStore(pool) },
    close: () => pool.end(),
  };
}

/** Failed items by job, as they were at the last look. */
export type FailedItemCounts = {
  counts(): readonly FailedItemCount[];
  start(): Loop;
};

export type FailedItemCount = {
  readonly kind: JobKind;
  readonly failing: number;
  readonly setAside: number;
};

const COUNT_EVERY_MS = 10 * SECOND;

export function countFailedItems({ failedItems }: JobDeps, logger: Logger): FailedItemCounts {
  let counts: readonly FailedItemCount[] = countsOf([]);
  return {
    counts: () => counts,
    start: () =>
      startLoop({
        name: "count-failed-items",
        everyMs: COUNT_EVERY_MS,
        sleep,
        round: async () => {
          counts = countsOf(await failedItems.list({}));
          return false;
        },
        onError: (error) => logger.debug({ err: error }, "failed items were not counted"),
      }),
  };
}

function countsOf(items: readonly { readonly kind: JobKind; readonly tries: number }[]) {
  return JOB_KINDS.map((kind) => {
    const own = items.filter((item) => item.kind === kind);
    const setAside = own.filter(isSetAside).length;
    return { kind, failing: own.length - setAside, setAside };
  });
}
