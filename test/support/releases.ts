import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { OwnedDatabase } from "./database.ts";

const ROOT = join(import.meta.dirname, "../..");
const programOf = (folder: string): string => join(folder, "dist/program/main.js");

/** A release that a test runs: its program, with the migrations in its folder. */
export type Release = { readonly entry: string };

export const THIS_RELEASE: Release = { entry: programOf(ROOT) };

/** A release that is built in another folder, such as a worktree of an older tag. */
export function releaseIn(folder: string): Release {
  // Every release has this program; where its build puts the rest has changed.
  return { entry: join(folder, "bin/vezne.mjs") };
}

/** The program of this release with more migrations, as the next release may have them. */
export function nextRelease(migrations: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "vezne-next-"));
  mkdirSync(join(folder, "dist"));
  // Modules find the migrations above their own folder, so that a link would lead back.
  for (const copied of ["package.json", "migrations", "dist/program", "dist/web"]) {
    cpSync(join(ROOT, copied), join(folder, copied), { recursive: true });
  }
  for (const linked of ["node_modules", "data", "docs"]) {
    symlinkSync(join(ROOT, linked), join(folder, linked), "junction");
  }
  for (const [name, sql] of Object.entries(migrations)) {
    writeFileSync(join(folder, "migrations/vezne", `${name}.sql`), sql);
  }
  return {
    release: { entry: programOf(folder) },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs a command of a release on a database; returns its output, and throws if it fails. */
export async function runRelease(
  { entry }: Release,
  database: Pick<OwnedDatabase, "url">,
  args: readonly string[],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "vezne-command-"));
  const env = { PATH: process.env["PATH"], DATABASE_URL: database.url, VEZNE_DATA_DIR: folder };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [entry, ...args], { env });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
