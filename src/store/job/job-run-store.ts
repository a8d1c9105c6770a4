import type pg from "pg";

/** The name under which the runs of `vezne verify` are kept beside those of jobs. */
export const VERIFY = "verify";

/** The last runs of a job in one process, as ages in ms. */
export type MeasuredRun = {
  readonly name: string;
  readonly sinceSuccessMs: number;
  readonly sinceFailureMs: number | undefined;
};

/** The last runs of a job in all processes, as ages in ms. */
export type JobRun = {
  readonly job: string;
  readonly sinceNoteMs: number;
  readonly sinceSuccessMs: number;
  readonly sinceFailureMs: number | undefined;
};

/**
 * Stores the last runs of all jobs of a process. The process gives ages, which the database
 * subtracts from its own time, so that the clocks of the processes need not agree. Of the runs of
 * all processes the newest is kept. The rows are locked in the order of `job`, so that two
 * processes never wait for each other.
 */
export async function saveJobRuns(pool: pg.Pool, runs: readonly MeasuredRun[]): Promise<void> {
  await pool.query(
    `insert into job_run as known (job, noted_at, succeeded_at, failed_at)
     select job, clock_timestamp(), clock_timestamp() - make_interval(secs => success),
       clock_timestamp() - make_interval(secs => failure)
     from unnest($1::text[], $2::float8[], $3::float8[]) as run (job, success, failure)
     order by job
     on conflict (job) do update set noted_at = excluded.noted_at,
       succeeded_at = greatest(known.succeeded_at, excluded.succeeded_at),
       failed_at = greatest(known.failed_at, excluded.failed_at)`,
    [
      runs.map(({ name }) => name),
      runs.map(({ sinceSuccessMs }) => sinceSuccessMs / 1_000),
      runs.map(({ sinceFailureMs }) =>
        sinceFailureMs === undefined ? null : sinceFailureMs / 1_000,
      ),
    ],
  );
}

type RunRow = {
  readonly job: string;
  readonly noted: number;
  readonly succeeded: number;
  readonly failed: number | null;
};

/** The SQL of a moment's age in ms. */
const age = (column: string): string =>
  `extract(epoch from clock_timestamp() - ${column})::float8 * 1000`;

export async function readJobRuns(pool: pg.Pool): Promise<readonly JobRun[]> {
  const { rows } = await pool.query<RunRow>(
    `select job, ${age("noted_at")} as noted, ${age("succeeded_at")} as succeeded,
       ${age("failed_at")} as failed
     from job_run where job <> $1 order by job`,
    [VERIFY],
  );
  return rows.map(({ job, noted, succeeded, failed }) => ({
    job,
    sinceNoteMs: noted,
    sinceSuccessMs: succeeded,
    sinceFailureMs: failed ?? undefined,
  }));
}
