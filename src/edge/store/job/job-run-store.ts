import type pg from "pg";

/** The last runs of a job, as a process measures them. */
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
 * Notes the last runs of all jobs. Processes measure ages, and the database adds its own time, so
 * that their clocks need not agree. The newest run of all processes stays; rows are locked in one
 * order, so that two processes never wait for each other.
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
     from job_run order by job`,
  );
  return rows.map(({ job, noted, succeeded, failed }) => ({
    job,
    sinceNoteMs: noted,
    sinceSuccessMs: succeeded,
    sinceFailureMs: failed ?? undefined,
  }));
}
