import { isDistributionBegun } from "../migration/distribution-state.ts";
import type { SqlClient } from "../connection/database.ts";
import { BackupError } from "./manifest.ts";

/** @throws BackupError if the tables lie on several servers, which have no common snapshot. */
export async function refuseDistributed(sql: SqlClient): Promise<void> {
  if (!(await isDistributionBegun(sql))) return;
  throw new BackupError(
    "the tables are distributed over several servers, which have no snapshot in common. Back them " +
      "up by their own means: docs/operations/distribution.md, section Back up and restore",
  );
}
