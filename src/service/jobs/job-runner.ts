import { startLoop, type Sleep, type WakeableLoop } from "../../jobs/loop.ts";
import { IDLE_REST_MS } from "../runtime/idleness.ts";
import type { Rounds } from "../runtime/job.ts";
import type { Job, JobContext } from "./job-row.ts";

type RunningJob = { readonly loop: WakeableLoop; readonly end: () => Promise<void> };

/**
 * Starts the jobs of the table, each in a loop of its own, and measures their rounds. It is the
 * only caller of `startLoop`, so every job of a service is in the table.
 */
export function startJobs(
  jobs: readonly Job[],
  {
    installation,
    runtime,
    sleep,
  }: Pick<JobContext, "installation" | "runtime"> & { readonly sleep: Sleep },
): { stop(): Promise<void> } {
  const running = new Map<string, RunningJob>();
  const context: JobContext = {
    installation,
    runtime,
    wake: (name) => {
      runtime.idleness.note();
      running.get(name)?.loop.wake();
    },
    wakeAll: () => {
      for (const { loop } of running.values()) loop.wake();
    },
  };
  const resting = jobs.filter(({ restsWhenIdle }) => restsWhenIdle !== undefined);
  runtime.idleness.onActive(() => {
    for (const { name } of resting) running.get(name)?.loop.wake();
  });
  for (const job of jobs) {
    const begun = job.run(context);
    if (begun === undefined) continue;
    const rounds = typeof begun === "function" ? { round: begun, end: nothing } : begun;
    running.set(job.name, { loop: runJob(job, rounds, { ...context, sleep }), end: rounds.end });
  }
  return {
    async stop() {
      await Promise.all(
        [...running.values()].map(async ({ loop, end }) => {
          await loop.stop();
          await end();
        }),
      );
    },
  };
}

function idleRestOf(restsWhenIdle: true | number): number {
  return restsWhenIdle === true ? IDLE_REST_MS : restsWhenIdle;
}

const nothing = (): Promise<void> => Promise.resolve();

function runJob(
  { name, everyMs, restsUpToMs = 0, restsWhenIdle, failure }: Job,
  { round }: Rounds,
  {
    installation: { logger, writer, databaseWatch },
    runtime: { jobRecords, metrics, idleness },
    sleep,
  }: JobContext & { readonly sleep: Sleep },
): WakeableLoop {
  jobRecords.begin(name);
  let endedAt = Number.NEGATIVE_INFINITY;
  let isMore = false;
  return startLoop({
    name,
    everyMs,
    sleep,
    round: async () => {
      const startedAt = performance.now();
      const restedMs = startedAt - endedAt;
      // Work that the last round left does not wait, or it would grow as long as the load lasts.
      if (!isMore && restedMs < restsUpToMs && writer.isBusy()) return false;
      if (restsWhenIdle !== undefined && idleness.mayRest(restedMs, idleRestOf(restsWhenIdle))) {
        return false;
      }
      isMore = false;
      isMore = await round();
      endedAt = performance.now();
      jobRecords.succeed(name);
      metrics.observeJob(name, (performance.now() - startedAt) / 1_000);
      return isMore;
    },
    onError: (error) => {
      const isFirst = jobRecords.fail(name);
      if (databaseWatch.fail(`job ${name}`, error)) return;
      if (isFirst || failure.isLoggedOnce !== true) {
        logger[failure.level]({ err: error }, failure.sentence);
      }
    },
  });
}
