import type pg from "pg";
import type { VerifyRuns } from "../../system/backlog-metrics.ts";
import { VERIFY } from "./job-run-store.ts";

/** Notes a run of `vezne verify` among the runs of jobs: a success if everything agreed. */
export async function saveVerifyRun(
  pool: Pick<pg.Pool, "query">,
  isAgreeing: boolean,
): Promise<void> {
  await pool.query(
    `insert into job_run as known (job, noted_at, succeeded_at, failed_at)
     values ($1, clock_timestamp(),
       case when $2::boolean then clock_timestamp() else 'epoch' end,
       case when $2::boolean then null else clock_timestamp() end)
     on conflict (job) do update set noted_at = excluded.noted_at,
       succeeded_at = greatest(known.succeeded_at, excluded.succeeded_at),
       failed_at = greatest(known.failed_at, excluded.failed_at)`,
    [VERIFY, isAgreeing],
  );
}

type TimesRow = { readonly agreed: number; readonly differed: number | null };

export async function readVerifyRuns(pool: Pick<pg.Pool, "query">): Promise<VerifyRuns> {
  const { rows } = await pool.query<TimesRow>(
    `select extract(epoch from succeeded_at)::float8 as agreed,
       extract(epoch from failed_at)::float8 as differed
     from job_run where job = $1`,
    [VERIFY],
  );
  const [row] = rows;
  return { agreedS: row?.agreed ?? 0, differedS: row?.differed ?? 0 };
}
