import { createExports, EXPORTS } from "../edge/store/report/exports-in-turns.ts";
import { createCustomerStore } from "../edge/store/report/customer-store.ts";
import { createHistoryStore } from "../edge/store/report/history-store.ts";
import { createOverviewStore } from "../edge/store/report/overview-store.ts";
import { createPaymentFinder } from "../edge/store/report/payment-finder.ts";
import { createReportStore, SEARCH_TIMEOUT_MS } from "../edge/store/report/report-store.ts";
import { inTurns } from "../edge/store/report/reports-in-turns.ts";
import { createRequestLog } from "../edge/store/request-log/request-log-reader.ts";
import { openDatabase } from "../edge/store/sql/database.ts";
import { after } from "../edge/system/after.ts";
import { keepWork } from "../edge/system/loop-watch.ts";
import { itemRunner } from "../job/item-runner.ts";
import { Admission, shareOf } from "../kernel/admission.ts";
import { SECOND } from "../kernel/clock.ts";
import type { Installation } from "./installation.ts";
import type { Round } from "./job.ts";

/** The connections for lists and summaries; payments have others, which no report can take. */
const READERS = 6;
/** The queries of one merchant that may wait; a page of the panel needs several at once. */
const READERS_LINE_MAX = 64;
const READERS_WAIT_MS = 5 * SECOND;

/**
 * Reports on connections of their own, to the replica if one is configured. If too many queries of
 * a merchant wait, a further one is refused and may be repeated later.
 */
export function openReports({
  database,
  config,
  pool,
}: Pick<Installation, "database" | "config" | "pool">) {
  const replica = config.databaseReplicaUrl;
  const address = replica ?? database;
  const readers = openDatabase({
    address,
    applicationName: "vezne reports",
    max: READERS,
    longestStatementMs: SEARCH_TIMEOUT_MS,
  });
  const exports = openDatabase({
    address,
    applicationName: "vezne export",
    // Twice as many as exports at once: the next export may begin a moment before the connection of
    // a cancelled one is released.
    max: 2 * EXPORTS,
    statementTimeoutMs: 0,
  });
  // An export must be cancelled on the database server that runs it.
  const control = replica === undefined ? pool : readers;
  const turns = new Admission({
    mayEnter: shareOf(READERS),
    lineMax: READERS_LINE_MAX,
    waitMs: READERS_WAIT_MS,
    after,
    keep: keepWork,
  });
  const inLine = inTurns(turns, {
    reports: createReportStore(readers),
    finder: createPaymentFinder(readers),
    overview: createOverviewStore(readers),
    history: createHistoryStore(readers),
    customers: createCustomerStore(readers),
    requests: createRequestLog(readers),
  });
  return {
    ...inLine,
    openExport: createExports({ exports, control, after }),
    async close(): Promise<void> {
      await Promise.all([readers.end(), exports.end()]);
    },
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
    await rollups.compact(clock.now(), (merchantId, work) =>
      runItem({ merchantId, itemId: merchantId }, work),
    );
    return false;
  };
}
