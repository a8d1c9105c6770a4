import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Client, Pool } from "pg";
import { openConnection, type DatabaseAddress } from "./database.ts";
import { DatabaseUnreachable } from "./database-error.ts";
import { packageRoot } from "../../system/package-root.ts";

/**
 * A set of migrations: a folder in `migrations/`. `SCHEMAS` gives the PostgreSQL schema of its
 * tables and of its record.
 */
export type MigrationSet = "vezne" | "bank";

/**
 * `ok`: the database has the schema of this release. `older`: some files of this release have not
 * been run. `newer`: a later release, or files with other content, changed the schema; this process
 * must not use it.
 */
export type SchemaState = "ok" | "older" | "newer";

type Migration = { readonly name: string; readonly sql: string; readonly digest: string };
type Applied = { readonly name: string; readonly digest: string };

const SCHEMAS = { vezne: "public", bank: "bank" } as const;

/** The path has the same depth in src/ and in dist/. */
export const MIGRATIONS = join(packageRoot, "migrations");

/** The key of an advisory lock: any number that nothing else in the database locks. */
const LOCK = [1_986_361_966, 100] as const;

/** This release cannot use or create the schema; the message gives the reason. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}

/** Compares the record of migrations with the files of this release; changes nothing. */
export async function checkSchema(
  pool: Pool,
  set: MigrationSet,
  folder: string = MIGRATIONS,
): Promise<SchemaState> {
  const { files, applied } = await readBoth(pool, set, folder);
  if (difference(files, applied) !== undefined) return "newer";
  return applied.length === files.length ? "ok" : "older";
}

/** The files of a set, and those that the database says were run. */
async function readBoth(pool: Pool, set: MigrationSet, folder: string) {
  const [files, applied] = await Promise.all([
    readMigrations(join(folder, set)),
    readApplied(pool, set),
  ]);
  return { files, applied };
}

/** The names of the files that have not been run; changes nothing. */
export async function pendingMigrations(
  pool: Pool,
  set: MigrationSet,
  folder: string = MIGRATIONS,
): Promise<readonly string[]> {
  const { files, applied } = await readBoth(pool, set, folder);
  const problem = difference(files, applied);
  if (problem !== undefined) throw new SchemaError(problem);
  return files.slice(applied.length).map(({ name }) => name);
}

/**
 * Checks that all files of this release have been run, for a process that does not migrate. Later
 * files are accepted: during an upgrade the schema is newer than the processes of the last release.
 *
 * @returns the names of the migrations that this release doesn't have.
 * @throws SchemaError that names the first missing migration.
 */
export async function requireSchema(
  pool: Pool,
  set: MigrationSet,
  folder: string = MIGRATIONS,
): Promise<readonly string[]> {
  const { files, applied } = await readBoth(pool, set, folder);
  const problem = difference(files, applied.slice(0, files.length));
  if (problem !== undefined) throw new SchemaError(problem);
  const [first, ...others] = files.slice(applied.length);
  if (first === undefined) return applied.slice(files.length).map(({ name }) => name);
  const rest = others.length === 0 ? "" : ` and ${others.length} later ones`;
  throw new SchemaError(
    `The database lacks the migration ${set}/${first.name}${rest}, and VEZNE_MIGRATE is off. Run ` +
      "`vezne migrate` with the role that owns the tables.",
  );
}

/**
 * Runs the files that have not been run, in the order of their names, each in one transaction with
 * its record. If several processes call it at once, one runs the files and the others wait for it.
 * The reasons are in docs/decisions/migrations.md.
 *
 * @returns the names of the files that were run.
 * @throws DatabaseUnreachable if there is no connection, SchemaError if the schema is newer than
 * this release or cannot be created.
 */
export async function migrate(
  address: DatabaseAddress,
  set: MigrationSet,
  folder: string = MIGRATIONS,
): Promise<string[]> {
  const client = openConnection({
    address,
    applicationName: "vezne migrate",
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  });
  await client.connect().catch((error: unknown) => {
    throw new DatabaseUnreachable(error);
  });
  try {
    await client.query("select pg_advisory_lock($1, $2)", [...LOCK]);
    const files = await readMigrations(join(folder, set));
    const applied = await readApplied(client, set);
    const problem = difference(files, applied);
    if (problem !== undefined) throw new SchemaError(problem);
    const pending = files.slice(applied.length);
    for (const migration of pending) await run(client, set, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const sql = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
      const digest = createHash("sha256").update(sql).digest("hex");
      return { name: name.slice(0, -".sql".length), sql, digest };
    }),
  );
}

async function readApplied(sql: Pick<Client, "query">, set: MigrationSet): Promise<Applied[]> {
  const table = `${SCHEMAS[set]}.schema_migration`;
  const { rows } = await sql.query<{ found: boolean }>(
    "select to_regclass($1) is not null as found",
    [table],
  );
  if (rows[0]?.found !== true) return [];
  return (await sql.query<Applied>(`select name, digest from ${table} order by name`)).rows;
}

/** Returns a sentence about the first contradiction between record and files, or undefined. */
function difference(files: readonly Migration[], applied: readonly Applied[]): string | undefined {
  for (const [index, { name, digest }] of applied.entries()) {
    const file = files[index];
    if (file?.name !== name) {
      return (
        `The database was changed by migration ${name}, which this release doesn't have. Start ` +
        "the release that made it, or a later one."
      );
    }
    if (file.digest !== digest) {
      return (
        `Migration ${name} was run with another content than this release's file has. While a ` +
        "migration is being written, delete the data directory (.vezne/) and start anew."
      );
    }
  }
  return undefined;
}

async function createRecord(client: Client, set: MigrationSet): Promise<void> {
  const schema = SCHEMAS[set];
  await client.query(`create schema if not exists ${schema}`);
  await client.query(
    `create table if not exists ${schema}.schema_migration (
       name text primary key,
       digest text not null,
       applied_at timestamptz not null default clock_timestamp()
     )`,
  );
}

async function run(client: Client, set: MigrationSet, migration: Migration): Promise<void> {
  const schema = SCHEMAS[set];
  await client.query("begin");
  await client.query(`set local search_path to ${schema}`);
  // A statement that waits for its lock must not block the payments that queue behind it.
  await client.query("set local lock_timeout to '10s'");
  try {
    await client.query(migration.sql);
    // The record is created after the file has run, because the first file may create the schema in
    // which the record lies.
    await createRecord(client, set);
    await client.query(`insert into ${schema}.schema_migration (name, digest) values ($1, $2)`, [
      migration.name,
      migration.digest,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    const sentence = `Migration ${migration.name} of ${set} failed: ${reason}`;
    throw new SchemaError(sentence, { cause: error });
  }
}
