import type { Client } from "pg";
import { version } from "../../system/version.ts";
import {
  isOlderRelease,
  readMigrations,
  type Migration,
  type MigrationSet,
} from "./migration-file.ts";

/** The PostgreSQL schema of each set's tables. */
export const SCHEMAS = { vezne: "public", bank: "bank" } as const;

/** This release cannot use or create the schema; the message gives the reason. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}

type RecordedMigration = {
  readonly name: string;
  readonly digest: string;
  readonly needsRelease: string | null;
};

export type SchemaComparison = {
  /** The files of this release that have not been run. */
  readonly pending: readonly Migration[];
  /** The names of the migrations that only a later release has. */
  readonly later: readonly string[];
  /** The reason why this release must not use the schema. */
  readonly problem: string | undefined;
};

export type SchemaSource = {
  readonly set: MigrationSet;
  /** The folder with the sets; absent: that of this release. */
  readonly folder?: string | undefined;
  /** The release that is to use the schema; absent: this one. */
  readonly release?: string | undefined;
};

type Sql = Pick<Client, "query">;

/** Compares the record of migrations with the files of a release; changes nothing. */
export async function compareSchema(
  sql: Sql,
  { set, folder, release = version }: SchemaSource,
): Promise<SchemaComparison> {
  const [files, recorded] = await Promise.all([readMigrations(set, folder), readRecord(sql, set)]);
  const later = recorded.slice(files.length);
  return {
    pending: files.slice(recorded.length),
    later: later.map(({ name }) => name),
    problem: contradiction(files, recorded) ?? tooLate(later, release),
  };
}

/** As `compareSchema`; throws SchemaError where the release must not use the schema. */
export async function usableSchema(sql: Sql, source: SchemaSource): Promise<SchemaComparison> {
  const comparison = await compareSchema(sql, source);
  if (comparison.problem !== undefined) throw new SchemaError(comparison.problem);
  return comparison;
}

async function readRecord(sql: Sql, set: MigrationSet): Promise<RecordedMigration[]> {
  const table = `${SCHEMAS[set]}.schema_migration`;
  const { rows } = await sql.query(
    "select from to_regclass($1) as record where record is not null",
    [table],
  );
  if (rows.length === 0) return [];
  const { rows: recorded } = await sql.query<RecordedMigration>(
    `select name, digest, needs_release as "needsRelease" from ${table} order by name`,
  );
  return recorded;
}

/** Returns a sentence about the first contradiction between record and files, or undefined. */
function contradiction(
  files: readonly Migration[],
  recorded: readonly RecordedMigration[],
): string | undefined {
  for (const [index, { name, digest }] of files.slice(0, recorded.length).entries()) {
    const run = recorded[index];
    if (run?.name !== name) {
      return (
        `The database was changed by migration ${run?.name}, which this release doesn't have, ` +
        `before ${name}. Start the release that made it, or a later one.`
      );
    }
    if (run.digest !== digest) {
      return (
        `Migration ${name} was run with another content than this release's file has. While a ` +
        "migration is being written, delete the data directory (.vezne/) and start anew."
      );
    }
  }
  return undefined;
}

/** Returns a sentence if a later release has removed parts of the schema that this one needs. */
function tooLate(later: readonly RecordedMigration[], release: string): string | undefined {
  const barring = later.find(
    ({ needsRelease }) => needsRelease !== null && isOlderRelease(release, needsRelease),
  );
  if (barring === undefined) return undefined;
  return (
    `The database was changed by migration ${barring.name} of a later release, and needs release ` +
    `${barring.needsRelease} or later. This is ${release}.`
  );
}

/** Makes the record of a set. */
async function makeRecord(sql: Sql, set: MigrationSet): Promise<void> {
  const schema = SCHEMAS[set];
  await sql.query(`create schema if not exists ${schema}`);
  await sql.query(
    `create table if not exists ${schema}.schema_migration (
       name text primary key,
       digest text not null,
       applied_at timestamptz not null default clock_timestamp(),
       needs_release text
     )`,
  );
}

/**
 * Records a file that has run. Only then the record is made, because the first file may create the
 * schema in which the record lies.
 */
export async function recordMigration(
  sql: Sql,
  set: MigrationSet,
  { name, digest, needsRelease }: Migration,
): Promise<void> {
  await makeRecord(sql, set);
  await sql.query(
    `insert into ${SCHEMAS[set]}.schema_migration (name, digest, needs_release)
     values ($1, $2, $3)`,
    [name, digest, needsRelease ?? null],
  );
}
