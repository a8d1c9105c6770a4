import type { FatalCounts } from "./fatal-record.ts";
import {
  Counter,
  Gauge,
  Histogram,
  Registry,
  collectDefaultMetrics,
} from "@platformatic/prom-client";
import { gaugeBacklog, type BacklogFigures } from "./backlog-metrics.ts";
import { batchMetrics, type BatchMetrics } from "./batch-metrics.ts";
import { bankMetrics, type BankMetrics, type ConnectionStatus } from "./bank-metrics.ts";
import type { KeyAge } from "../kernel/key-age.ts";
import { JOB_LABEL, jobMetrics, type JobMetrics, type JobStatus } from "./job-metrics.ts";
import { gaugeVaultKey } from "./key-metrics.ts";
import type { HeldLoop } from "./loop-watch.ts";
import { processMetrics, type ProcessFigures, type ProcessMetrics } from "./process-metrics.ts";
import { gaugeReplica, type ReplicaFacts } from "./replica-metrics.ts";
import { countSpans, type SpanFigures } from "./span-metrics.ts";
import { metricsOfAllWorkers } from "./worker-metrics.ts";
import { violationCounter, type ViolationCounter } from "./violation-metrics.ts";
import { worstOfWorkers } from "./worst-of-workers.ts";

export type Metrics = ViolationCounter &
  JobMetrics &
  BankMetrics &
  ProcessMetrics &
  BatchMetrics & {
    readonly contentType: string;
    render(): Promise<string>;
    observeRequest(facts: RequestFacts): void;
    countPayment(status: string, paymentType: string): void;
    countCard(mode: string, isKnown: boolean): void;
    observeHeldLoop(held: HeldLoop): void;
  };

export type RequestFacts = {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
};

type FailedItemCount = {
  readonly kind: string;
  readonly failing: number;
  readonly setAside: number;
};

export type MetricsSources = ProcessFigures &
  BacklogFigures & {
    /** Items waiting in the queues of the batch writer. */
    readonly queueDepths: () => { readonly intents: number; readonly changes: number };
    /** Calls that the request log has lost since the process began. */
    readonly droppedRequests: () => number;
    /** Requests with a client's address from a sender that is not trusted to tell it. */
    readonly untrustedForwards: () => number;
    readonly vaultKeyAge: () => Promise<KeyAge | undefined>;
    readonly failedItems: () => readonly FailedItemCount[];
    readonly waitingForPerson: () => number;
    readonly unknownBookings: () => number;
    /** The background jobs of this process. */
    readonly jobs: () => readonly JobStatus[];
    readonly fatalErrors: (() => FatalCounts) | undefined;
    /** The replica of reports; undefined without one. */
    readonly replica: (() => ReplicaFacts) | undefined;
    /** The spans of traces; undefined while traces are off. */
    readonly spans: (() => SpanFigures) | undefined;
    /** The acquirer connections that are not retired. */
    readonly connections: () => readonly ConnectionStatus[];
  };

/** With the default of 10 ms, this measure woke an idle process more often than all else. */
const LAG_RESOLUTION_MS = 50;

/**
 * Prometheus metrics of one process; in a worker those of all workers. A figure that each worker
 * reads from the database or a file is not summed: `aggregator` says which one counts. Labels
 * hold no ids but those of connections.
 */
