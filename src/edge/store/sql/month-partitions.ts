import type pg from "pg";
import { assert } from "../../../kernel/assert.ts";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { inTransaction, type SqlClient } from "./database.ts";
import { bigint, flag, moment, text, type Row } from "./rows.ts";

/** What lies in partitions by the month of its creation, and what each partition is made with. */
const PARTITIONED = [
  { table: "payment", storage: "with (fillfactor = 80)", privileges: [] },
  {
    table: "event",
    storage: "",
    // A partition can be written to by its own name, and has privileges of its own.
    privileges: [
      "revoke update, delete, truncate on % from public, current_user",
      "grant update (data, written_by) on % to current_user",
    ],
  },
] as const;

type Partitioned = (typeof PARTITIONED)[number];

/** The last partition of a table, which has no end yet. */
type OpenPartition = { readonly name: string; readonly from: string; readonly bytes: bigint };

export type MonthPartitions = {
  /**
   * Gives the last partition an end, and the table a new one, wherever it has `large` bytes or
   * more. Resolves to the new partitions.
   */
  roll(now: Instant, large: number, each?: EachTable): Promise<readonly string[]>;
  /** Brings what the planner knows of the tables as wholes up to date; nothing else would. */
  analyze(): Promise<void>;
};

/** Does the work of one table; may keep its failure from the others. */
type EachTable = (table: string, work: () => Promise<void>) => Promise<void>;

/**
 * Of several processes one does it at a time. The pool is one of a single connection, which keeps
 * the lock, and whose statements may take their time.
 * The reasons are in docs/decisions/month-partitions.md.
 */
export function createMonthPartitions(pool: pg.Pool): MonthPartitions {
  return {
    async roll(now, large, each = (_table, work) => work()) {
      if (!(await tellsTrue(pool, `select pg_try_advisory_lock(${ROLL_LOCK}) as told`))) return [];
      try {
        const made: string[] = [];
        for (const one of PARTITIONED) {
          await each(one.table, async () => {
            const open = await openPartitionOf(pool, one.table);
            if (open.bytes >= BigInt(large)) made.push(await close(pool, { ...one, open, now }));
          });
        }
        return made;
      } finally {
        await pool.query(`select pg_advisory_unlock(${ROLL_LOCK})`);
      }
    },

    async analyze() {
      for (const { table } of PARTITIONED) {
        if (await tellsTrue(pool, HAS_GROWN, [table])) await pool.query(`analyze ${table}`);
      }
    },
  };
}

/** Any constant does, as long as nothing else in the database locks it. */
export const ROLL_LOCK = 1_986_361_969;

// By a tenth, since the table as a whole was looked at.
const HAS_GROWN = `
  select 10 * (
    select coalesce(sum(pg_stat_get_live_tuples(inhrelid)), 0)
    from pg_inherits where inhparent = class.oid
  ) > 11 * greatest(reltuples, 100) as told
  from pg_class as class where oid = $1::regclass`;

async function tellsTrue(
  sql: SqlClient,
  question: string,
  values: readonly string[] = [],
): Promise<boolean> {
  const { rows } = await sql.query<Row>(question, [...values]);
  return rows[0] !== undefined && flag(rows[0], "told");
}

const OPEN = `
  select class.relname as name,
    substring(bound from '^FOR VALUES FROM \\((.*)\\) TO \\(MAXVALUE\\)$') as from,
    pg_relation_size(class.oid) as bytes
  from pg_inherits join pg_class as class on class.oid = inhrelid
  cross join lateral pg_get_expr(relpartbound, class.oid) as bound
  where inhparent = $1::regclass and bound like '%TO (MAXVALUE)'`;

async function openPartitionOf(sql: SqlClient, table: string): Promise<OpenPartition> {
  const { rows } = await sql.query<Row>(OPEN, [table]);
  const [row] = rows;
  if (row === undefined) throw new Error(`${table} has no partition without an end`);
  return { name: text(row, "name"), from: text(row, "from"), bytes: bigint(row, "bytes") };
}

type Closing = Partitioned & { readonly open: OpenPartition; readonly now: Instant };

/**
 * The partition ends with a month that nothing of it is behind, so that no row is ever moved. The
 * one long step, to see that this is so, is made beforehand and hinders nobody; the exchange itself
 * takes milliseconds, and is given up where somebody reads for longer than the lock may wait.
 */
async function close(pool: pg.Pool, closing: Closing): Promise<string> {
  const { name } = closing.open;
  const end = await endOf(pool, closing);
  await inTransaction(pool, async (sql) => {
    await sql.query(WAIT_BRIEFLY);
    await sql.query(dropEnd(name));
    await sql.query(
      `alter table ${name} add constraint partition_end check (created_at < '${end.at}') not valid`,
    );
  });
  try {
    await pool.query(`alter table ${name} validate constraint partition_end`);
    await inTransaction(pool, (sql) => exchange(sql, closing, end));
    return end.name;
  } catch (error) {
    // Without the exchange, rows of the month after must find their place here.
    await pool.query(dropEnd(name));
    throw error;
  }
}

const WAIT_BRIEFLY = "set local lock_timeout = '1s'";

function dropEnd(partition: string): string {
  return `alter table ${partition} drop constraint if exists partition_end`;
}

type PartitionEnd = { readonly at: string; readonly name: string };

/**
 * The first month that nothing was made in yet, nor is by a sandbox that is ahead, and that stays
 * where it is until the end is in force.
 */
async function endOf(pool: pg.Pool, { table, open, now }: Closing): Promise<PartitionEnd> {
  const { rows } = await pool.query<Row>(
    `select greatest(
       (select max(created_at) from ${open.name}),
       $1::timestamptz + (
         select coalesce(max(ahead_ms + returning_ms) * interval '1 millisecond' + '1 day', '0')
         from sandbox_time where ahead_ms + returning_ms > 0
       )
     ) as latest`,
    [toIso(now)],
  );
  const [row] = rows;
  assert(row !== undefined, "the latest moment is one row");
  const [year, month] = toIso(moment(row, "latest")).split("-");
  const next = Number(year) * 12 + Number(month);
  const label = `${Math.floor(next / 12)}_${String((next % 12) + 1).padStart(2, "0")}`;
  return { at: `${label.replace("_", "-")}-01T00:00:00Z`, name: `${table}_${label}` };
}

async function exchange(
  sql: SqlClient,
  { table, storage, privileges, open }: Closing,
  end: PartitionEnd,
): Promise<void> {
  await sql.query(WAIT_BRIEFLY);
  await sql.query(`alter table ${table} detach partition ${open.name}`);
  await sql.query(
    `alter table ${table} attach partition ${open.name}
     for values from (${open.from}) to ('${end.at}')`,
  );
  await sql.query(dropEnd(open.name));
  await sql.query(
    `create table ${end.name} partition of ${table}
     for values from ('${end.at}') to (maxvalue) ${storage}`,
  );
  for (const privilege of privileges) await sql.query(privilege.replace("%", end.name));
}
