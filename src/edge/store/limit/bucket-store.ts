import type pg from "pg";
import { instant, toIso, type Instant } from "../../../kernel/clock.ts";
import type { Addition, BucketStore } from "../../../limit/shared-buckets.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { createBatchQueue } from "../sql/batch-queue.ts";
import { columnValues, unnestClause, type Column } from "../sql/columns.ts";
import { moment, text, type Row } from "../sql/rows.ts";

/**
 * `request_level` counts requests and may be lost with a crash of the database; `card_level` counts
 * what carding shows in, and survives.
 */
export type BucketTable = "request_level" | "card_level";

type Batch = { readonly additions: readonly Addition[]; readonly now: Instant };
type Totals = ReadonlyMap<string, number>;

const BATCHES_AT_ONCE = 64;
/** Of a flood, the fullest are those that matter. */
const MOST_LEARNT = 20_000;

export function createBucketStore(pool: pg.Pool, table: BucketTable): BucketStore {
  // One statement at a time, so that what is told later is also added later.
  const writes = createBatchQueue<Batch, Totals>(
    async (batches) => {
      const totals = await addAll(pool, table, merge(batches));
      return batches.map(() => totals);
    },
    { cap: BATCHES_AT_ONCE },
  );
  return {
    add: (additions, now) => keepWork(writes.submit({ additions, now })),

    async changedSince(at) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select subject, greatest(used, 0) as used, per_second, at from ${table}
         where at >= $1 order by used desc limit $2`,
        [toIso(at), MOST_LEARNT],
      );
      return rows.map((row) => ({
        subject: text(row, "subject"),
        used: number(row, "used"),
        perSecond: number(row, "per_second"),
        at: moment(row, "at"),
      }));
    },
  };
}

/** Removes what was last added to before then, some at a time; resolves to whether more is left. */
export async function forgetBuckets(
  pool: pg.Pool,
  table: BucketTable,
  { before, limit }: { readonly before: Instant; readonly limit: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `delete from ${table} where subject in (select subject from ${table} where at < $1 limit $2)`,
    [toIso(before), limit],
  );
  return rowCount === limit;
}

/** A row is added to once in a statement; the latest moment stands for all. */
function merge(batches: readonly Batch[]): Batch {
  const merged = new Map<string, Addition>();
  for (const addition of batches.flatMap(({ additions }) => additions)) {
    const amount = addition.amount + (merged.get(addition.subject)?.amount ?? 0);
    merged.set(addition.subject, { ...addition, amount });
  }
  const now = instant(Math.max(...batches.map((batch) => batch.now)));
  return { additions: [...merged.values()], now };
}

const COLUMNS: readonly Column<Addition>[] = [
  ["subject", "text", ({ subject }) => subject],
  ["amount", "float8", ({ amount }) => amount],
  ["per_second", "float8", ({ perSecond }) => perSecond],
];

/**
 * In the order of the subjects, so that two processes never wait for each other's rows. Who comes
 * later with an earlier time has a clock that is behind, which lets nothing leak twice; by more
 * than a minute the clock was set back, and it leaks from there on.
 */
function addStatement(table: BucketTable): string {
  return `
insert into ${table} as level (subject, used, per_second, at)
select subject, amount, per_second, $${COLUMNS.length + 1}::timestamptz
from ${unnestClause(COLUMNS)}
order by subject
on conflict (subject) do update set
  used = excluded.used + greatest(0, level.used - level.per_second *
    greatest(0, extract(epoch from excluded.at - level.at)::float8)),
  per_second = excluded.per_second,
  at = case when excluded.at < level.at - interval '1 minute' then excluded.at
    else greatest(level.at, excluded.at) end
returning subject, greatest(used, 0) as used`;
}

async function addAll(pool: pg.Pool, table: BucketTable, batch: Batch): Promise<Totals> {
  const { rows } = await pool.query<Record<string, unknown>>({
    name: `add-${table}`,
    text: addStatement(table),
    values: [...columnValues(COLUMNS, batch.additions), toIso(batch.now)],
  });
  return new Map(rows.map((row) => [text(row, "subject"), number(row, "used")]));
}

function number(row: Row, column: string): number {
  return Number(row[column]);
}
