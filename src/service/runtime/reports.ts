import type { Pool, PoolClient } from "pg";
import { createExports, EXPORTS } from "../../store/report/exports-in-turns.ts";
import { createCustomerStore } from "../../store/report/customer-store.ts";
import { createHistoryStore } from "../../store/report/history-store.ts";
import { createUnknownBinStore } from "../../store/report/unknown-bin-store.ts";
import { createUsedCategoryStore } from "../../store/report/used-category-store.ts";
import { createOverviewStore } from "../../store/report/overview-store.ts";
import { createPaymentFinder } from "../../store/report/payment-finder.ts";
import { createReportStore, SEARCH_TIMEOUT_MS } from "../../store/report/report-store.ts";
import { inTurns } from "../../store/report/reports-in-turns.ts";
import { createRequestLog } from "../../store/request-log/request-log-reader.ts";
import { openDatabase, type DatabaseAddress } from "../../database/connection/database.ts";
import type { OpenConnections } from "../../database/connection/server-connection.ts";
import { ReplicaRoute, routePool } from "../../database/connection/replica-route.ts";
import { after } from "../../system/after.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { itemRunner } from "../../domain/job/item-runner.ts";
import { Admission, shareOf } from "../../kernel/queue/admission.ts";
import { SECOND } from "../../kernel/clock.ts";
import type { PaymentFinder } from "../../domain/report/find-payments.ts";
import type { Installation } from "../installation/installation.ts";
import type { Shards } from "../installation/shards.ts";
import type { Round } from "./job.ts";

/** The queries of one merchant that may wait; a page of the panel needs several at once. */
const READERS_LINE_MAX = 64;
const READERS_WAIT_MS = 5 * SECOND;

type ReportParts = Pick<
  Installation,
  "database" | "config" | "pool" | "shards" | "logger" | "openConnections"
>;

/**
 * Reports on connections of their own, to the replica if one is configured and not too far behind.
 * If too many queries of a merchant wait, a further one is refused and may be repeated later.
 */
export function openReports(parts: ReportParts) {
  const { config, pool, shards } = parts;
  const { readers, exports, controlOf, replica, close } = openReportPools(parts);
  const turns = new Admission({
    mayEnter: shareOf(config.connections.reports),
    lineMax: READERS_LINE_MAX,
    waitMs: READERS_WAIT_MS,
    after,
    keep: keepWork,
  });
  const inLine = inTurns(turns, {
    reports: createReportStore(readers),
    finder: shards === undefined ? createPaymentFinder(readers) : shardedFinder(shards),
    overview: createOverviewStore(readers),
    unknownBins: createUnknownBinStore(readers),
    usedCategories: createUsedCategoryStore(readers),
    history: createHistoryStore(readers),
    customers: createCustomerStore(readers),
    requests: createRequestLog(readers),
  });
  return {
    ...inLine,
    openExport: createExports({ exports, controlOf: controlOf ?? (() => pool), after }),
    /** Absent without a replica. */
    replica,
    close,
  };
}

/** Searches in the merchant's group: Citus can't plan all statements of a search. */
function shardedFinder(shards: Shards): PaymentFinder {
  return {
    find: (scope, search) =>
      shards.route(scope.merchantId, ({ finder }) => finder.find(scope, search)),
  };
}

function openReportPools(parts: ReportParts) {
  const { database, config, openConnections } = parts;
  const address = config.databaseReplicaUrl;
  const primary = poolsTo(database, config, openConnections);
  if (address === undefined) {
    return { ...primary, controlOf: undefined, replica: undefined, close: endOf(primary) };
  }
  const replica = poolsTo(address, config);
  const watched = watchReplica(parts, address);
  const { route } = watched;
  const readers = routePool(replica.readers, primary.readers, route);
  const exports = routePool(replica.exports, primary.exports, route);
  return {
    readers: readers.pool,
    exports: exports.pool,
    // An export must be cancelled on the server that runs it.
    controlOf: (client: PoolClient): Pool =>
      exports.poolOf(client) === primary.exports ? primary.readers : watched.control,
    replica: route,
    close: async (): Promise<void> => {
      await Promise.all([endOf(primary)(), endOf(replica)(), watched.close()]);
    },
  };
}

type ReportPools = { readonly readers: Pool; readonly exports: Pool };

function poolsTo(
  address: DatabaseAddress,
  { connections }: Installation["config"],
  openConnections?: OpenConnections,
): ReportPools {
  return {
    readers: openDatabase({
      address,
      openConnections,
      applicationName: "vezne reports",
      max: connections.reports,
      longestStatementMs: SEARCH_TIMEOUT_MS,
    }),
    exports: openDatabase({
      address,
      applicationName: "vezne export",
      // Twice as many as exports at once: the next export may begin a moment before the connection
      // of a cancelled one is released.
      max: 2 * EXPORTS,
      statementTimeoutMs: 0,
      isSerial: true,
    }),
  };
}

function endOf({ readers, exports }: ReportPools): () => Promise<void> {
  return async () => {
    await Promise.all([readers.end(), exports.end()]);
  };
}

function watchReplica({ config, pool, logger }: ReportParts, address: string) {
  const control = openDatabase({ address, applicationName: "vezne replica", max: 1 });
  const route = new ReplicaRoute({
    replica: control,
    primary: pool,
    lagMaxMs: config.replicaLagMaxS * SECOND,
    now: () => performance.now(),
    onChange: ({ state, lagMs }) => {
      const facts = { state, lag_ms: lagMs };
      if (state === "in_use") logger.info(facts, "reports read the replica again");
      else logger.warn(facts, "reports read the primary instead of the replica");
    },
  });
  return { route, control, close: (): Promise<void> => control.end() };
}

/** Measures how far the replica is behind. */
export function lookAtReplica(replica: ReplicaRoute | undefined): Round | undefined {
  if (replica === undefined) return undefined;
  return async () => {
    await replica.look();
    return false;
  };
}

/** Merges old changes of the roll-up into fewer rows, so that reports add up few of them. */
export function compactRollups({
  clock,
  failedItems,
  isPassing,
  rollups,
  logger,
}: Pick<Installation, "clock" | "failedItems" | "isPassing" | "rollups" | "logger">): Round {
  const report = (sentence: string, facts: object): void => logger.error(facts, sentence);
  const deps = { clock, failedItems, isPassing, report };
  return async () => {
    const runItem = await itemRunner(deps, "tally");
    return rollups.compact(clock.now(), (merchantId, work) =>
      runItem({ merchantId, itemId: merchantId }, work),
    );
  };
}
