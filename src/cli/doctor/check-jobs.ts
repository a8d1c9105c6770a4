import type { Pool } from "pg";
import { readJobRuns, type JobRun } from "../../store/job/job-run-store.ts";
import { MINUTE } from "../../kernel/clock.ts";
import type { Job } from "../../service/jobs/job-row.ts";
import { JOBS } from "../../service/jobs/jobs.ts";
import { ok, warning, type Check } from "./check.ts";

const NAME = "background jobs";
/** A running service notes the runs of its jobs once a minute. */
const NOTED_WITHIN_MS = 3 * MINUTE;
/** A job is late after three of its pauses, and after three minutes at the earliest. */
const PAUSES = 3;

/** Checks that every job of the table has run in time, by the notes of the running services. */
export async function checkJobs(pool: Pool): Promise<Check> {
  return judgeJobs(JOBS, await readJobRuns(pool));
}

export function judgeJobs(jobs: readonly Job[], noted: readonly JobRun[]): Check {
  const runs = new Map(
    noted.filter(({ sinceNoteMs }) => sinceNoteMs < NOTED_WITHIN_MS).map((run) => [run.job, run]),
  );
  if (runs.size === 0) {
    const minutes = NOTED_WITHIN_MS / MINUTE;
    return ok(NAME, `no service has noted a run in the last ${minutes} minutes`);
  }
  const problems = jobs.flatMap((job) => problemOf(job, runs.get(job.name)) ?? []);
  if (problems.length > 0) {
    const advice = "Look into the service's log; vezne_job_failures_total counts the failures.";
    return warning(NAME, problems.join("; "), advice);
  }
  const names = jobs.map(({ name }) => name).filter((name) => runs.has(name));
  return ok(NAME, `${names.length} run in time: ${names.join(", ")}`);
}

/** Returns what is wrong with a job, or undefined if it ran in time or is turned off. */
function problemOf({ name, everyMs, condition }: Job, run: JobRun | undefined): string | undefined {
  if (run === undefined) return condition === undefined ? `${name} has not run` : undefined;
  const { sinceNoteMs, sinceSuccessMs, sinceFailureMs } = run;
  const minutes = Math.floor(sinceSuccessMs / MINUTE);
  if (sinceFailureMs !== undefined && sinceFailureMs < sinceSuccessMs) {
    return `${name} fails; its last success is ${minutes} minutes ago`;
  }
  const lateAfterMs = Math.max(PAUSES * everyMs, NOTED_WITHIN_MS);
  // The note may be a minute old, and the job may have succeeded since.
  return sinceSuccessMs - sinceNoteMs > lateAfterMs
    ? `${name} has not succeeded for ${minutes} minutes`
    : undefined;
}
