import type { Pool } from "pg";
import type { CheckBegin } from "../../store/payment/payment-writer.ts";
import { openLogConnection } from "../../store/request-log/log-connection.ts";
import type { Connect } from "../../database/batch/batch-connection.ts";
import type { CommitWatch } from "../../database/batch/commit-watch.ts";
import {
  addressAt,
  openConnection,
  openDatabase,
  type DatabaseAddress,
  type DatabaseLimits,
} from "../../database/connection/database.ts";
import { bindToShard, queryThroughClients } from "../../database/shard/shard-client.ts";
import { ShardGroups, type ShardGroup } from "../../database/shard/shard-groups.ts";
import { ShardStores } from "../../database/shard/shard-stores.ts";
import type { Logger } from "../../system/logger.ts";
import { groupStores } from "./group-stores.ts";
import { openBatched } from "./batched-stores.ts";

/** The stores that work on the shards of one group, as if they were a whole database. */
export type GroupStores = ReturnType<typeof openGroup>;
export type Shards = ShardStores<GroupStores>;

type GroupParts = {
  /** The coordinator's address. */
  readonly database: DatabaseAddress;
  /** The coordinator. */
  readonly pool: Pool;
  /** The time limits of statements outside of batches. */
  readonly limits: Omit<DatabaseLimits, "max">;
  /** Logs the groups that fail. */
  readonly logger: Logger;
  /** Called before money moves; throws while restored data are not compared with the banks. */
  readonly checkBegin: CheckBegin;
  /** Called for each committed batch. */
  readonly commits: CommitWatch;
  /** Follows the items of batches; absent while traces are off. */
  readonly watchItem: Connect["watchItem"];
};

/** The connections of a process to a shard group for its jobs, and as many for searches. */
const POOL_CONNECTIONS = 2;

/** The shard groups of a distributed database. Nothing connects before it is used. */
export function openShards(parts: GroupParts): Shards {
  const coordinator = openDatabase({
    address: parts.database,
    applicationName: "vezne shards",
    max: 1,
  });
  return new ShardStores({
    groups: new ShardGroups(coordinator),
    open: (group) => openGroup(group, parts),
    report: (err, { id, host, port }) =>
      parts.logger.warn({ err, shard: id, node: `${host}:${port}` }, "a shard group failed"),
  });
}

function openGroup(group: ShardGroup, parts: GroupParts) {
  const { database, pool: coordinator, limits, logger, checkBegin, commits, watchItem } = parts;
  const options = {
    address: addressAt(database, group),
    onConnectionLost: (error: Error): void =>
      logger.warn({ error: error.message, node: group.host }, "database connection lost"),
  };
  const openWriter = async () => {
    const client = openConnection({ ...options, applicationName: "vezne writer" });
    await client.connect();
    return bindToShard(client, group);
  };
  const connect: Connect = Object.assign(openWriter, { commits, watchItem });
  const pool = groupPool(group, { ...options, ...limits, keepsPlans: true });
  const readers = groupPool(group, { ...options, keepsPlans: false });
  const batched = {
    ...openBatched({ connect, pool, checkBegin }),
    requestLog: openLogConnection(connect),
  };
  return {
    ...batched,
    ...groupStores({ ...batched, pool, readers, coordinator, group }),
    pool,
    async close(): Promise<void> {
      await Promise.all(Object.values(batched).map((store) => store.close()));
      await Promise.all([pool.end(), readers.end()]);
    },
  };
}

function groupPool(
  group: ShardGroup,
  options: Pick<Parameters<typeof openDatabase>[0], "address" | "onConnectionLost" | "keepsPlans">,
): Pool {
  const pool = openDatabase({
    ...options,
    applicationName: "vezne jobs",
    max: POOL_CONNECTIONS,
  });
  pool.on("connect", (client) => bindToShard(client, group));
  return queryThroughClients(pool);
}
