import type pg from "pg";
import { jobDeps } from "./compose-jobs.ts";
import type { Parts } from "./compose.ts";
import type { Config } from "../config/config.ts";
import type { OpenExport } from "../edge/http/export-answer.ts";
import { itemRunner, type ItemRunnerDeps } from "../job/item-runner.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { openDatabase, type DatabaseAddress } from "../edge/store/sql/database.ts";
import { createExports, EXPORTS } from "../edge/store/report/exports-in-turns.ts";
import { createMerchantStore } from "../edge/store/merchant/merchant-store.ts";
import { createHistoryStore } from "../edge/store/report/history-store.ts";
import { createOverviewStore } from "../edge/store/report/overview-store.ts";
import { createPaymentFinder } from "../edge/store/report/payment-finder.ts";
import { createReportStore, SEARCH_TIMEOUT_MS } from "../edge/store/report/report-store.ts";
import { inTurns } from "../edge/store/report/reports-in-turns.ts";
import { createRequestLog } from "../edge/store/request-log/request-log-reader.ts";
import { createRollupKeeper } from "../edge/store/rollup/rollup-keeper.ts";
import { after } from "../edge/system/after.ts";
import type { Logger } from "../edge/system/logger.ts";
import { keepWork } from "../edge/system/loop-watch.ts";
import { sleep } from "../edge/system/sleep.ts";
import { Admission, shareOf } from "../kernel/admission.ts";
import { SECOND, type Clock } from "../kernel/clock.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import type { PaymentFinder } from "../report/find-payments.ts";
import type { HistoryStore } from "../report/history.ts";
import type { OverviewStore } from "../report/overview.ts";
import type { RequestLog } from "../report/request-log.ts";
import type { ReportStore, RollupKeeper } from "../report/ports.ts";

export type Reports = {
  readonly reports: ReportStore;
  readonly openExport: OpenExport;
  /** What only the panel asks for. */
  readonly finder: PaymentFinder;
  readonly overview: OverviewStore;
  readonly history: HistoryStore;
  readonly requests: RequestLog;
  /** Goes on adding what payments change to the tally. */
  startCompacting(clock: Clock, logger: Logger): Loop;
  close(): Promise<void>;
};

/** Connections for lists and summaries: however many are asked for, payments keep theirs. */
const READERS = 6;
/** A page of the panel asks several questions at once. */
const READERS_LINE_MAX = 64;
const READERS_WAIT_MS = 5 * SECOND;
/** Reports are exact at any moment; this only bounds what they have to add up. */
const COMPACT_EVERY_MS = 5_000;

type ReportParts = {
  readonly database: DatabaseAddress;
  readonly config: Pick<Config, "databaseReplicaUrl">;
};

/**
 * Reports on connections of their own, to the replica where there is one; those beyond what these
 * can carry are told to come later.
 */
export function openReports({ database, config }: ReportParts, primary: pg.Pool): Reports {
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
    // A connection whose export was broken off is let go of a moment after its place.
    max: 2 * EXPORTS,
    statementTimeoutMs: 0,
  });
  // An export that is given up is ended by the server that it runs on.
  const control = replica === undefined ? primary : readers;
  const turns = new Admission({
    mayEnter: shareOf(READERS),
    lineMax: READERS_LINE_MAX,
    waitMs: READERS_WAIT_MS,
    after,
    keep: keepWork,
  });
  return {
    ...inTurns(turns, {
      reports: createReportStore(readers),
      finder: createPaymentFinder(readers),
      overview: createOverviewStore(readers),
      history: createHistoryStore(readers),
      requests: createRequestLog(readers),
    }),
    openExport: createExports({ exports, control, after }),
    startCompacting: (clock, logger) => {
      const report = (sentence: string, facts: object): void => logger.error(facts, sentence);
      const deps = { ...jobDeps(primary, clock), logger, report };
      return startCompacting(createRollupKeeper(primary), deps);
    },
    async close() {
      await Promise.all([readers.end(), exports.end()]);
    },
  };
}

type CompactingDeps = ItemRunnerDeps & { readonly logger: Logger };

function startCompacting(rollups: RollupKeeper, deps: CompactingDeps): Loop {
  return startLoop({
    name: "fold-tally",
    everyMs: COMPACT_EVERY_MS,
    sleep,
    round: async () => {
      const runItem = await itemRunner(deps, "tally");
      await rollups.compact(deps.clock.now(), (merchantId, work) =>
        runItem({ merchantId, itemId: merchantId }, work),
      );
      return false;
    },
    onError: (error) => deps.logger.warn({ err: error }, "the tally was not added up"),
  });
}

export type RollupAdministration = {
  readonly deps: {
    readonly merchants: Pick<MerchantStore, "list">;
    readonly rollups: RollupKeeper;
  };
  close(): Promise<void>;
};

/** What the command line needs to compare the tally with the payments, without a server. */
export function openRollups(parts: Pick<Parts, "database" | "clock">): RollupAdministration {
  const pool = openDatabase({
    address: parts.database,
    applicationName: "vezne reports",
    max: 2,
    statementTimeoutMs: 0,
  });
  return {
    deps: {
      merchants: createMerchantStore(pool, parts.clock),
      rollups: createRollupKeeper(pool),
    },
    close: () => pool.end(),
  };
}
