import type pg from "pg";
import { instant, toIso, type Instant } from "../../kernel/clock.ts";
import type { Addition, BucketStore } from "../../domain/limit/shared-buckets.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { createBatchQueue } from "../../database/batch/batch-queue.ts";
import { columnValues, unnestClause, type Column } from "../../database/mapping/columns.ts";
import { moment, text, type Row } from "../../database/mapping/rows.ts";

/**
 * `request_level` counts requests; the table is unlogged, so a crash of the database empties it.
 * `card_level` counts failed cards, which reveal card testing, and survives a crash.
 */
export type BucketTable = "request_level" | "card_level";

type Batch = { readonly additions: readonly Addition[]; readonly now: Instant };
type Totals = ReadonlyMap<string, number>;

const BATCHES_AT_ONCE = 64;
/**
 * The most buckets that a pull reads, the fullest first; a flood of calls may have changed many
 * more.
 */
const PULLED_MAX = 20_000;

export function createBucketStore(pool: pg.Pool, table: BucketTable): BucketStore {
  // One statement at a time, so that a process's additions reach the table in their order.
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
        [toIso(at), PULLED_MAX],
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

/**
 * Deletes up to `limit` buckets whose last addition is older than `before`; resolves to true if
 * more may be left.
 */
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

/**
 * Sums the additions of each subject, because one `insert … on conflict` must not touch a row
 * twice. All additions count as made at the latest `now` of the batches.
 */
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
 * Lets each row's level leak for the time since `at`, and then adds the amount.
 *
 * `order by subject` makes all processes lock the rows in one order, so that no two of them
 * deadlock.
 *
 * `at` only grows, because machines' clocks differ a little: an addition with an earlier time must
 * not set `at` back, or the next one would apply the same leak a second time. A time more than a
 * minute earlier means that a clock was set back; `at` is then set back as well, or the bucket
 * would not leak until the clock has caught up. The reasons are in docs/decisions/limits.md.
 */
function addStatement(table: BucketTable): string {
  return `
insert into ${table} as bucket (subject, used, per_second, at)
select subject, amount, per_second, $${COLUMNS.length + 1}::timestamptz
from ${unnestClause(COLUMNS)}
order by subject
on conflict (subject) do update set
  used = excluded.used + greatest(0, bucket.used - bucket.per_second *
    greatest(0, extract(epoch from excluded.at - bucket.at)::float8)),
  per_second = excluded.per_second,
  at = case when excluded.at < bucket.at - interval '1 minute' then excluded.at
    else greatest(bucket.at, excluded.at) end
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
