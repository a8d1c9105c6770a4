import type { SqlClient } from "../connection/database.ts";
import type { MigrationEntry, SequenceEntry } from "./manifest.ts";

export type Table = {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
};

/** The schemas of the service and of its test bank. */
const SCHEMAS = "('public', 'bank')";

/**
 * The tables of a backup: all except unlogged ones, which contain counts of requests that may be
 * lost, and except the records of migrations and of the distribution.
 */
const TABLES = `
  select namespace.nspname as schema, class.relname as table,
    array(
      select attname::text from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum
    ) as columns
  from pg_class as class join pg_namespace as namespace on namespace.oid = relnamespace
  where relkind in ('r', 'p') and not relispartition and relpersistence = 'p' and namespace.nspname in ${SCHEMAS}
    and class.relname not in ('schema_migration', 'distribution')
  order by 1, 2`;

const REFERENCES = `
  select distinct
    (select nspname from pg_namespace where oid = child.relnamespace) || '.' || child.relname
      as child,
    (select nspname from pg_namespace where oid = parent.relnamespace) || '.' || parent.relname
      as parent
  from pg_constraint
  join pg_class as child on child.oid = conrelid
  join pg_class as parent on parent.oid = confrelid
  where contype = 'f' and conrelid <> confrelid`;

/**
 * Columns with transaction numbers, which have no meaning in another database. A restored event
 * gets a number that is older than any transaction of the new database.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { "public.event": ["written_by"] };

/** Returns the tables of a backup; a table comes after the tables that it refers to. */
export async function readTables(sql: SqlClient): Promise<readonly Table[]> {
  const tables = (await sql.query<Table>(TABLES)).rows.map((one) => ({
    ...one,
    columns: one.columns.filter((column) => !(LEFT_OUT[nameOf(one)] ?? []).includes(column)),
  }));
  const { rows } = await sql.query<{ child: string; parent: string }>(REFERENCES);
  const ordered: Table[] = [];
  const place = (table: Table): void => {
    if (ordered.includes(table)) return;
    const parents = rows.flatMap(({ child, parent }) => (child === nameOf(table) ? [parent] : []));
    for (const one of tables) if (parents.includes(nameOf(one))) place(one);
    ordered.push(table);
  };
  for (const table of tables) place(table);
  return ordered;
}

export async function readSequences(sql: SqlClient): Promise<readonly SequenceEntry[]> {
  const { rows } = await sql.query<SequenceEntry>(
    `select schemaname as schema, sequencename as sequence, last_value::text
     from pg_sequences where schemaname in ${SCHEMAS} order by 1, 2`,
  );
  return rows;
}

/**
 * Returns the events without a position in the feed, in the order of their transactions. A backup
 * does not contain the transaction numbers, so it must contain this order.
 */
export async function readUnplacedEvents(sql: SqlClient): Promise<readonly string[]> {
  const { rows } = await sql.query<{ event_id: string }>(
    `select event_id from event
     where not exists (
       select from event_feed
       where event_feed.merchant_id = event.merchant_id and event_feed.event_id = event.event_id
     )
     order by written_by, event_id`,
  );
  return rows.map(({ event_id }) => event_id);
}

export async function readMigrations(
  sql: SqlClient,
  schema: "public" | "bank",
): Promise<readonly MigrationEntry[]> {
  const { rows } = await sql.query<MigrationEntry>(
    `select name, digest from ${schema}.schema_migration order by name`,
  );
  return rows;
}

export function nameOf({ schema, table }: Pick<Table, "schema" | "table">): string {
  return `${schema}.${table}`;
}

/** Returns the query for all rows of a table, including its partitions. */
export function selectAll({ schema, table, columns }: Table): string {
  return `select ${columns.map(quoted).join(", ")} from ${quoted(schema)}.${quoted(table)}`;
}

/** Returns the table and its columns in the form of a `copy … from` statement. */
export function copySource({ schema, table, columns }: Table): string {
  return `${quoted(schema)}.${quoted(table)} (${columns.map(quoted).join(", ")})`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
