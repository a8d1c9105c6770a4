import type pg from "pg";
import { jobDeps } from "./compose-jobs.ts";
import type { Parts } from "./compose.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { openDatabase } from "../edge/store/sql/database.ts";
import { isUnavailable } from "../edge/store/sql/database-error.ts";
import { createMonthPartitions } from "../edge/store/sql/month-partitions.ts";
import { sleep } from "../edge/system/sleep.ts";
import { itemRunner } from "../job/item-runner.ts";
import { MINUTE } from "../kernel/clock.ts";

const LOOK_EVERY_MS = 10 * MINUTE;
/** 4 GiB, some eight million payments; months share a partition until it has as many bytes. */
const LARGE = 4 * 1_024 ** 3;

/** Gives what grows without end a partition for each month in which it grew large. */
export function startPartitioning(
  { database, logger, clock }: Pick<Parts, "database" | "logger" | "clock">,
  jobs: pg.Pool,
): Loop {
  const pool = openDatabase({
    address: database,
    applicationName: "vezne partitions",
    max: 1,
    statementTimeoutMs: 0,
  });
  const partitions = createMonthPartitions(pool);
  const report = (sentence: string, facts: object): void => logger.error(facts, sentence);
  // Also what elsewhere would be an error of the schema is one of the table here.
  const deps = { ...jobDeps(jobs, clock), isPassing: isUnavailable, report };
  const loop = startLoop({
    name: "make-partitions",
    everyMs: LOOK_EVERY_MS,
    sleep,
    async round() {
      const runItem = await itemRunner(deps, "partition");
      const each = (table: string, work: () => Promise<void>): Promise<void> =>
        runItem({ merchantId: "", itemId: table }, work);
      const made = await partitions.roll(clock.now(), LARGE, each);
      for (const partition of made) logger.info({ partition }, "the next months have a partition");
      await partitions.analyze();
      return false;
    },
    onError: (error) => logger.warn({ err: error }, "partitions were not looked after"),
  });
  return {
    async stop() {
      await loop.stop();
      await pool.end();
    },
  };
}
