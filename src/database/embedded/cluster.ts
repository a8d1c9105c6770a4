import { spawn } from "node:child_process";
import { chown, lchown, open, readFile, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorMessage } from "../../kernel/thrown.ts";
import type { Binaries } from "./binaries.ts";
import type { Credentials } from "./credentials.ts";
import { makeDraft } from "./draft.ts";
import { flushFolder } from "../../system/flush.ts";
import { EmbeddedPostgresError, OWN_DATABASE_HINT, errorCode } from "./refusal.ts";
import { INITIAL_SETTINGS, settingArguments } from "./server-settings.ts";
import type { ServerUser } from "./server-user.ts";

/** The folders, user, binaries and settings of one embedded PostgreSQL. */
export type Cluster = {
  /** Vezne's data directory, absolute, without symbolic links. */
  readonly home: string;
  /** PostgreSQL's data directory, inside `home`. */
  readonly directory: string;
  readonly user: ServerUser;
  readonly binaries: Binaries;
  readonly credentials: Credentials;
  /** Additional settings for this start. */
  readonly settings: Readonly<Record<string, string>>;
};

export async function clusterExists(directory: string): Promise<boolean> {
  try {
    await stat(join(directory, "PG_VERSION"));
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/**
 * The argument and spawn options that give a program of PostgreSQL its data directory. A program
 * that runs as another user may not be able to enter the folders above. It is then started with the
 * directory as its working directory, which is set before the user changes, and opens it as
 * `/proc/self/cwd`. That name needs no access to the folders above.
 */
export function directoryAccess(user: ServerUser, directory: string) {
  // The service's own environment holds keys, which PostgreSQL must not get.
  const env = { LC_ALL: "C", PATH: "/usr/bin:/bin", TZ: "UTC" };
  const own = process.platform === "win32" ? { cwd: directory } : { cwd: directory, env };
  if (user.kind === "same") return { argument: directory, spawn: own };
  return { argument: "/proc/self/cwd", spawn: { ...own, uid: user.uid, gid: user.gid } };
}

/** Creates the cluster under a temporary name; a rename makes it appear complete in one step. */
export async function createCluster(cluster: Cluster): Promise<void> {
  const draft = await makeDraft(cluster.home);
  try {
    if (cluster.user.kind === "other") await chown(draft, cluster.user.uid, cluster.user.gid);
    await runInitdb(cluster, draft);
    await rename(draft, cluster.directory);
    await flushFolder(cluster.home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process may have created the cluster at the same time; its cluster is then used.
    if (!(await clusterExists(cluster.directory))) throw creationFailed(cluster, error);
  }
}

async function runInitdb(cluster: Cluster, draft: string): Promise<void> {
  const access = directoryAccess(cluster.user, draft);
  const secret = await passwordFile(cluster, draft);
  const child = spawn(
    cluster.binaries.initdb,
    [
      "-D",
      access.argument,
      `--username=${cluster.credentials.owner.user}`,
      "--auth=scram-sha-256",
      `--pwfile=${secret.argument}`,
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--data-checksums",
      "--no-instructions",
      ...settingArguments(INITIAL_SETTINGS),
    ],
    { ...access.spawn, stdio: ["ignore", "pipe", "pipe", secret.descriptor] },
  );
  let output = "";
  child.stdout?.on("data", (chunk) => (output += String(chunk)));
  child.stderr?.on("data", (chunk) => (output += String(chunk)));
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (status !== 0) throw new Error(output.trim());
  } finally {
    await secret.close();
  }
}

/**
 * Passes the password to initdb in a file, because every user can read command lines. If initdb
 * runs as another user, it gets the open descriptor of a file that is already deleted.
 */
async function passwordFile(cluster: Cluster, draft: string) {
  const path = `${draft}.password`;
  await rm(path, { force: true });
  const file = await open(path, "wx", 0o600);
  await file.writeFile(`${cluster.credentials.owner.password}\n`);
  if (cluster.user.kind === "same") {
    const close = async () => {
      await file.close();
      await rm(path, { force: true });
    };
    return { argument: path, descriptor: "ignore" as const, close };
  }
  await file.chown(cluster.user.uid, cluster.user.gid);
  await rm(path);
  const close = async () => file.close();
  return { argument: "/proc/self/fd/3", descriptor: file.fd, close };
}

function creationFailed(cluster: Cluster, cause: unknown): EmbeddedPostgresError {
  const reason = errorMessage(cause);
  const message = reason.includes("could not look up effective user ID")
    ? "PostgreSQL can't create a database as a user that /etc/passwd doesn't list. Start Vezne " +
      `as a listed user, or as root, which needs one with the id 65534. ${OWN_DATABASE_HINT}`
    : `PostgreSQL could not create its database in ${cluster.directory}:\n${reason}`;
  return new EmbeddedPostgresError(message, { cause });
}

/** @throws EmbeddedPostgresError if the files were written by another major version. */
export async function checkVersion(cluster: Cluster): Promise<void> {
  const version = (await readFile(join(cluster.directory, "PG_VERSION"), "utf8")).trim();
  if (version === cluster.binaries.majorVersion) return;
  throw new EmbeddedPostgresError(
    `The database in ${cluster.directory} was written by PostgreSQL ${version}, and this release ` +
      `of Vezne brings PostgreSQL ${cluster.binaries.majorVersion}. Start the release that wrote ` +
      "it, dump the database with pg_dump, and restore the dump into a new data directory.",
  );
}

/** Gives a copy or restored backup that belongs to root to the user that PostgreSQL runs as. */
export async function takeOwnership(cluster: Cluster): Promise<void> {
  if (cluster.user.kind === "same") return;
  const { uid, gid } = cluster.user;
  if ((await stat(cluster.directory)).uid !== 0) return;
  const entries = await readdir(cluster.directory, { recursive: true });
  for (const entry of entries) await lchown(join(cluster.directory, entry), uid, gid);
  await chown(cluster.directory, uid, gid);
}
