import type { Config } from "../../config/config.ts";
import { EXPORTS } from "../../edge/store/report/exports-in-turns.ts";
import { droppedSettings, connectionRoom } from "../../edge/store/installation/database-fitness.ts";
import { openDatabase, type DatabaseAddress } from "../../edge/store/sql/database.ts";
import type { Logger } from "../../edge/system/logger.ts";

/** The connections of one process that no setting changes, by what they are for. */
const FIXED_CONNECTIONS = {
  payments: 4,
  refunds: 3,
  sessions: 2,
  lookups: 1,
  requestLog: 1,
  readiness: 1,
  partitions: 1,
  exports: 2 * EXPORTS,
} as const;

/** The connections that the processes of this machine open to the primary at most. */
export function connectionsOf({ connections, workers }: Config): number {
  const fixed = Object.values(FIXED_CONNECTIONS).reduce((sum, one) => sum + one, 0);
  const { requests, jobs, reports } = connections;
  return workers * (requests + jobs + reports + fixed);
}

/** Returns a sentence if the server may refuse connections of this machine under load. */
export function roomProblem(
  config: Config,
  { most, others }: { readonly most: number; readonly others: number },
): string | undefined {
  const needed = connectionsOf(config);
  if (needed <= most - others) return undefined;
  return (
    `this machine opens up to ${needed} connections, and the database has room for ` +
    `${Math.max(0, most - others)}: raise max_connections, or lower VEZNE_REQUEST_CONNECTIONS, ` +
    "VEZNE_REPORT_CONNECTIONS or VEZNE_WORKERS"
  );
}

/** Warns at a start of what will go wrong under load only. */
export async function warnOfDatabase(
  config: Config,
  address: DatabaseAddress,
  logger: Logger,
): Promise<void> {
  const pool = openDatabase({ address, applicationName: "vezne start", max: 1 });
  try {
    const problem = roomProblem(config, await connectionRoom(pool));
    if (problem !== undefined) logger.warn(problem);
    const dropped = await droppedSettings(pool);
    if (dropped.length > 0) logger.warn({ settings: dropped }, DROPPED);
  } finally {
    await pool.end();
  }
}

export const DROPPED =
  "a pooler drops the settings of connections; set them for the role of the service: " +
  "alter role … set timezone = 'UTC', set datestyle = 'ISO', set jit = off";
