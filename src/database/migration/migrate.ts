import { setTimeout as wait } from "node:timers/promises";
import type { Pool } from "pg";
import { takeAdvisoryLock } from "../connection/advisory-lock.ts";
import { openConnection, type DatabaseAddress } from "../connection/database.ts";
import { DatabaseUnreachable } from "../connection/database-error.ts";
import type { MigrationSet } from "./migration-file.ts";
import { runMigration, type Pause } from "./run-migration.ts";
import { SchemaError, usableSchema } from "./schema-record.ts";

export type MigrateOptions = {
  /** The folder with the sets; absent: that of this release. */
  readonly folder?: string | undefined;
  /** Waits between two tries; a test does something else. */
  readonly pause?: Pause;
};

export type SchemaFiles = {
  /** The names of files of this release: those that were run, or those that were not. */
  readonly files: readonly string[];
  /** The names of the migrations of a later release, whose schema this one can use. */
  readonly later: readonly string[];
};

/** The key of an advisory lock: any number that nothing else in the database locks. */
const LOCK = [1_986_361_966, 100] as const;

/**
 * Runs the files that have not been run, in the order of their names. If several processes call it
 * at once, one runs the files and the others wait for it. A schema of a later release that this one
 * can use stays as it is. The reasons are in docs/decisions/migrations.md.
 *
 * @returns the files that were run.
 * @throws DatabaseUnreachable if there is no connection, SchemaError if this release must not use
 * the schema or cannot create it.
 */
export async function migrate(
  address: DatabaseAddress,
  set: MigrationSet,
  { folder, pause = wait }: MigrateOptions = {},
): Promise<SchemaFiles> {
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
    await takeAdvisoryLock(client, LOCK);
    const { pending, later } = await usableSchema(client, { set, folder });
    for (const migration of pending) await runMigration({ client, set, pause }, migration);
    return { files: pending.map(({ name }) => name), later };
  } finally {
    await client.end();
  }
}

/** The files that have not been run; changes nothing. */
export async function pendingMigrations(pool: Pool, set: MigrationSet): Promise<SchemaFiles> {
  const { pending, later } = await usableSchema(pool, { set });
  return { files: pending.map(({ name }) => name), later };
}

/**
 * Checks that all files of this release have been run, for a process that does not migrate.
 *
 * @returns the names of the migrations that this release doesn't have.
 * @throws SchemaError that names the first missing migration.
 */
export async function requireSchema(pool: Pool, set: MigrationSet): Promise<readonly string[]> {
  const { pending, later } = await usableSchema(pool, { set });
  const [first, ...others] = pending;
  if (first === undefined) return later;
  const rest = others.length === 0 ? "" : ` and ${others.length} later ones`;
  throw new SchemaError(
    `The database lacks the migration ${set}/${first.name}${rest}, and VEZNE_MIGRATE is off. Run ` +
      "`vezne migrate` with the role that owns the tables.",
  );
}
