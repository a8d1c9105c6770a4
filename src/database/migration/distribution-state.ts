import type { ClientBase, Pool } from "pg";
import { TABLES } from "./distribution.ts";
import { SchemaError } from "./schema-record.ts";

/** The record of `vezne migrate --distributed`. */
export type Distribution = { readonly shards: number; readonly isFinished: boolean };

/** @returns undefined for a plain PostgreSQL. */
export async function readDistribution(
  sql: Pick<Pool | ClientBase, "query">,
): Promise<Distribution | undefined> {
  const { rows } = await sql.query<{ shards: number; is_finished: boolean }>(
    "select shards, finished_at is not null as is_finished from public.distribution",
  );
  return rows[0] && { shards: rows[0].shards, isFinished: rows[0].is_finished };
}

/** True if the tables are distributed, or this was begun; the schema may be of any release. */
export async function isDistributionBegun(sql: Pick<Pool | ClientBase, "query">): Promise<boolean> {
  const { rows } = await sql.query<{ found: boolean }>(
    "select to_regclass('public.distribution') is not null as found",
  );
  return rows[0]?.found === true && (await readDistribution(sql)) !== undefined;
}

const NOT_PLACED = `
  select name from unnest($1::text[], $2::text[]) with ordinality as wanted (name, method, place)
  where not exists (
    select from pg_catalog.pg_dist_partition
    where logicalrelid = to_regclass('public.' || name)
      and concat(partmethod, repmodel) like method
  )
  order by place`;

// Citus lists a local table, too, if it has a foreign key to a reference table.
const METHODS = { distributed: "h%", reference: "nt" } as const;

/** The tables of this release that the database has not distributed yet. */
export async function tablesToDistribute(
  sql: Pick<Pool | ClientBase, "query">,
  wanted: readonly (keyof typeof METHODS)[] = ["reference", "distributed"],
): Promise<readonly string[]> {
  const tables = Object.entries(TABLES).flatMap(([name, { placement }]) =>
    placement !== "local" && wanted.includes(placement) ? [[name, METHODS[placement]]] : [],
  );
  const { rows } = await sql.query<{ name: string }>(NOT_PLACED, [
    tables.map(([name]) => name),
    tables.map(([, method]) => method),
  ]);
  return rows.map(({ name }) => name);
}

/**
 * True if the tables of the database are distributed; costs one statement on a plain PostgreSQL.
 *
 * @throws SchemaError if the distribution was interrupted, or lacks tables of this release.
 */
export async function isDistributed(pool: Pool): Promise<boolean> {
  const distribution = await readDistribution(pool);
  if (distribution === undefined) return false;
  if (!distribution.isFinished) {
    throw new SchemaError(`The distribution of the tables was begun and is not finished. ${AGAIN}`);
  }
  const missing = await tablesToDistribute(pool);
  if (missing.length === 0) return true;
  throw new SchemaError(
    `Tables of this release are not distributed: ${missing.join(", ")}. ${AGAIN}`,
  );
}

const AGAIN =
  "Run `vezne migrate --distributed` with the role that owns the tables; it goes on where it stopped.";
