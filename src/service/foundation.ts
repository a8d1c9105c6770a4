import type pg from "pg";
import type { Config } from "../config/config.ts";
import { PROTOCOLS } from "../edge/acquirer/connection/protocols.ts";
import type { Protocol } from "../edge/acquirer/protocol.ts";
import { openFileReader } from "../edge/file-reader/file-reader.ts";
import { createPaymentReader } from "../edge/store/payment/payment-reader.ts";
import { createPaymentWriter } from "../edge/store/payment/payment-writer.ts";
import { createRefundWriter } from "../edge/store/refund/refund-writer.ts";
import { createSandboxTime } from "../edge/store/sandbox/sandbox-time.ts";
import { createSessionStore } from "../edge/store/session/session-store.ts";
import { createTransferRequestWriter } from "../edge/store/transfer/transfer-store.ts";
import type { Connect } from "../edge/store/sql/batch-connection.ts";
import {
  openConnection,
  openDatabase,
  type DatabaseAddress,
  type DatabaseLimits,
} from "../edge/store/sql/database.ts";
import { maskText, type Logger } from "../edge/system/logger.ts";
import { createWebhookSender } from "../edge/webhook/sender.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import { shardedBatches } from "./sharded-stores.ts";
import type { Shards } from "./shards.ts";
import { version } from "./version.ts";

/** The pool of an installation. */
export type Connections = DatabaseLimits & {
  readonly max: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
};

export type InstallationParts = {
  readonly config: Config;
  /** The address of the database, which is migrated. */
  readonly database: DatabaseAddress;
  /** The real time; a test moves it. */
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** The program of the threads that read files; absent: the one beside file-reader.ts. */
  readonly connections?: Connections;
  /** The program of the threads that read files, unless it is beside its own module. */
  readonly fileProgram?: URL | undefined;
  /** The shard groups of a distributed database; absent on a plain PostgreSQL. */
  readonly shards?: Shards | undefined;
  /** The bank protocols of connections; absent: those of this release. */
  readonly protocols?: readonly Protocol[] | undefined;
};

export type Foundation = ReturnType<typeof openFoundation>;

/** The connections, threads and clocks of an installation. Nothing connects before it is used. */
export function openFoundation(parts: InstallationParts) {
  const { config, database, clock, random, logger, protocols = PROTOCOLS } = parts;
  const { pool, jobPool, connect } = openPools(parts);
  const { shards } = parts;
  const { sessions, ...batched } =
    shards === undefined ? openBatched(connect, pool) : shardedBatches(shards);
  const sandboxTime = createSandboxTime(jobPool, clock, (merchantId) =>
    sessions.forget(merchantId),
  );
  const files = openFileReader({ program: parts.fileProgram });
  const sender = createWebhookSender({
    userAgent: `Vezne/${version}`,
    mask: maskText,
    mayLoopback: config.webhookLoopback,
  });
  return {
    config,
    database,
    clock,
    random,
    logger,
    pool,
    jobPool,
    shards,
    ...batched,
    sessions,
    sandboxTime,
    /** The times that merchants' records go by, as of the last `refreshClocks`. */
    clocks: sandboxTime.clocks,
    refreshClocks: (): Promise<void> => sandboxTime.refresh(),
    files,
    sender,
    protocols,
    async close(): Promise<void> {
      await sender.close();
      files.close();
      await Promise.all([sessions, ...Object.values(batched)].map((store) => store.close()));
      await Promise.all([pool.end(), jobPool.end(), shards?.close()]);
    },
  };
}

function openPools(parts: InstallationParts) {
  const { config, database, logger, shards, connections: given } = parts;
  const sizes = config.connections;
  const connections = given ?? { applicationName: "vezne", max: sizes.requests };
  const onConnectionLost = (error: Error): void =>
    logger.warn({ error: error.message }, "database connection lost");
  const shared = { address: database, onConnectionLost };
  const { applicationName, max } = connections;
  const connect = async (): Promise<pg.Client> => {
    const client = openConnection({ ...shared, applicationName: `${applicationName} writer` });
    await client.connect();
    return client;
  };
  const pool = openDatabase({ ...connections, ...shared });
  const jobPool = openDatabase({
    ...connections,
    ...shared,
    applicationName: `${applicationName} jobs`,
    max: Math.min(max, sizes.jobs),
    // Citus plans a statement for the shard of its parameters, which a generic plan doesn't have.
    keepsPlans: shards === undefined,
  });
  return { pool, jobPool, connect };
}

/** The stores that read and write in batches, over connections of their own. */
function openBatched(connect: Connect, pool: pg.Pool) {
  return {
    writer: createPaymentWriter(connect, pool),
    reader: createPaymentReader(connect),
    refundWriter: createRefundWriter(connect),
    sessions: createSessionStore(connect),
    transferRequests: createTransferRequestWriter(connect),
  };
}
