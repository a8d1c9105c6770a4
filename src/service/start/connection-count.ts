import type { Config } from "../../config/config.ts";
import { EXPORTS } from "../../store/report/exports-in-turns.ts";
import {
  connectionRoom,
  droppedSettings,
  isPooled,
  openableConnections,
  type ConnectionRoom,
} from "../../database/installation/database-fitness.ts";
import { isRemoteDatabase } from "../../config/values.ts";
import { openDatabase, type DatabaseAddress } from "../../database/connection/database.ts";
import type { Logger } from "../../system/logger.ts";

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
export function connectionsOf({
  connections,
  workers,
}: Pick<Config, "connections" | "workers">): number {
  const fixed = Object.values(FIXED_CONNECTIONS).reduce((sum, one) => sum + one, 0);
  const { requests, jobs, reports } = connections;
  return workers * (requests + jobs + reports + fixed);
}

/** Returns a sentence if the server may refuse connections of this machine under load. */
export function roomProblem(
  config: Pick<Config, "connections" | "workers">,
  { most, others }: Pick<ConnectionRoom, "most" | "others">,
): string | undefined {
  const needed = connectionsOf(config);
  if (needed <= most - others) return undefined;
  return (
    `this machine opens up to ${needed} connections, and the database has room for ` +
    `${Math.max(0, most - others)}: raise max_connections, or lower VEZNE_REQUEST_CONNECTIONS, ` +
    "VEZNE_REPORT_CONNECTIONS or VEZNE_WORKERS"
  );
}

/**
 * Tries to open as many connections as this machine will use, where something between may give
 * fewer than the server: a pooler, or the way to another machine. It takes no slot that a process
 * which serves may need.
 */
export async function slotProblem(
  config: Pick<Config, "databaseUrl" | "connections" | "workers">,
  { free }: Pick<ConnectionRoom, "free">,
): Promise<string | undefined> {
  const { databaseUrl: address } = config;
  const needed = connectionsOf(config);
  if (address === undefined || free < needed) return undefined;
  if (!isRemoteDatabase(address) && !(await isPooled(address))) return undefined;
  const opened = await openableConnections(address, needed);
  if (opened === needed) return undefined;
  return (
    `this machine opens up to ${needed} connections, and DATABASE_URL gave ${opened} at once: ` +
    "calls will wait and be answered with 503 under load. Raise the slots of the pooler " +
    "(default_pool_size, max_client_conn), or lower VEZNE_REQUEST_CONNECTIONS, " +
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
    const room = await connectionRoom(pool);
    const problem = roomProblem(config, room) ?? (await slotProblem(config, room));
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
