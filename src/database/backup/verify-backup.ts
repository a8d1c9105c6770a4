import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { randomText } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import { openConnection, type DatabaseAddress } from "../connection/database.ts";
import { quoted, selectAll } from "./catalog.ts";
import { copyOutStream } from "./copy-stream.ts";
import { BackupError, type Manifest } from "./manifest.ts";
import { restoreBackup, type RestoreOptions } from "./restore-backup.ts";
import { RowSum } from "./row-sum.ts";

export type VerifyOptions = Omit<RestoreOptions, "database"> & {
  /** A login that may create databases, on a server with enough disk space. */
  readonly server: DatabaseAddress;
  readonly random: Random;
};

/**
 * Restores a backup into a temporary database, reads each table back and compares its rows with the
 * backup. The database is dropped afterwards.
 * @throws BackupError with the first difference
 */
export async function verifyBackup(folder: string, options: VerifyOptions): Promise<Manifest> {
  const name = `vezne_verify_${randomText(options.random, 10)}`;
  const admin = openConnection({
    address: options.server,
    applicationName: "vezne verify",
    statementTimeoutMs: 0,
  });
  await admin.connect();
  try {
    await admin.query(`create database ${quoted(name)}`).catch((error: unknown) => {
      const why = errorMessage(error);
      throw new BackupError(`a database to verify in can't be created: ${why}`);
    });
    try {
      const database = withDatabase(options.server, name);
      const manifest = await restoreBackup(folder, { ...options, database });
      await compareTables(folder, database, manifest);
      return manifest;
    } finally {
      await admin.query(`drop database if exists ${quoted(name)} with (force)`);
    }
  } finally {
    await admin.end();
  }
}

/**
 * Tables that a restore changes beyond the backup: it places the events that had no position in the
 * feed, creates their deliveries, and marks the data as restored.
 */
const COMPLETED = new Set([
  "event_feed",
  "event_feed_head",
  "webhook_delivery",
  "restoration",
  "movement_check",
]);

/** @throws BackupError with the first table whose rows differ from those of its file */
export async function compareTables(
  folder: string,
  database: DatabaseAddress,
  { tables }: Manifest,
): Promise<void> {
  const client = openConnection({
    address: database,
    applicationName: "vezne verify",
    statementTimeoutMs: 0,
  });
  await client.connect();
  try {
    for (const table of tables) {
      if (COMPLETED.has(table.table)) continue;
      const backedUp = new RowSum();
      await pipeline(createReadStream(join(folder, table.file)), createGunzip(), backedUp);
      const restored = new RowSum();
      await pipeline(copyOutStream(client, `copy (${selectAll(table)}) to stdout`), restored);
      if (restored.value !== backedUp.value) {
        throw new BackupError(`${table.schema}.${table.table} came back changed`);
      }
    }
  } finally {
    await client.end();
  }
}

function withDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (typeof address !== "string") return { ...address, database };
  // The URL parser refuses the address of a Unix socket, which has no host.
  return address.replace(/^([a-z]+:\/\/[^/?#]*)(\/[^?#]*)?/i, `$1/${database}`);
}
