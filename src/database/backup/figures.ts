import type { SqlClient } from "../connection/database.ts";

/**
 * Sums and counts that must be equal in a database and its copy; they are compared in addition to
 * the rows.
 */
const FIGURES = `
  select 'sessions' as name, count(*)::text as figure from session
  union all select 'events', count(*)::text from event
  union all select 'refunds', count(*)::text from refund
  union all
  select 'payments ' || mode || ' ' || state, count(*)::text from payment group by mode, state
  union all
  select 'captured ' || mode || ' ' || currency, sum(captured_amount)::text
  from payment group by mode, currency
  union all
  select 'refunded ' || mode || ' ' || currency, sum(refunded_amount)::text
  from payment group by mode, currency
  union all
  select 'booked ' || mode || ' ' || account || ' ' || currency, sum(amount)::text
  from (
    select mode, debit as account, currency, amount from posting
    union all
    select mode, credit, currency, -amount from posting
  ) as side
  group by mode, account, currency
  order by name`;

export async function readFigures(sql: SqlClient): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql.query<{ name: string; figure: string }>(FIGURES);
  return Object.fromEntries(rows.map(({ name, figure }) => [name, figure]));
}
