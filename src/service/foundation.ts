import type pg from "pg";
import type { Config } from "../config/config.ts";
import { PROTOCOLS } from "../edge/acquirer/connection/protocols.ts";
import type { Protocol } from "../edge/acquirer/protocol.ts";
import { openFileReader } from "../edge/file-reader/file-reader.ts";
import { createPaymentReader } from "../edge/store/payment/payment-reader.ts";
import { createPaymentWriter, type CheckBegin } from "../edge/store/payment/payment-writer.ts";
import { createRefundWriter } from "../edge/store/refund/refund-writer.ts";
import { createSandboxTime } from "../edge/store/sandbox/sandbox-time.ts";
import { createSessionStore } from "../edge/store/session/session-store.ts";
import { createTransferRequestWriter } from "../edge/store/transfer/transfer-store.ts";
import type { Connect } from "../edge/store/sql/batch-connection.ts";
import type { DatabaseAddress } from "../edge/store/sql/database.ts";
import { maskText, type Logger } from "../edge/system/logger.ts";
import { createWebhookSender } from "../edge/webhook/sender.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import { RestorationGuard } from "../payment/restoration.ts";
import { openPools, type Connections } from "./pools.ts";
import { shardedBatches } from "./sharded-stores.ts";
import type { OpenShards } from "./shards.ts";
import { version } from "./version.ts";

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
  /** Opens the shard groups of a distributed database; absent on a plain PostgreSQL. */
  readonly openShards?: OpenShards | undefined;
  /** The bank protocols of connections; absent: those of this release. */
  readonly protocols?: readonly Protocol[] | undefined;
};

export type Foundation = ReturnType<typeof openFoundation>;

/** The connections, threads and clocks of an installation. Nothing connects before it is used. */
export function openFoundation(parts: InstallationParts) {
  const { config, database, clock, random, logger, protocols = PROTOCOLS } = parts;
  const { pool, jobPool, connect, databaseWatch, openConnections, closePools } = openPools(parts);
  const restored = new RestorationGuard();
  const shards = parts.openShards?.((orderId) => restored.check(orderId));
  const { sessions, ...batched } =
    shards === undefined ? openBatched({ connect, pool, restored }) : shardedBatches(shards);
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
    databaseWatch,
    openConnections,
    restored,
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
      await Promise.all([closePools(), shards?.close()]);
    },
  };
}

type BatchedParts = {
  readonly connect: Connect;
  readonly pool: pg.Pool;
  readonly restored: RestorationGuard;
};

/** The stores that read and write in batches, over connections of their own. */
function openBatched({ connect, pool, restored }: BatchedParts) {
  const checkBegin: CheckBegin = (orderId) => restored.check(orderId);
  return {
    writer: createPaymentWriter(connect, pool, checkBegin),
    reader: createPaymentReader(connect),
    refundWriter: createRefundWriter(connect, checkBegin),
    sessions: createSessionStore(connect),
    transferRequests: createTransferRequestWriter(connect),
  };
}
