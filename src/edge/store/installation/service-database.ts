import type { Random } from "../../../kernel/random.ts";
import { protectAudit, releaseAudit } from "./audit-owner.ts";
import {
  checkWritable,
  DatabaseReadOnly,
  openDatabase,
  type DatabaseAddress,
} from "../sql/database.ts";
import type { EmbeddedPostgres, Log } from "../embedded/handle.ts";
import { startEmbeddedPostgres } from "../embedded/embedded-postgres.ts";
import { keepRunning } from "../embedded/keep-running.ts";
import { checkSchema, migrate } from "../sql/migrate.ts";

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
 */
export async function migrateAll({
  address,
  embedded,
}: Pick<ServiceDatabase, "address" | "embedded">): Promise<void> {
  const owners = embedded && {
    owner: embedded.ownerConnection,
    service: embedded.connection.user,
  };
  if (owners !== undefined && (await isBehind(owners.owner))) await releaseAudit(owners);
  await migrate(address, "vezne");
  await migrate(address, "bank");
  if (owners !== undefined) await protectAudit(owners);
}

async function isBehind(address: DatabaseAddress): Promise<boolean> {
  const pool = openDatabase({ address, applicationName: "vezne migrate", max: 1 });
  try {
    return (await checkSchema(pool, "vezne")) === "older";
  } finally {
    await pool.end();
  }
}
