import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import { optionalMoment, text, type Row } from "./rows.ts";
import type { Instant } from "../../kernel/clock.ts";

/** The tables that are partitioned by month. */
export type MonthTable = "payment" | "event";

export type KeptMonths = {
  /** The moment from which on the months are kept, for SQL; `-infinity` if none was removed. */
  readonly from: Readonly<Record<MonthTable, string>>;
  /** Absent for a table of which no month was removed. */
  readonly removedBefore: Readonly<Record<MonthTable, Instant | undefined>>;
};

// The first partition has no lower bound, until it is removed.
const lowestOf = (table: MonthTable): string => `(
  select case when bool_or(bound like 'FOR VALUES FROM (MINVALUE)%') then '-infinity'
    else min(substring(bound from $$^FOR VALUES FROM \\('([^']*)'\\)$$)::timestamptz) end
  from pg_inherits cross join lateral (
    select pg_get_expr(relpartbound, oid) as bound from pg_class where oid = inhrelid
  ) as partition
  where inhparent = 'public.${table}'::regclass
)`;

const KEPT = `
  select payment::text as payment_from, event::text as event_from,
    nullif(payment, '-infinity') as payment, nullif(event, '-infinity') as event
  from (select ${lowestOf("payment")} as payment, ${lowestOf("event")} as event) as lowest`;

/**
 * Reads which months of payments and events were removed: those before the lowest bound of their
 * partitions. On a distributed database, the coordinator knows the bounds.
 */
export async function readKeptMonths(sql: Pick<pg.Pool, "query">): Promise<KeptMonths> {
  const { rows } = await sql.query<Row>(KEPT);
  const [row] = rows;
  assert(row !== undefined, "the lowest bounds are one row");
  return {
    from: { payment: text(row, "payment_from"), event: text(row, "event_from") },
    removedBefore: {
      payment: optionalMoment(row, "payment"),
      event: optionalMoment(row, "event"),
    },
  };
}
