import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../../system/package-root.ts";

/**
 * A set of migrations: a folder in `migrations/`. `SCHEMAS` gives the PostgreSQL schema of its
 * tables and of its record.
 */
export type MigrationSet = "vezne" | "bank";

/** The path is the same for src/ and for dist/. */
export const MIGRATIONS = join(packageRoot, "migrations");

/**
 * How the file runs:
 *
 * - `transaction`: in one transaction with its record;
 * - `concurrently`: one statement that PostgreSQL refuses in a transaction;
 * - `in batches`: one `update` or `delete` of rows with `ctid >= $1 and ctid < $2`, which is run
 *   for a few pages of the table at a time.
 */
export type MigrationWay = "transaction" | "concurrently" | "in batches";

/** The instructions to the runner at the top of a file: docs/operations/upgrade.md lists them. */
export type MigrationNotes = {
  readonly way: MigrationWay;
  /** Existing tables that the file alters, so that the runner can lock them in short tries. */
  readonly locks: readonly string[];
  /** The first release whose processes can use the schema that the file leaves behind. */
  readonly needsRelease: string | undefined;
};

export type Migration = MigrationNotes & {
  readonly name: string;
  readonly sql: string;
  readonly digest: string;
};

/** Reads the files of a set in the order of their names. */
export async function readMigrations(set: MigrationSet, folder = MIGRATIONS): Promise<Migration[]> {
  const files = (await readdir(join(folder, set))).filter((name) => NAME.test(name));
  return Promise.all(
    files.toSorted().map(async (file) => {
      const text = await readFile(join(folder, set, file), "utf8");
      return readMigration(file.slice(0, -".sql".length), text);
    }),
  );
}

const NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

export function readMigration(name: string, text: string): Migration {
  const sql = text.replaceAll("\r\n", "\n");
  // Of two files that differ in this note only, installations may have run either.
  const digest = createHash("sha256").update(sql.replaceAll(RELEASE_NOTE, "")).digest("hex");
  return { name, sql, digest, ...notesOf(name, sql) };
}

/** @throws Error if the file has a note that is not known. */
function notesOf(name: string, sql: string): MigrationNotes {
  let notes: MigrationNotes = { way: "transaction", locks: [], needsRelease: undefined };
  for (const [, text = ""] of sql.matchAll(NOTE)) {
    const note = readNote(text);
    if (note === undefined) throw new Error(`Migration ${name} has the unknown note "${text}".`);
    notes = { ...notes, ...note };
  }
  return notes;
}

const NOTE = /^-- migration: (.*)$/gm;
const RELEASE_NOTE = /^-- migration: needs release .*\n/gm;
const RELEASE = /^needs release (\d+\.\d+\.\d+)$/;
const LOCKS = /^locks ([a-z_]+(?:, [a-z_]+)*)$/;

function readNote(text: string): Partial<MigrationNotes> | undefined {
  if (text === "concurrently" || text === "in batches") return { way: text };
  const [, release] = RELEASE.exec(text) ?? [];
  if (release !== undefined) return { needsRelease: release };
  const [, tables] = LOCKS.exec(text) ?? [];
  return tables === undefined ? undefined : { locks: tables.split(", ") };
}

/** The table of a statement that runs in batches. */
export function batchedTable(sql: string): string {
  const [verb, ...words] = withoutComments(sql).split(/\s+/);
  return (verb === "delete" ? words[1] : words[0]) ?? "";
}

export function withoutComments(sql: string): string {
  const lines = sql.split("\n").filter((line) => !line.trimStart().startsWith("--"));
  return lines.join(" ").trim();
}

/** True if `release` is older than `other`. A pre-release counts as its release. */
export function isOlderRelease(release: string, other: string): boolean {
  const [one, two] = [numbersOf(release), numbersOf(other)];
  const index = one.findIndex((number, at) => number !== two[at]);
  return index >= 0 && (one[index] ?? 0) < (two[index] ?? 0);
}

function numbersOf(release: string): readonly number[] {
  const [numbers = ""] = release.split("-");
  return numbers.split(".").map(Number);
}
