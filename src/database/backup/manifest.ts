import { isRecord, parseJson } from "../../kernel/json.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const MANIFEST_FILE = "manifest.json";
/** The version of the backup format. */
export const FORMAT = 1;

export type TableEntry = {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** The size of the rows in PostgreSQL's text format of `copy`, before compression. */
  readonly bytes: number;
  readonly sha256: string;
  /** The path within the backup's folder. */
  readonly file: string;
};

export type SequenceEntry = {
  readonly schema: string;
  readonly sequence: string;
  /** Null if the sequence has not been used. */
  readonly last_value: string | null;
};

export type MigrationEntry = { readonly name: string; readonly digest: string };

/** The content of a backup, and the values by which a restore checks that it is complete. */
export type Manifest = {
  readonly format: typeof FORMAT;
  readonly created_at: string;
  readonly vezne_version: string;
  readonly postgresql_version: string;
  /** The migrations of each schema, in their order. */
  readonly migrations: {
    readonly vezne: readonly MigrationEntry[];
    readonly bank: readonly MigrationEntry[];
  };
  readonly tables: readonly TableEntry[];
  readonly sequences: readonly SequenceEntry[];
  /** The events without a position in the feed, in the order of their transactions. */
  readonly unplaced_events: readonly string[];
  /** Sums of money and counts from the same snapshot, as text because they may be large. */
  readonly figures: Readonly<Record<string, string>>;
};

/** The backup can't be used, or the database can't receive it; the message gives the reason. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** @throws BackupError for a folder that is no backup, or a backup of another format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch(() => undefined);
  if (text === undefined) throw new BackupError(`${folder} is not a backup: it has no manifest`);
  const manifest = parseJson(text);
  if (manifest === undefined) {
    throw new BackupError(`${MANIFEST_FILE} is not JSON; the backup is damaged`);
  }
  if (isManifest(manifest)) return manifest;
  throw new BackupError(`${folder} was written in another format than ${FORMAT}`);
}

function isManifest(value: unknown): value is Manifest {
  return isRecord(value) && value["format"] === FORMAT;
}
