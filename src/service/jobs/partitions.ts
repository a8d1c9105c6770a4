import { openDatabase, type DatabaseAddress } from "../../database/connection/database.ts";
import { isAway } from "../../database/connection/database-error.ts";
import { createMonthPartitions } from "../../database/migration/month-partitions.ts";
import { systemClock } from "../../system/clock.ts";
import { itemRunner } from "../../domain/job/item-runner.ts";
import type { Installation } from "../installation/installation.ts";
import type { Rounds } from "../runtime/job.ts";

/** The bytes from which a partition gets no further months: 4 GiB, some eight million payments. */
const LARGE = 4 * 1_024 ** 3;

/**
 * Gives each table that grows without end a partition for each month in which it grew large. The
 * statements run without a time limit, so they have a connection of their own. A role that does not
 * own the tables can't do it; then `vezne migrate` does, and this job says when it is time.
 */
export function makePartitions({
  database,
  logger,
  clock,
  failedItems,
}: Pick<Installation, "database" | "logger" | "clock" | "failedItems">): Rounds {
  const pool = openPartitionPool(database);
  const partitions = createMonthPartitions(pool);
  const report = (sentence: string, facts: object): void => logger.error(facts, sentence);
  // Narrower than the `isPassing` of other jobs, which counts errors of the schema as temporary. In
  // this job such an error concerns one table only, which becomes a failed item.
  const deps = { clock, failedItems, isPassing: isAway, report };
  return {
    async round() {
      if (!(await partitions.isOwner())) {
        const tables = await partitions.due(LARGE);
        if (tables.length > 0) logger.warn({ tables }, OWNER_NEEDED);
        return false;
      }
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

const OWNER_NEEDED =
  "tables need a partition for the next months: run `vezne migrate` with the role that owns them";

/** Makes the partitions that are due, as the owner of the tables; for `vezne migrate`. */
export async function rollPartitions(address: DatabaseAddress): Promise<readonly string[]> {
  const pool = openPartitionPool(address);
  try {
    const partitions = createMonthPartitions(pool);
    const made = await partitions.roll(systemClock.now(), LARGE);
    await partitions.analyze();
    return made;
  } finally {
    await pool.end();
  }
}

function openPartitionPool(address: DatabaseAddress) {
  return openDatabase({
    address,
    applicationName: "vezne partitions",
    max: 1,
    statementTimeoutMs: 0,
  });
}
