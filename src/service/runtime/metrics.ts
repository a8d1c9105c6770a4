import type pg from "pg";
import { createMetrics, type Metrics } from "../../system/metrics.ts";
import type { PoolFigures } from "../../system/process-metrics.ts";
import type { SandboxClocks } from "../../domain/merchant/clocks.ts";
import type { BacklogLook } from "./backlog.ts";
import type { Connections } from "./connections.ts";
import type { FailedItemCounts } from "./failed-items.ts";
import type { Installation } from "../installation/installation.ts";
import type { JobRecords } from "./job-records.ts";
import type { openReports } from "./reports.ts";
import type { openRequestRecorder } from "./request-log.ts";
import type { FatalCounts } from "../../system/fatal-record.ts";
import { version } from "../../system/version.ts";

type CountedParts = {
  readonly connections: Connections;
  readonly recorder: ReturnType<typeof openRequestRecorder>;
  readonly failedItemCounts: FailedItemCounts;
  readonly backlogLook: BacklogLook;
  readonly jobRecords: JobRecords;
  readonly reports: ReturnType<typeof openReports>;
  readonly untrusted: { readonly count: number };
};

/** The metrics of this process; calls to banks are counted as they end. */
export function openMetrics(
  installation: Installation,
  options: { readonly fatalErrors?: () => FatalCounts },
  counted: CountedParts,
): Metrics {
  const { connections, recorder, failedItemCounts, backlogLook, jobRecords, reports } = counted;
  const { replica } = reports;
  const { tracer } = installation.tracing ?? {};
  const metrics = createMetrics({
    fatalErrors: options.fatalErrors,
    replica: replica && (() => replica.status()),
    queueDepths: () => installation.writer.depths(),
    droppedRequests: () => recorder.dropped(),
    untrustedForwards: () => counted.untrusted.count,
    vaultKeyAge: installation.vaultKeyAge,
    failedItems: () => failedItemCounts.counts(),
    waitingForPerson: () => failedItemCounts.waitingForPerson(),
    unknownBookings: () => failedItemCounts.unknownBookings(),
    jobs: () => jobRecords.all(),
    connections: () => connections.statuses(),
    spans: tracer && (() => tracer.counts()),
    version,
    pools: () => [
      figuresOf("requests", installation.pool),
      figuresOf("jobs", installation.jobPool),
    ],
    backlog: () => backlogLook.backlog(),
    dueAttempts: () => backlogLook.dueAttempts(),
    verifyRuns: () => backlogLook.verifyRuns(),
    silentFeeds: () => backlogLook.silentFeeds(),
    sandboxAheadMs: () => farthest(installation.clocks),
  });
  installation.commits.listen((items, seconds) => metrics.observeBatch(items, seconds));
  connections.listen((call) => metrics.observeBankCall(call));
  return metrics;
}

/** How far the sandbox that is moved farthest is ahead, in ms. */
function farthest(clocks: Pick<SandboxClocks, "moved">): number {
  return Math.max(0, ...clocks.moved().map(({ aheadMs }) => aheadMs));
}

function figuresOf(pool: string, connections: pg.Pool): PoolFigures {
  const { totalCount: open, idleCount: idle, waitingCount: waiting } = connections;
  return { pool, open, idle, waiting };
}
