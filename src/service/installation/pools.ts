import type pg from "pg";
import { errorMessage } from "../../kernel/thrown.ts";
import type { Connect } from "../../database/batch/batch-connection.ts";
import {
  COMMIT_MS,
  openConnection,
  openDatabase,
  type DatabaseAddress,
  type DatabaseLimits,
} from "../../database/connection/database.ts";
import { isDistributed } from "../../database/migration/distribution-state.ts";
import { DatabaseWatch, type Outage } from "../../database/batch/database-watch.ts";
import { OpenConnections } from "../../database/connection/server-connection.ts";
import { within } from "../../database/connection/timed-query.ts";
import { CommitWatch } from "../../database/batch/commit-watch.ts";
import { createWriteProbe, PROBE_MS } from "../../database/connection/write-probe.ts";
import type { Logger } from "../../system/logger.ts";
import { tracedBatches } from "../tracing/traced-batches.ts";
import type { Tracer } from "../tracing/tracer.ts";
import type { Config } from "../../config/config.ts";

/** The server's limit of a batch; with it the batch is given up after `COMMIT_MS`. */
const BATCH_STATEMENT_MS = (COMMIT_MS * 3) / 4;

/** The limits of an installation's pool of connections. */
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
  /** Records traces; absent while they are off. */
  readonly tracer?: Tracer | undefined;
};

/**
 * The connections of an installation to its database, and the watch over them.
 *
 * @throws SchemaError if the tables are distributed in part.
 */
export async function openPools(parts: PoolParts) {
  const { config, database, logger, tracer, connections: given } = parts;
  const sizes = config.connections;
  const connections = given ?? { applicationName: "vezne", max: sizes.requests };
  const { applicationName, max } = connections;
  const openConnections = new OpenConnections();
  const commits = new CommitWatch();
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
  const watchItem = tracer && tracedBatches(tracer);
  const connect: Connect = Object.assign(openWriter, { watch: databaseWatch, commits, watchItem });
  const pool = openDatabase({ ...connections, ...shared });
  databaseWatch.add({ confirm: () => answered(pool) });
  const isSharded = await isDistributed(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const jobPool = openDatabase({
    ...connections,
    ...shared,
    applicationName: `${applicationName} jobs`,
    max: Math.min(max, sizes.jobs),
    // Citus plans a statement for the shard of its parameters, which a generic plan doesn't have.
    keepsPlans: !isSharded,
  });
  const closePools = async (): Promise<void> => {
    await Promise.all([pool.end(), jobPool.end(), probe.close()]);
  };
  return { pool, jobPool, isSharded, connect, databaseWatch, openConnections, commits, closePools };
}

async function answered(pool: pg.Pool): Promise<void> {
  await pool.query(within(PROBE_MS, "select"));
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
  const reason = errorMessage(error);
  return { reason, away_ms: awayMs, lost_connections: lostConnections, failed };
}
