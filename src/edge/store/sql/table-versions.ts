import type pg from "pg";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import type { EarlierVersion } from "../../../table/earlier-version.ts";
import type { SqlClient } from "./database.ts";
import { integer, json, moment, type Row } from "./rows.ts";

/** The versions of a table that are kept; the oldest one is deleted when a newer one is added. */
const KEPT = 50;

type Owner = { readonly merchantId: string; readonly mode: string };

/** A table of a merchant's terms, and the column by which its rows are in order. */
export type VersionedTable = {
  readonly table: "commission_rate" | "installment_limit" | "settlement_term";
  readonly order: "line" | "position";
};

/**
 * Keeps the present rows of a table as a version, before they are replaced in the same transaction.
 * The transaction must have locked the merchant, because versions are numbered one after another.
 */
export async function keepVersion(
  sql: SqlClient,
  { merchantId, mode }: Owner,
  { table, order, at }: VersionedTable & { readonly at: Instant },
): Promise<void> {
  await sql.query(
    `insert into replaced_table (merchant_id, mode, name, version, replaced_at, rows)
     select $1, $2, $3, 1 + coalesce((
         select max(version) from replaced_table
         where merchant_id = $1 and mode = $2 and name = $3), 0), $4, kept.rows
     from (
       select jsonb_agg(to_jsonb(${table}) order by ${order}) as rows from ${table}
       where merchant_id = $1 and mode = $2
     ) as kept
     where kept.rows is not null`,
    [merchantId, mode, table, toIso(at)],
  );
  await sql.query(
    `delete from replaced_table
     where merchant_id = $1 and mode = $2 and name = $3 and version <= (
       select max(version) - ${KEPT} from replaced_table
       where merchant_id = $1 and mode = $2 and name = $3)`,
    [merchantId, mode, table],
  );
}

/** Reads the kept versions of a table, newest first; `read` is the reader of its rows. */
export async function readVersions<Value>(
  pool: pg.Pool,
  { merchantId, mode }: Owner,
  { table, read }: Pick<VersionedTable, "table"> & { readonly read: (row: Row) => Value },
): Promise<readonly EarlierVersion<Value>[]> {
  const { rows } = await pool.query<Row>(
    `select version, replaced_at, rows from replaced_table
     where merchant_id = $1 and mode = $2 and name = $3 order by version desc`,
    [merchantId, mode, table],
  );
  return rows.map((row) => ({
    version: integer(row, "version"),
    replacedAt: moment(row, "replaced_at"),
    rows: json<readonly Row[]>(row, "rows").map(read),
  }));
}
