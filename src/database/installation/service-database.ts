import type { Pool } from "pg";
import type { Random } from "../../kernel/random.ts";
import { protectAudit, releaseAudit } from "./audit-owner.ts";
import {
  checkWritable,
  DatabaseReadOnly,
  openDatabase,
  type DatabaseAddress,
} from "../connection/database.ts";
import type { EmbeddedPostgres, Log } from "../embedded/handle.ts";
import { startEmbeddedPostgres } from "../embedded/embedded-postgres.ts";
import { keepRunning } from "../embedded/keep-running.ts";
import type { MigrationSet } from "../migration/migration-file.ts";
import {
  migrate,
  pendingMigrations,
  requireSchema,
  type SchemaFiles,
} from "../migration/migrate.ts";
import { compareSchema } from "../migration/schema-record.ts";
import { requireGrants } from "./service-grants.ts";

export type ServiceDatabase = {
  readonly address: DatabaseAddress;
  /** The embedded PostgreSQL, or undefined if `DATABASE_URL` names another one. */
  readonly embedded: EmbeddedPostgres | undefined;
  close(): Promise<void>;
};

export type OpenOptions = {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly random: Random;
  readonly log: Log;
};

/** Opens the database of `DATABASE_URL`, or the embedded one, which is started if necessary. */
export async function openServiceDatabase(options: OpenOptions): Promise<ServiceDatabase> {
  const { databaseUrl } = options;
  if (databaseUrl !== undefined) {
    return { address: databaseUrl, embedded: undefined, close: () => Promise.resolve() };
  }
  const embedded = await startEmbeddedPostgres({ ...options, database: "vezne" });
  let closing = false;
  keepRunning(embedded, { log: options.log, stopped: () => closing });
  const close = () => {
    closing = true;
    return embedded.stop();
  };
  return { address: embedded.connection, embedded, close };
}

/** True if the database accepts writes at this moment. */
export async function isWritable(address: DatabaseAddress): Promise<boolean> {
  const pool = openDatabase({ address, applicationName: "vezne start", max: 1 });
  try {
    await checkWritable(pool);
    return true;
  } catch (error) {
    if (error instanceof DatabaseReadOnly) return false;
    throw error;
  } finally {
    await pool.end();
  }
}

/**
 * Migrates both schemas to this release; one process migrates and the others wait. In the embedded
 * PostgreSQL the audit log then belongs to a separate role.
 *
 * @returns the files that were run, with the names of their sets.
 */
export async function migrateAll({
  address,
  embedded,
}: Pick<ServiceDatabase, "address" | "embedded">): Promise<SchemaFiles> {
  const owners = embedded && {
    owner: embedded.ownerConnection,
    service: embedded.connection.user,
  };
  if (owners !== undefined && (await isBehind(owners.owner))) await releaseAudit(owners);
  const migrated = await ofBothSets((set) => migrate(address, set));
  if (owners !== undefined) await protectAudit(owners);
  return migrated;
}

/** The files of this release that the database has not run yet, with the names of their sets. */
export async function pendingFiles(address: DatabaseAddress): Promise<SchemaFiles> {
  return onePool(address, (pool) => ofBothSets((set) => pendingMigrations(pool, set)));
}

const SETS = ["vezne", "bank"] as const;

async function ofBothSets(work: (set: MigrationSet) => Promise<SchemaFiles>): Promise<SchemaFiles> {
  const both: { files: string[]; later: string[] } = { files: [], later: [] };
  for (const set of SETS) {
    const { files, later } = await work(set);
    both.files.push(...files.map((name) => `${set}/${name}`));
    both.later.push(...later);
  }
  return both;
}

export type SchemaSettings = {
  /** True if the process migrates; false if it only checks that the schema is complete. */
  readonly migrates: boolean;
};

/**
 * Migrates the database, or checks that another role has migrated it and granted its tables.
 *
 * @returns the migrations of a later release, whose schema this one can use.
 * @throws SchemaError that names what is missing, or the release that the schema needs.
 */
export async function prepareSchema(
  database: Pick<ServiceDatabase, "address" | "embedded">,
  { migrates }: SchemaSettings,
): Promise<readonly string[]> {
  if (migrates) return (await migrateAll(database)).later;
  return onePool(database.address, async (pool) => {
    await requireGrants(pool);
    return [...(await requireSchema(pool, "vezne")), ...(await requireSchema(pool, "bank"))];
  });
}

async function isBehind(address: DatabaseAddress): Promise<boolean> {
  return onePool(address, async (pool) => {
    const { pending, problem } = await compareSchema(pool, { set: "vezne" });
    return problem === undefined && pending.length > 0;
  });
}

async function onePool<Value>(
  address: DatabaseAddress,
  work: (pool: Pool) => Promise<Value>,
): Promise<Value> {
  const pool = openDatabase({ address, applicationName: "vezne migrate", max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
