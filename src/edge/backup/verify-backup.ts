import { pipeline } from "node:stream/promises";
import { Writable } from "node:stream";
import { randomText } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { openConnection, type DatabaseAddress } from "../store/database.ts";
import { quoted, selectAll } from "./catalog.ts";
import { copyOutStream, Seal } from "./copy-stream.ts";
import { BackupError, type Manifest } from "./manifest.ts";
import { restoreBackup, type RestoreOptions } from "./restore-backup.ts";

export type VerifyOptions = Omit<RestoreOptions, "database"> & {
  /** A login that may create databases, and whose server has room. */
  readonly server: DatabaseAddress;
  readonly random: Random;
};

/**
 * Restores a backup into a database of its own, reads every table back and compares it byte by byte
 * with what was backed up; the database is gone afterwards.
 * @throws BackupError with the first thing that is not as it was
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
      const why = error instanceof Error ? error.message : String(error);
      throw new BackupError(`a database to verify in can't be created: ${why}`);
    });
    try {
      const database = withDatabase(options.server, name);
      const manifest = await restoreBackup(folder, { ...options, database });
      await compareTables(database, manifest);
      return manifest;
    } finally {
      await admin.query(`drop database if exists ${quoted(name)} with (force)`);
    }
  } finally {
    await admin.end();
  }
}

/** Restoring gives places, and deliveries, to events that had none at the moment of the backup. */
const COMPLETED = new Set(["event_feed", "event_feed_head", "webhook_delivery"]);

async function compareTables(database: DatabaseAddress, { tables }: Manifest): Promise<void> {
  const client = openConnection({
    address: database,
    applicationName: "vezne verify",
    statementTimeoutMs: 0,
  });
  await client.connect();
  try {
    for (const table of tables) {
      if (COMPLETED.has(table.table)) continue;
      const seal = new Seal();
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      await pipeline(copyOutStream(client, `copy (${selectAll(table)}) to stdout`), seal, nowhere);
      if (seal.digest() !== table.sha256) {
        throw new BackupError(`${table.schema}.${table.table} came back changed`);
      }
    }
  } finally {
    await client.end();
  }
}

function withDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (typeof address !== "string") return { ...address, database };
  // Not by the URL parser: a socket's address has no host.
  return address.replace(/^([a-z]+:\/\/[^/?#]*)(\/[^?#]*)?/i, `$1/${database}`);
}
