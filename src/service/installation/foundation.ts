import type { Config } from "../../config/config.ts";
import { PROTOCOLS } from "../../acquirer/connection/protocols.ts";
import type { Protocol } from "../../acquirer/kit/protocol.ts";
import { openFileReader } from "../../file/reader/file-reader.ts";
import type { CheckBegin } from "../../store/payment/payment-writer.ts";
import { createSandboxTime } from "../../store/sandbox/sandbox-time.ts";
import type { DatabaseAddress } from "../../database/connection/database.ts";
import { maskText, type Logger } from "../../system/logger.ts";
import type { LoopbackSettings } from "../../outbound/webhook/guarded-connector.ts";
import { createWebhookSender, type ClosableSender } from "../../outbound/webhook/sender.ts";
import { tracedSender } from "../tracing/traced-deliveries.ts";
import type { Tracer } from "../tracing/tracer.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Random } from "../../kernel/random.ts";
import { RestorationGuard } from "../../domain/payment/restoration.ts";
import { shardGroups, wholeDatabase } from "./merchant-groups.ts";
import { openPools, type Connections } from "./pools.ts";
import { shardedBatches } from "./sharded-stores.ts";
import { openShards } from "./shards.ts";
import { version } from "../../system/version.ts";
import { openTracing, tracedStores } from "./tracing.ts";
import { openBatched } from "./batched-stores.ts";

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
  /** Records traces; absent while they are off. */
  readonly tracer?: Tracer | undefined;
  /** The bank protocols of connections; absent: those of this release. */
  readonly protocols?: readonly Protocol[] | undefined;
};

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** The connections, threads and clocks of an installation. */
export async function openFoundation(parts: InstallationParts) {
  const { config, database, clock, random, logger, tracer, protocols = PROTOCOLS } = parts;
  const { connect, closePools, isSharded, ...pools } = await openPools(parts);
  const { pool, jobPool, commits } = pools;
  const { applicationName: _name, max: _max, ...limits } = parts.connections ?? {};
  const restored = new RestorationGuard();
  const checkBegin: CheckBegin = (orderId) => restored.check(orderId);
  const sharded = { database, pool, limits, logger, checkBegin, commits };
  /** The shard groups of a distributed database; undefined on a plain PostgreSQL. */
  const shards = isSharded ? openShards({ ...sharded, watchItem: connect.watchItem }) : undefined;
  const tracing = tracer && openTracing(tracer, { jobPool, clock });
  const { sessions, ...batched } = tracedStores(
    tracing,
    shards === undefined ? openBatched({ connect, pool, checkBegin }) : shardedBatches(shards),
  );
  const sandboxTime = createSandboxTime(jobPool, clock, (merchantId) =>
    sessions.forget(merchantId),
  );
  const files = openFileReader({ program: parts.fileProgram });
  const sender = openSender(config, tracer);
  const groups = shards === undefined ? wholeDatabase(jobPool) : shardGroups(shards);
  return {
    config,
    database,
    clock,
    random,
    logger,
    ...pools,
    restored,
    shards,
    groups,
    ...batched,
    sessions,
    sandboxTime,
    /** The times that merchants' records go by, as of the last `refreshClocks`. */
    clocks: sandboxTime.clocks,
    refreshClocks: (): Promise<void> => sandboxTime.refresh(),
    files,
    sender,
    protocols,
    /** Undefined while traces are off. */
    tracing,
    async close(): Promise<void> {
      await sender.close();
      files.close();
      await Promise.all([sessions, ...Object.values(batched)].map((store) => store.close()));
      await Promise.all([closePools(), shards?.close()]);
    },
  };
}

function openSender(loopback: LoopbackSettings, tracer: Tracer | undefined): ClosableSender {
  const sender = createWebhookSender({
    userAgent: `Vezne/${version}`,
    mask: maskText,
    loopback,
  });
  return tracer === undefined ? sender : tracedSender(tracer, sender);
}
