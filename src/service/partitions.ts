import { openDatabase } from "../edge/store/sql/database.ts";
import { isUnavailable } from "../edge/store/sql/database-error.ts";
import { createMonthPartitions } from "../edge/store/sql/month-partitions.ts";
import { itemRunner } from "../job/item-runner.ts";
import type { Installation } from "./installation.ts";
import type { Rounds } from "./job.ts";

/** The bytes from which a partition gets no further months: 4 GiB, some eight million payments. */
const LARGE = 4 * 1_024 ** 3;

/**
 * Gives each table that grows without end a partition for each month in which it grew large. The
 * statements run without a time limit, so they have a connection of their own.
 */
export function makePartitions({
  database,
  logger,
  clock,
  failedItems,
}: Pick<Installation, "database" | "logger" | "clock" | "failedItems">): Rounds {
  const pool = openDatabase({
    address: database,
    applicationName: "vezne partitions",
    max: 1,
    statementTimeoutMs: 0,
  });
  const partitions = createMonthPartitions(pool);
  const report = (sentence: string, facts: object): void => logger.error(facts, sentence);
  // Narrower than the `isPassing` of other jobs, which counts errors of the schema as temporary. In
  // this job such an error concerns one table only, which becomes a failed item.
  const deps = { clock, failedItems, isPassing: isUnavailable, report };
  return {
    async round() {
      const runItem = await itemRunner(deps, "partition");
      const each = (table: string, work: () => Promise<void>): Promise<void> =>
        runItem({ merchantId: "", itemId: table }, work);
      const made = await partitions.roll(clock.now(), LARGE, each);
      for (const partition of made) logger.info({ partition }, "the next months have a partition");
      await partitions.analyze();
      return false;
    },
    end: () => pool.end(),
  };
}
