import type { Pool } from "pg";
import type { SqlClient } from "../../database/connection/database.ts";
import { text, type Row } from "../../database/mapping/rows.ts";
import { ownsMerchant, type ShardGroup } from "../../database/shard/shard-groups.ts";
import { NO_MERCHANT } from "./leaf-content.ts";

/** Gives a transaction the tables of a query that its database does not have. */
export type BringTables = (sql: SqlClient, query: string) => Promise<void>;

/**
 * The tables of the coordinator that the books are compared with, each with an expression for the
 * owner of a row. A row whose owner is null concerns each group.
 */
const OWNERS: Readonly<Record<string, string>> = {
  audit_unsealed: "null",
  line_assignment: "merchant_id",
  panel_audit: `coalesce(merchant_id, '${NO_MERCHANT}')`,
  statement_line: "merchant_id",
};

const COLUMNS = `
  select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ') as columns
  from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`;

const ROWS_AT_ONCE = 5_000;

/**
 * Copies a group's rows of the coordinator's tables into temporary tables of the group's
 * transaction, so that a query reads them by the same names as on a plain PostgreSQL.
 */
export function bringTables(coordinator: Pool, group: ShardGroup): BringTables {
  return async (sql, query) => {
    const words = new Set(query.split(/\W+/));
    for (const [table, owner] of Object.entries(OWNERS)) {
      if (!words.has(table)) continue;
      const { rows } = await coordinator.query<Row>(COLUMNS, [`public.${table}`]);
      const columns = text(rows[0] ?? {}, "columns");
      await sql.query(`create temp table ${table} (${columns}) on commit drop`);
      for await (const page of pagesOf(coordinator, rowsOf(table, ownedBy(owner, group)))) {
        await sql.query(
          `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
          [page],
        );
      }
    }
  };
}

function ownedBy(owner: string, group: ShardGroup): string {
  return owner === "null" ? "true" : `(${owner} is null or ${ownsMerchant(group)(owner)})`;
}

function rowsOf(table: string, condition: string): string {
  return `select row_to_json(${table})::text as row from ${table} where ${condition}`;
}

/** The rows of a query, some thousand at a time, as the text of a JSON array. */
async function* pagesOf(pool: Pool, query: string): AsyncGenerator<string> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(`declare page cursor for ${query}`);
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${ROWS_AT_ONCE} from page`);
      if (rows.length > 0) yield `[${rows.map((row) => text(row, "row")).join(",")}]`;
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    await client.query("rollback").catch(() => undefined);
    client.release();
  }
}
