import { createReadStream } from "node:fs";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Client } from "pg";
import { instant, type Clock, type Instant } from "../../kernel/clock.ts";
import { copyIn } from "../connection/copy-in.ts";
import { openConnection, type DatabaseAddress, type SqlClient } from "../connection/database.ts";
import { markRestored } from "../installation/restoration-store.ts";
import { migrate } from "../migration/migrate.ts";
import { MIGRATIONS, type MigrationSet } from "../migration/migration-file.ts";
import { copySource, nameOf, quoted, readTables } from "./catalog.ts";
import { Seal } from "./copy-stream.ts";
import { readFigures } from "./figures.ts";
import { BackupError, readManifest, type Manifest, type TableEntry } from "./manifest.ts";
import { refuseDistributed } from "./refuse-distributed.ts";

export type RestoreOptions = {
  readonly database: DatabaseAddress;
  readonly clock: Clock;
  readonly onTable: (entry: TableEntry, of: number) => void;
  /** Repairs the event feed in the transaction of the restore; `order` names unplaced events. */
  readonly placeAfterRestore: (
    client: SqlClient,
    unplaced: { readonly now: Instant; readonly order: readonly string[] },
  ) => Promise<unknown>;
};

const SETS: readonly MigrationSet[] = ["vezne", "bank"];

/**
 * Fills an empty database from a backup in one commit. The database is first migrated to the schema
 * of the backup and after the restore to that of this release.
 * @throws BackupError if a file differs from the manifest or the database is not empty
 */
export async function restoreBackup(folder: string, options: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const entry of manifest.tables) await checkFile(folder, entry);
  await migrateAs(options.database, manifest);
  const client = openConnection({
    address: options.database,
    applicationName: "vezne restore",
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
    lockTimeoutMs: 0,
  });
  await client.connect();
  try {
    await client.query("begin");
    await fill(client, folder, { ...options, manifest });
    await client.query("commit");
    await client.query("analyze");
  } finally {
    await client.end();
  }
  for (const set of SETS) await migrate(options.database, set);
  return manifest;
}

/** Reads a whole file, so that a damaged one is found before the database is changed. */
async function checkFile(folder: string, entry: TableEntry): Promise<void> {
  const seal = new Seal();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(createReadStream(join(folder, entry.file)), createGunzip(), seal, nowhere);
  } catch {
    throw new BackupError(`${entry.file} can't be read to its end; the backup is damaged`);
  }
  if (seal.digest() === entry.sha256 && seal.rows === entry.rows) return;
  throw new BackupError(`${entry.file} is not what the manifest says; the backup is damaged`);
}

/** Runs the migrations of the backup's database, and no later ones. */
async function migrateAs(database: DatabaseAddress, { migrations }: Manifest): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "vezne-migrations-"));
  try {
    for (const set of SETS) {
      const names = new Set(migrations[set].map(({ name }) => `${name}.sql`));
      const files = (await readdir(join(MIGRATIONS, set))).filter((file) => names.has(file));
      if (files.length < names.size) {
        throw new BackupError("the backup is of a later release than this one");
      }
      for (const file of files) await cp(join(MIGRATIONS, set, file), join(folder, set, file));
      await migrate(database, set, { folder });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseMerchants(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    "select exists (select from merchant) as found",
  );
  if (rows[0]?.found !== true) return;
  throw new BackupError("the database is not empty: it has merchants. Restore into a new one");
}

async function fill(
  client: Client,
  folder: string,
  { manifest, clock, onTable, placeAfterRestore }: RestoreOptions & { readonly manifest: Manifest },
): Promise<void> {
  await refuseDistributed(client);
  await refuseMerchants(client);
  const tables = await readTables(client);
  // Migrations insert rows into some tables, which are deleted here. They insert none into tables
  // that forbid deletion.
  for (const { schema, table } of tables.toReversed()) {
    const name = `${quoted(schema)}.${quoted(table)}`;
    const { rows: some } = await client.query(`select from ${name} limit 1`);
    if (some.length > 0) await client.query(`delete from ${name}`);
  }
  // Restored events get transaction number 3, which is older than any transaction here.
  await client.query("alter table event alter column written_by set default '3'");
  for (const table of tables) {
    const entry = manifest.tables.find((one) => nameOf(one) === nameOf(table));
    if (entry === undefined) throw new BackupError(`the backup lacks ${nameOf(table)}`);
    const rowsOf = createGunzip();
    await Promise.all([
      pipeline(createReadStream(join(folder, entry.file)), rowsOf),
      copyIn(client, `copy ${copySource(entry)} from stdin`, rowsOf),
    ]);
    onTable(entry, tables.length);
  }
  await client.query("alter table event alter column written_by set default pg_current_xact_id()");
  for (const { schema, sequence, last_value } of manifest.sequences) {
    if (last_value === null) continue;
    await client.query("select setval(format('%I.%I', $1::text, $2::text)::regclass, $3::bigint)", [
      schema,
      sequence,
      last_value,
    ]);
  }
  const dataUntil = instant(Date.parse(manifest.created_at));
  await markRestored(client, { restoredAt: clock.now(), dataUntil });
  await placeAfterRestore(client, { now: clock.now(), order: manifest.unplaced_events });
  compareFigures(manifest, await readFigures(client));
}

function compareFigures(manifest: Manifest, figures: Manifest["figures"]): void {
  const names = new Set([...Object.keys(manifest.figures), ...Object.keys(figures)]);
  const wrong = [...names].filter((name) => manifest.figures[name] !== figures[name]);
  if (wrong.length === 0) return;
  throw new BackupError(`after the restore these figures differ: ${wrong.join(", ")}`);
}
