import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder with migrations that a test writes; the sets are folders in it. */
export type MigrationFiles = {
  readonly folder: string;
  /** Writes a file, such as `vezne/0001-make.sql`. */
  write(name: string, sql: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes the folder. */
  close(): Promise<void>;
};

export async function makeMigrationFiles(): Promise<MigrationFiles> {
  const folder = await mkdtemp(join(tmpdir(), "vezne-migrations-"));
  for (const set of ["vezne", "bank"]) await mkdir(join(folder, set));
  return {
    folder,
    write: (name, sql) => writeFile(join(folder, name), sql),
    remove: (name) => rm(join(folder, name)),
    close: () => rm(folder, { recursive: true }),
  };
}
