import { Counter, Gauge, Histogram, type Registry } from "@platformatic/prom-client";
import { SECOND } from "../kernel/clock.ts";

/** The label with the name of a job. Prometheus itself sets `job` to the name of the scrape. */
export const JOB_LABEL = "job_name";

/** The last runs of a background job of this process. */
export type JobStatus = {
  readonly name: string;
  /** The time since the last successful round; before the first one, since the start of the job. */
  readonly sinceSuccessMs: number;
  /** Absent if no round has failed. */
  readonly sinceFailureMs: number | undefined;
  readonly failures: number;
};

export type JobMetrics = {
  /** Counts a round that succeeded. */
  observeJob(job: string, seconds: number): void;
};

export function jobMetrics(registry: Registry, jobs: () => readonly JobStatus[]): JobMetrics {
  const age = new Gauge({
    name: "vezne_job_last_success_age_seconds",
    help: "Time since the last successful round of a background job, or since its start.",
    aggregator: "max",
    labelNames: [JOB_LABEL],
    registers: [registry],
    collect() {
      for (const { name, sinceSuccessMs } of jobs())
        age.set({ [JOB_LABEL]: name }, sinceSuccessMs / SECOND);
    },
  });
  const failures = new Counter({
    name: "vezne_job_failures_total",
    help: "Rounds of a background job that failed, since the process began.",
    labelNames: [JOB_LABEL],
    registers: [registry],
    collect() {
      failures.reset();
      for (const { name, failures: count } of jobs()) failures.inc({ [JOB_LABEL]: name }, count);
    },
  });
  const duration = new Histogram({
    name: "vezne_job_duration_seconds",
    help: "Duration of the successful rounds of a background job.",
    labelNames: [JOB_LABEL],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers: [registry],
  });
  return { observeJob: (job, seconds) => duration.observe({ [JOB_LABEL]: job }, seconds) };
}