export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: LAG_RESOLUTION_MS,
  });
  const requests = new Histogram({
    name: "vezne_http_request_seconds",
    help: "Time to answer, by route.",
    labelNames: ["route", "method", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const held = new Histogram({
    name: "vezne_event_loop_held_seconds",
    help: "Stretches in which the event loop did one thing only, by route or job.",
    labelNames: ["work"],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const payments = new Counter({
    name: "vezne_payments_total",
    help: "Answers of the pay endpoint, by status.",
    labelNames: ["status", "payment_type"],
    registers: [registry],
  });
  const cards = new Counter({
    name: "vezne_paying_cards_total",
    help: "Cards that were about to pay, by whether the BIN table of the mode knew their bank.",
    labelNames: ["mode", "bank"],
    registers: [registry],
  });
  collectSources(registry, sources);
  return {
    contentType: registry.contentType,
    render: metricsOfAllWorkers(registry) ?? (() => registry.metrics()),
    observeRequest: ({ route, method, status, seconds }) =>
      requests.observe({ route, method, status }, seconds),
    countPayment: (status, payment_type) => payments.inc({ status, payment_type }),
    countCard: (mode, isKnown) => cards.inc({ mode, bank: isKnown ? "known" : "unknown" }),
    observeHeldLoop: ({ work, ms }) => held.observe({ work }, ms / 1_000),
    ...jobMetrics(registry, sources.jobs),
    ...bankMetrics(registry, sources.connections),
    ...violationCounter(registry),
    ...processMetrics(registry, sources),
    ...batchMetrics(registry),
  };
}

/** Registers the gauges whose values are read from their sources at each scrape. */
function collectSources(registry: Registry, sources: MetricsSources): void {
  const depth = new Gauge({
    name: "vezne_write_queue_depth",
    help: "Writes that wait for the next batch.",
    labelNames: ["queue"],
    registers: [registry],
    collect() {
      const { intents, changes } = sources.queueDepths();
      depth.set({ queue: "intents" }, intents);
      depth.set({ queue: "changes" }, changes);
    },
  });
  const dropped = new Counter({
    name: "vezne_request_log_dropped_total",
    help: "Calls that are missing in the request log: it could not be written as fast as they came.",
    registers: [registry],
    collect() {
      dropped.reset();
      dropped.inc(sources.droppedRequests());
    },
  });
  const untrusted = new Counter({
    name: "vezne_untrusted_forwarded_total",
    help: "Requests with X-Forwarded-For from an address that VEZNE_TRUSTED_PROXIES does not name.",
    registers: [registry],
    collect() {
      untrusted.reset();
      untrusted.inc(sources.untrustedForwards());
    },
  });
  if (sources.replica !== undefined) gaugeReplica(registry, sources.replica);
  if (sources.spans !== undefined) countSpans(registry, sources.spans);
  gaugeVaultKey(registry, sources.vaultKeyAge);
  gaugeBacklog(registry, sources);
  countFatalErrors(registry, sources);
  countFailedItems(registry, sources);
  countPersonCases(registry, sources);
}

function countPersonCases(
  registry: Registry,
  { waitingForPerson, unknownBookings }: MetricsSources,
): void {
  const gauge = worstOfWorkers(registry);
  gauge("vezne_unknown_bookings", {
    help: "Bookings that banks list and no request of the service explains.",
    read: unknownBookings,
  });
  gauge("vezne_attempts_waiting_for_person", {
    help: "Requests to banks whose result no answer of the bank decides.",
    read: waitingForPerson,
  });
}

function countFailedItems(registry: Registry, { failedItems }: MetricsSources): void {
  const items = new Gauge({
    name: "vezne_failed_items",
    help: "Items of background jobs that failed; those that are set aside need a person.",
    aggregator: "max",
    labelNames: [JOB_LABEL, "state"],
    registers: [registry],
    collect() {
      for (const { kind, failing, setAside } of failedItems()) {
        items.set({ [JOB_LABEL]: kind, state: "failing" }, failing);
        items.set({ [JOB_LABEL]: kind, state: "set_aside" }, setAside);
      }
    },
  });
}

function countFatalErrors(registry: Registry, { fatalErrors }: MetricsSources): void {
  const fatal = new Counter({
    name: "vezne_fatal_errors_total",
    help: "Errors that ended a process of this installation, across restarts.",
    aggregator: "max",
    labelNames: ["kind"],
    registers: [registry],
    collect() {
      fatal.reset();
      for (const [kind, count] of Object.entries(fatalErrors?.() ?? {})) {
        fatal.inc({ kind }, count);
      }
    },
  });
}
