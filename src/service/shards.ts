import type { Pool } from "pg";
import { createStoredCardStore } from "../edge/store/card/stored-card-store.ts";
import { createDeliveryLog } from "../edge/store/event/delivery-log.ts";
import { createDeliveryStore } from "../edge/store/event/delivery-store.ts";
import { createEventPlacer } from "../edge/store/event/event-placer.ts";
import { createFeedHead } from "../edge/store/event/feed-head.ts";
import { createFailedItemStore } from "../edge/store/job/failed-item-store.ts";
import { createWatchedAttempts } from "../edge/store/payment/attempt-watch-store.ts";
import { createPaymentReader } from "../edge/store/payment/payment-reader.ts";
import { createPaymentStore } from "../edge/store/payment/payment-store.ts";
import { createPaymentWriter, type CheckBegin } from "../edge/store/payment/payment-writer.ts";
import { createRefundWriter } from "../edge/store/refund/refund-writer.ts";
import { createRollupKeeper } from "../edge/store/rollup/rollup-keeper.ts";
import { createSessionExpiry } from "../edge/store/session/session-expiry-store.ts";
import { createSessionStore } from "../edge/store/session/session-store.ts";
import {
  addressAt,
  openConnection,
  openDatabase,
  type DatabaseAddress,
} from "../edge/store/sql/database.ts";
import { bindToShard, queryThroughClients } from "../edge/store/sql/shard-client.ts";
import { isDistributed, ShardGroups, type ShardGroup } from "../edge/store/sql/shard-groups.ts";
import { ShardStores } from "../edge/store/sql/shard-stores.ts";
import { createTransferRequestWriter } from "../edge/store/transfer/transfer-store.ts";
import type { Logger } from "../edge/system/logger.ts";

/** The stores that work on the shards of one group, as if they were a whole database. */
export type GroupStores = ReturnType<typeof openGroup>;
export type Shards = ShardStores<GroupStores>;

/** The coordinator's address, and the log for groups that fail. */
type ShardParts = { readonly database: DatabaseAddress; readonly logger: Logger };

type GroupParts = ShardParts & { readonly checkBegin: CheckBegin };

/** The connections of a process to a shard group beside those of its batches. */
const JOB_CONNECTIONS = 2;

/** Opens the shard groups; `checkBegin` is called before each beginning of a move of money. */
export type OpenShards = (checkBegin: CheckBegin) => Shards;

/** @returns undefined if the database is not distributed. */
export async function findShards(parts: ShardParts): Promise<OpenShards | undefined> {
  const coordinator = openDatabase({
    address: parts.database,
    applicationName: "vezne shards",
    max: 1,
  });
  const isFound = await isDistributed(coordinator).catch(async (error: unknown) => {
    await coordinator.end();
    throw error;
  });
  if (isFound) {
    return (checkBegin) =>
      new ShardStores({
        groups: new ShardGroups(coordinator),
        open: (group) => openGroup(group, { ...parts, checkBegin }),
        report: (err, { id, host, port }) =>
          parts.logger.warn({ err, shard: id, node: `${host}:${port}` }, "a shard group failed"),
      });
  }
  await coordinator.end();
  return undefined;
}

function openGroup(group: ShardGroup, { database, logger, checkBegin }: GroupParts) {
  const options = {
    address: addressAt(database, group),
    onConnectionLost: (error: Error): void =>
      logger.warn({ error: error.message, node: group.host }, "database connection lost"),
  };
  const connect = async () => {
    const client = openConnection({ ...options, applicationName: "vezne writer" });
    await client.connect();
    return bindToShard(client, group);
  };
  const pool = groupPool(group, options);
  const batched = {
    writer: createPaymentWriter(connect, pool, checkBegin),
    reader: createPaymentReader(connect),
    refundWriter: createRefundWriter(connect, checkBegin),
    sessions: createSessionStore(connect),
    transferRequests: createTransferRequestWriter(connect),
  };
  const { writer, reader } = batched;
  return {
    ...batched,
    pool,
    payments: createPaymentStore({ pool, jobPool: pool, writer, reader }),
    watchedAttempts: createWatchedAttempts(pool),
    expiry: createSessionExpiry(pool),
    failedItems: createFailedItemStore(pool),
    placer: createEventPlacer(pool),
    deliveries: createDeliveryStore(pool),
    deliveryLog: createDeliveryLog(pool),
    rollups: createRollupKeeper(pool),
    storedCards: createStoredCardStore(pool),
    feedHead: createFeedHead(pool, group),
    async close(): Promise<void> {
      await Promise.all(Object.values(batched).map((store) => store.close()));
      await pool.end();
    },
  };
}

function groupPool(
  group: ShardGroup,
  options: Pick<Parameters<typeof openDatabase>[0], "address" | "onConnectionLost">,
): Pool {
  const pool = openDatabase({
    ...options,
    applicationName: "vezne jobs",
    max: JOB_CONNECTIONS,
    keepsPlans: true,
  });
  pool.on("connect", (client) => bindToShard(client, group));
  return queryThroughClients(pool);
}
