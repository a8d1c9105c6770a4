import type pg from "pg";
import { toIso } from "../kernel/clock.ts";
import {
  rowDifference,
  type TableChange,
  type TableOwner,
  type TableVersion,
  type VersionedTable,
} from "../domain/table/versioned-table.ts";
import { columnValues, namesOf, unnestClause } from "../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../database/connection/database.ts";
import { column, optional, record, type Mapping } from "../database/mapping/mapping.ts";
import type { Row } from "../database/mapping/rows.ts";

type TableFacts<Item> = {
  readonly name: "commission_rate" | "installment_limit" | "settlement_term";
  /** The column that orders the rows. */
  readonly order: "line" | "position";
  readonly mapping: Mapping<Item>;
  /** The rows in force while the table has none. */
  readonly initial: (mode: TableOwner["mode"]) => readonly Item[];
};

const VERSION = record<TableVersion>({
  number: column.integer("version"),
  changedAt: column.instant("changed_at"),
  changedBy: optional(column.text("changed_by")),
  rowCount: column.integer("row_count"),
  added: column.integer("added"),
  removed: column.integer("removed"),
});

/** A table of a merchant and mode whose every change is kept as a version. */
export function createVersionedTable<Item extends object>(
  pool: pg.Pool,
  facts: TableFacts<Item>,
): VersionedTable<Item> & {
  /** Returns the rows of the table, without its initial ones. */
  readonly stored: (owner: TableOwner) => Promise<readonly Item[]>;
} {
  const { name, mapping } = facts;
  return {
    stored: (owner) => readRows(pool, facts, owner),

    change: (owner, change) =>
      inTransaction(pool, (sql) => changeTable(sql, facts, { owner, ...change })),

    async versions({ merchantId, mode }, limit) {
      const { rows } = await pool.query<Row>(
        `select version, changed_at, changed_by, jsonb_array_length(rows) as row_count, added,
           removed
         from table_version where merchant_id = $1 and mode = $2 and table_name = $3
         order by version desc limit $4`,
        [merchantId, mode, name, limit],
      );
      return rows.map(VERSION.read);
    },

    async rowsOf({ merchantId, mode }, version) {
      if (version === 0) return facts.initial(mode);
      const key = [merchantId, mode, name, version];
      const of = "merchant_id = $1 and mode = $2 and table_name = $3 and version = $4";
      const found = await pool.query(`select from table_version where ${of}`, key);
      if (found.rowCount === 0) return undefined;
      const { rows } = await pool.query<Row>(
        `select ${namesOf(mapping.columns)}
         from (select rows from table_version where ${of}) as kept,
           jsonb_populate_recordset(null::${name}, kept.rows) with ordinality as own
         order by ordinality`,
        key,
      );
      return rows.map(mapping.read);
    },
  };
}

type OwnedChange<Item> = TableChange<Item> & { readonly owner: TableOwner };

async function changeTable<Item extends object>(
  sql: SqlClient,
  facts: TableFacts<Item>,
  { owner, plan, at, by }: OwnedChange<Item>,
): Promise<boolean> {
  const { merchantId, mode } = owner;
  // Two changes at once must not mix their rows.
  await sql.query("select from merchant where merchant_id = $1 for no key update", [merchantId]);
  const stored = await readRows(sql, facts, owner);
  const before = stored.length === 0 ? facts.initial(mode) : stored;
  const rows = plan(before);
  const { added, removed } = rowDifference(before, rows);
  if (added.length === 0 && removed.length === 0) return false;
  await replaceRows(sql, facts, { owner, rows });
  const documents = JSON.stringify(rows.map((row) => documentOf(facts.mapping, row)));
  await sql.query(
    `insert into table_version (merchant_id, mode, table_name, version, changed_at, changed_by,
       added, removed, rows)
     select $1, $2, $3, coalesce(max(version), 0) + 1, $4, $5, $6, $7, $8
     from table_version where merchant_id = $1 and mode = $2 and table_name = $3`,
    [merchantId, mode, facts.name, toIso(at), by ?? null, added.length, removed.length, documents],
  );
  return true;
}

async function readRows<Item>(
  sql: Pick<SqlClient, "query">,
  { name, order, mapping }: TableFacts<Item>,
  { merchantId, mode }: TableOwner,
): Promise<readonly Item[]> {
  const { rows } = await sql.query<Row>({
    name: `select-${name}`,
    text: `select ${namesOf(mapping.columns)} from ${name}
           where merchant_id = $1 and mode = $2 order by ${order}`,
    values: [merchantId, mode],
  });
  return rows.map(mapping.read);
}

type Replacement<Item> = { readonly owner: TableOwner; readonly rows: readonly Item[] };

async function replaceRows<Item>(
  sql: SqlClient,
  { name, order, mapping: { columns } }: TableFacts<Item>,
  { owner: { merchantId, mode }, rows }: Replacement<Item>,
): Promise<void> {
  await sql.query(`delete from ${name} where merchant_id = $1 and mode = $2`, [merchantId, mode]);
  await sql.query(
    `insert into ${name} (merchant_id, mode, ${order}, ${namesOf(columns)})
     select $1, $2, ord, ${namesOf(columns)} from ${unnestClause(columns, 3)}`,
    [merchantId, mode, ...columnValues(columns, rows)],
  );
}

/** A row under the names of its columns, as a version keeps it. */
function documentOf<Item>({ columns }: Mapping<Item>, row: Item): Record<string, unknown> {
  return Object.fromEntries(columns.map(([name, , value]) => [name, value(row) ?? null]));
}
