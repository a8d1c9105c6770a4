import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Client } from "pg";
import { toIso, type Clock } from "../../kernel/clock.ts";
import { withoutEndSlashes } from "../../kernel/text.ts";
import { openConnection, type DatabaseAddress } from "../connection/database.ts";
import { flushFile, flushFolder } from "../../system/flush.ts";
import {
  nameOf,
  readMigrations,
  readSequences,
  readTables,
  readUnplacedEvents,
  selectAll,
  type Table,
} from "./catalog.ts";
import { copyOutStream, Seal } from "./copy-stream.ts";
import { readFigures } from "./figures.ts";
import { refuseDistributed } from "./refuse-distributed.ts";
import { BackupError, FORMAT, MANIFEST_FILE, type Manifest, type TableEntry } from "./manifest.ts";

export type BackupOptions = {
  readonly database: DatabaseAddress;
  readonly clock: Clock;
  readonly version: string;
  /** Called after each table; `of` is the number of tables. */
  readonly onTable: (entry: TableEntry, of: number) => void;
};

const COMPRESSION = 3;

/**
 * Writes all tables from one snapshot into a new folder, while the service runs. The folder gets
 * its name only when it is complete and on the disk, so that a loss of power leaves no folder with
 * that name and empty files.
 * @throws BackupError if the folder is not empty
 */
export async function writeBackup(folder: string, options: BackupOptions): Promise<Manifest> {
  const existing = await readdir(folder).catch(() => []);
  if (existing.length > 0) throw new BackupError(`${folder} is not empty; give a new folder`);
  const place = withoutEndSlashes(folder);
  const draft = `${place}.partial`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const client = openConnection({
    address: options.database,
    applicationName: "vezne backup",
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  });
  await client.connect();
  try {
    const manifest = await writeAll(client, draft, options);
    await writeFile(join(draft, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await flushFolder(draft);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    await flushFolder(dirname(place));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function writeAll(
  client: Client,
  folder: string,
  { clock, version, onTable }: BackupOptions,
): Promise<Manifest> {
  // The time before the snapshot: whatever the banks book while the tables are read is missing.
  const createdAt = toIso(clock.now());
  await client.query("begin isolation level repeatable read read only");
  await refuseDistributed(client);
  const server = await client.query<{ server_version: string }>("show server_version");
  const found = await readTables(client);
  const tables: TableEntry[] = [];
  for (const table of found) {
    const entry = await writeTable(client, folder, table);
    tables.push(entry);
    onTable(entry, found.length);
  }
  const manifest: Manifest = {
    format: FORMAT,
    created_at: createdAt,
    vezne_version: version,
    postgresql_version: server.rows[0]?.server_version ?? "",
    migrations: {
      vezne: await readMigrations(client, "public"),
      bank: await readMigrations(client, "bank"),
    },
    tables,
    sequences: await readSequences(client),
    unplaced_events: await readUnplacedEvents(client),
    figures: await readFigures(client),
  };
  await client.query("commit");
  return manifest;
}

async function writeTable(client: Client, folder: string, table: Table): Promise<TableEntry> {
  const file = `${nameOf(table)}.copy.gz`;
  const path = join(folder, file);
  const seal = new Seal();
  await pipeline(
    copyOutStream(client, `copy (${selectAll(table)}) to stdout`),
    seal,
    createGzip({ level: COMPRESSION }),
    createWriteStream(path, { mode: 0o600 }),
  );
  await flushFile(path);
  return { ...table, file, rows: seal.rows, bytes: seal.bytes, sha256: seal.digest() };
}
