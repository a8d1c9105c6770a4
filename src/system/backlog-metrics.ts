import { Gauge, type Registry } from "@platformatic/prom-client";
import { SECOND } from "../kernel/clock.ts";
import { worstOfWorkers } from "./worst-of-workers.ts";

/** The work that waits for jobs, as ages of the oldest items; 0 if nothing waits. */
export type Backlog = {
  /** Events that have no place in the feed. */
  readonly unplacedEvents: number;
  readonly oldestEventMs: number;
  /** For how long the oldest due webhook delivery has been due. */
  readonly oldestDeliveryMs: number;
  /** The age of the oldest posting that is not sealed. */
  readonly oldestPostingMs: number;
};

/** Attempts at banks that are due to be asked about, and for how long the oldest has been due. */
export type DueAttempts = { readonly count: number; readonly oldestMs: number };

/** When `vezne verify` ran last with each result, in Unix seconds; 0 if it never did. */
export type VerifyRuns = { readonly agreedS: number; readonly differedS: number };

export type BacklogFigures = {
  readonly backlog: () => Backlog;
  readonly dueAttempts: () => DueAttempts;
  readonly verifyRuns: () => VerifyRuns;
  /** Account feeds that are silent, or whose lines are not all understood. */
  readonly silentFeeds: () => number;
  /** How far the clock of the sandbox that is moved farthest is ahead. */
  readonly sandboxAheadMs: () => number;
};

export function gaugeBacklog(registry: Registry, figures: BacklogFigures): void {
  const { backlog, dueAttempts, sandboxAheadMs, silentFeeds } = figures;
  const gauge = worstOfWorkers(registry);
  gauge("vezne_unplaced_events", {
    help: "Events that have no place in the feed yet; counted up to 10,000.",
    read: () => backlog().unplacedEvents,
  });
  gauge("vezne_unplaced_events_oldest_seconds", {
    help: "The age of the oldest of them.",
    read: () => backlog().oldestEventMs / SECOND,
  });
  gauge("vezne_due_deliveries_oldest_seconds", {
    help: "The time for which the oldest webhook delivery has been due, without throttled endpoints.",
    read: () => backlog().oldestDeliveryMs / SECOND,
  });
  gauge("vezne_unsealed_postings_oldest_seconds", {
    help: "The age of the oldest posting that is not sealed.",
    read: () => backlog().oldestPostingMs / SECOND,
  });
  gauge("vezne_due_attempts", {
    help: "Requests to banks without a known result that are due to be asked about.",
    read: () => dueAttempts().count,
  });
  gauge("vezne_due_attempts_oldest_seconds", {
    help: "The time for which the oldest of them has been due.",
    read: () => dueAttempts().oldestMs / SECOND,
  });
  gauge("vezne_silent_account_feeds", {
    help: "Account feeds whose bank is silent, or whose lines are not all understood.",
    read: silentFeeds,
  });
  gauge("vezne_sandbox_ahead_seconds", {
    help: "How far the clock of a sandbox is ahead of the real time; the farthest one counts.",
    read: () => sandboxAheadMs() / SECOND,
  });
  gaugeVerifyRuns(registry, figures);
}

function gaugeVerifyRuns(registry: Registry, { verifyRuns }: BacklogFigures): void {
  const runs = new Gauge({
    name: "vezne_verify_run_seconds",
    help: "The Unix time of the last run of vezne verify with this result; 0 if there is none.",
    aggregator: "max",
    labelNames: ["result"],
    registers: [registry],
    collect() {
      const { agreedS, differedS } = verifyRuns();
      runs.set({ result: "agrees" }, agreedS);
      runs.set({ result: "differs" }, differedS);
    },
  });
}
