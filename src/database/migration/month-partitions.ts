import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { tryAdvisoryLock } from "../connection/advisory-lock.ts";
import { inTransaction, type SqlClient } from "../connection/database.ts";
import { flag, moment, text, type Row } from "../mapping/rows.ts";
import { tableFilesOf, type TableFiles } from "./table-files.ts";

/**
 * The tables that are partitioned at the ends of months, with the storage options and the
 * privileges of each partition.
 */
const PARTITIONED = [
  { table: "payment", storage: "with (fillfactor = 50)", privileges: [] },
  {
    table: "event",
    storage: "",
    // Statements can name a partition directly, so each partition has privileges of its own.
    privileges: [
      "revoke update, delete, truncate on % from public, current_user",
      "grant update (data, written_by) on % to current_user",
    ],
  },
] as const;

type Partitioned = (typeof PARTITIONED)[number];

/** The last partition of a table, which has no upper bound yet. */
type OpenPartition = { readonly name: string; readonly from: string };

export type MonthPartitions = {
  /**
   * Gives each last partition of `large` bytes or more an upper bound, and its table a new last
   * partition. Resolves to the names of the new partitions. On a distributed database, the largest
   * shard of a partition counts.
   */
  roll(now: Instant, large: number, each?: EachTable): Promise<readonly string[]>;
  /** True if the current role owns the tables; no other role can make partitions. */
  isOwner(): Promise<boolean>;
  /** The tables whose last partition has `large` bytes or more. */
  due(large: number): Promise<readonly string[]>;
  /** Analyzes the partitioned tables as wholes, which autovacuum never does. */
  analyze(): Promise<void>;
};

/** Runs the work of one table; it may catch a failure, so that the other tables go on. */
type EachTable = (table: string, work: () => Promise<void>) => Promise<void>;

/**
 * An advisory lock lets one process work at a time. The lock belongs to its connection, so `pool`
 * must have a single one. Its statements must have no time limit.
 * The reasons are in docs/decisions/month-partitions.md.
 */
export function createMonthPartitions(pool: pg.Pool): MonthPartitions {
  return {
    async roll(now, large, each = (_table, work) => work()) {
      if (!(await tryAdvisoryLock(pool, [ROLL_LOCK]))) return [];
      try {
        const made: string[] = [];
        const files = await tableFilesOf(pool);
        for (const one of PARTITIONED) {
          await each(one.table, async () => {
            const open = await openPartitionOf(pool, one.table);
            if (!(await isLarge(files, open, large))) return;
            made.push(await close(pool, { ...one, open, now, first: files.beforeChange }));
          });
        }
        return made;
      } finally {
        await pool.query(`select pg_advisory_unlock(${ROLL_LOCK})`);
      }
    },

    isOwner: () => isTrue(pool, IS_OWNER, [PARTITIONED.map(({ table }) => table)]),

    async due(large) {
      const tables: string[] = [];
      const files = await tableFilesOf(pool);
      for (const { table } of PARTITIONED) {
        if (await isLarge(files, await openPartitionOf(pool, table), large)) tables.push(table);
      }
      return tables;
    },

    async analyze() {
      const files = await tableFilesOf(pool);
      for (const { table } of PARTITIONED) {
        const grown = await files.ask(table, hasGrown);
        if (grown.includes("true")) await pool.query(`analyze ${table}`);
      }
    },
  };
}

/** The key of the advisory lock: any number that nothing else in the database locks. */
export const ROLL_LOCK = 1_986_361_969;

const IS_OWNER = `
  select bool_and(pg_has_role(current_user, relowner, 'usage')) as is_true
  from pg_class where oid = any ($1::regclass[])`;

/** True if the table has a tenth more rows than when it was last analyzed as a whole. */
function hasGrown(table: string): string {
  return `
    select 10 * (
      select coalesce(sum(pg_stat_get_live_tuples(inhrelid)), 0)
      from pg_inherits where inhparent = class.oid
    ) > 11 * greatest(reltuples, 100)
    from pg_class as class where oid = ${table}::regclass`;
}

async function isLarge(
  files: TableFiles,
  { name }: OpenPartition,
  large: number,
): Promise<boolean> {
  const sizes = await files.ask(name, (file) => `pg_relation_size(${file})`);
  return sizes.some((bytes) => BigInt(bytes) >= BigInt(large));
}

async function isTrue(
  sql: SqlClient,
  question: string,
  values: readonly (string | readonly string[])[] = [],
): Promise<boolean> {
  const { rows } = await sql.query<Row>(question, [...values]);
  return rows[0] !== undefined && flag(rows[0], "is_true");
}

const OPEN = `
  select class.relname as name,
    substring(bound from '^FOR VALUES FROM \\((.*)\\) TO \\(MAXVALUE\\)$') as from
  from pg_inherits join pg_class as class on class.oid = inhrelid
  cross join lateral pg_get_expr(relpartbound, class.oid) as bound
  where inhparent = $1::regclass and bound like '%TO (MAXVALUE)'`;

async function openPartitionOf(sql: SqlClient, table: string): Promise<OpenPartition> {
  const { rows } = await sql.query<Row>(OPEN, [table]);
  const [row] = rows;
  if (row === undefined) throw new Error(`${table} has no partition without an end`);
  return { name: text(row, "name"), from: text(row, "from") };
}

type PartitionClosing = Partitioned & {
  readonly open: OpenPartition;
  readonly now: Instant;
  /** The statements with which each transaction begins. */
  readonly first: TableFiles["beforeChange"];
};

/**
 * Gives the last partition an upper bound: the start of the first month after all its rows, so that
 * no row is ever moved. The one long step, the validation of that bound, comes first and blocks no
 * other statement. The exchange itself takes milliseconds; it is given up if a reader holds the
 * table longer than the lock timeout.
 */
async function close(pool: pg.Pool, closing: PartitionClosing): Promise<string> {
  const { name } = closing.open;
  const end = await endOf(pool, closing);
  await inTransaction(pool, async (sql) => {
    await begin(sql, closing);
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
    // If the exchange was given up, this partition has to take the next month's rows, too.
    await pool.query(dropEnd(name));
    throw error;
  }
}

async function begin(sql: SqlClient, { first }: PartitionClosing): Promise<void> {
  for (const statement of first) await sql.query(statement);
  await sql.query("set local lock_timeout = '1s'");
}

function dropEnd(partition: string): string {
  return `alter table ${partition} drop constraint if exists partition_end`;
}

const CLOSED_AHEAD = "8 days";

type PartitionEnd = { readonly at: string; readonly name: string };

/**
 * Returns the first month that is later than all rows, and later by `CLOSED_AHEAD` than now and
 * than the time of the sandbox that is farthest ahead. The constraint on the rows refuses later
 * ones from the moment that it is added until the exchange, which may take minutes. If the process
 * is killed meanwhile, the constraint stays until the next round, so it must refuse nothing for
 * longer than that. Where another role owns the tables, the next round is a nightly command.
 */
async function endOf(pool: pg.Pool, { table, open, now }: PartitionClosing): Promise<PartitionEnd> {
  const { rows } = await pool.query<Row>(
    `select greatest(
       (select max(created_at) from ${open.name}),
       $1::timestamptz + interval '${CLOSED_AHEAD}' + (
         select coalesce(max(ahead_ms + returning_ms), 0) * interval '1 millisecond'
         from sandbox_time
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
  closing: PartitionClosing,
  end: PartitionEnd,
): Promise<void> {
  const { table, storage, privileges, open } = closing;
  await begin(sql, closing);
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
