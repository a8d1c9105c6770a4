import type pg from "pg";
import type { Connect } from "../edge/store/sql/batch-connection.ts";
import {
  COMMIT_MS,
  openConnection,
  openDatabase,
  type DatabaseAddress,
  type DatabaseLimits,
} from "../edge/store/sql/database.ts";
import { DatabaseWatch, type Outage } from "../edge/store/sql/database-watch.ts";
import { OpenConnections } from "../edge/store/sql/server-connection.ts";
import { createWriteProbe, PROBE_MS } from "../edge/store/sql/write-probe.ts";
import type { Logger } from "../edge/system/logger.ts";
import type { Config } from "../config/config.ts";

/** The server's limit of a batch; with it the batch is given up after `COMMIT_MS`. */
const BATCH_STATEMENT_MS = (COMMIT_MS * 3) / 4;

/** The pool of an installation. */
export type Connections = DatabaseLimits & {
  readonly max: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
};

export type PoolParts = {
  readonly config: Pick<Config, "connections">;
  readonly database: DatabaseAddress;
  readonly logger: Logger;
  readonly connections?: Connections;
  /** Given for a distributed database. */
  readonly openShards?: unknown;
};

/** The connections of an installation to its database, and the watch over them. */
export function openPools(parts: PoolParts) {
  const { config, database, logger, connections: given } = parts;
  const sizes = config.connections;
  const connections = given ?? { applicationName: "vezne", max: sizes.requests };
  const { applicationName, max } = connections;
  const openConnections = new OpenConnections();
  const onConnectionLost = (error: Error): void => databaseWatch.lose(error);
  const shared = { address: database, onConnectionLost, openConnections };
  const probe = createWriteProbe(async () => {
    const name = `${applicationName} readiness`;
    const limits = { connectTimeoutMs: PROBE_MS, statementTimeoutMs: PROBE_MS };
    return connected(openConnection({ address: database, applicationName: name, ...limits }));
  });
  const databaseWatch = new DatabaseWatch({
    probe: probe.write,
    connections: openConnections,
    log: outageLog(logger),
    now: () => performance.now(),
  });
  const openWriter = (): Promise<pg.Client> =>
    connected(
      openConnection({
        ...shared,
        applicationName: `${applicationName} writer`,
        statementTimeoutMs: BATCH_STATEMENT_MS,
      }),
    );
  const connect: Connect = Object.assign(openWriter, { watch: databaseWatch });
  const pool = openDatabase({ ...connections, ...shared });
  const jobPool = openDatabase({
    ...connections,
    ...shared,
    applicationName: `${applicationName} jobs`,
    max: Math.min(max, sizes.jobs),
    // Citus plans a statement for the shard of its parameters, which a generic plan doesn't have.
    keepsPlans: parts.openShards === undefined,
  });
  const closePools = async (): Promise<void> => {
    await Promise.all([pool.end(), jobPool.end(), probe.close()]);
  };
  return { pool, jobPool, connect, databaseWatch, openConnections, closePools };
}

async function connected<Client extends pg.Client>(client: Client): Promise<Client> {
  await client.connect();
  return client;
}

/** Writes one line at the begin of an outage and one at its end. */
function outageLog(logger: Logger) {
  return {
    began: (outage: Outage) => logger.error(factsOf(outage), "the database takes no writes"),
    ended: (outage: Outage) => logger.warn(factsOf(outage), "the database takes writes again"),
  };
}

function factsOf({ error, awayMs, lostConnections, failed }: Outage) {
  const reason = error instanceof Error ? error.message : String(error);
  return { reason, away_ms: awayMs, lost_connections: lostConnections, failed };
}
