import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const MANIFEST_FILE = "manifest.json";
/** What this release writes and reads. */
export const FORMAT = 1;

export type TableEntry = {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the rows as PostgreSQL's text copy, before compression. */
  readonly bytes: number;
  readonly sha256: string;
  /** Below the backup's folder. */
  readonly file: string;
};

export type SequenceEntry = {
  readonly schema: string;
  readonly sequence: string;
  /** Null where it has not been used. */
  readonly last_value: string | null;
};

export type MigrationEntry = { readonly name: string; readonly digest: string };

/** What a backup is of, and how to tell that it is whole. */
export type Manifest = {
  readonly format: typeof FORMAT;
  readonly created_at: string;
  readonly vezne_version: string;
  readonly postgresql_version: string;
  /** Of each schema, in their order. */
  readonly migrations: {
    readonly vezne: readonly MigrationEntry[];
    readonly bank: readonly MigrationEntry[];
  };
  readonly tables: readonly TableEntry[];
  readonly sequences: readonly SequenceEntry[];
  /** Events that had no place in the feed yet, in the order that they would have got. */
  readonly unplaced_events: readonly string[];
  /** Sums of money and counts, from the same snapshot; as text, for they may be large. */
  readonly figures: Readonly<Record<string, string>>;
};

/** The backup can't be used, or the database can't take it; the message says why. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** @throws BackupError for a folder that is no backup, or one of another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch(() => undefined);
  if (text === undefined) throw new BackupError(`${folder} is not a backup: it has no manifest`);
  const manifest = parsed(text);
  if (manifest === undefined) {
    throw new BackupError(`${MANIFEST_FILE} is not JSON; the backup is damaged`);
  }
  if (isManifest(manifest)) return manifest;
  throw new BackupError(`${folder} was written in another format than ${FORMAT}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === "object" && value !== null && Reflect.get(value, "format") === FORMAT;
}
