import type { Pool } from "pg";
import { ok, warning, type Check } from "./check.ts";

const DAYS = 7;

/** What somebody should look into who watches over the payment pages. */
export async function checkSecurity(pool: Pool): Promise<readonly Check[]> {
  return [await checkViolations(pool)];
}

type Blocked = { readonly blocked: string; readonly reports: string };

/** Extensions of browsers are blocked every day; another site on a payment page is news. */
async function checkViolations(pool: Pool): Promise<Check> {
  const { rows } = await pool.query<Blocked>(
    `select blocked, sum(reports)::text as reports from policy_violation
     where day >= (clock_timestamp() at time zone 'utc')::date - ${DAYS}
       and page in ('checkout', 'frame', 'bank', 'returned') and blocked like '%://%'
     group by blocked order by sum(reports) desc, blocked limit 3`,
  );
  const name = "payment pages";
  if (rows.length === 0) return ok(name, `no foreign site was blocked within ${DAYS} days`);
  const sites = rows.map(({ blocked, reports }) => `${blocked} (${reports} times)`).join(", ");
  const advice = "Run `vezne page-watch`, and see docs/operations/page-security.md.";
  return warning(name, sites, advice);
}
