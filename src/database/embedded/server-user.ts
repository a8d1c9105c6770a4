import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { EmbeddedPostgresError, OWN_DATABASE_HINT, errorCode } from "./refusal.ts";

/** The user id of `nobody`, an unprivileged account that nearly every system has. */
const NOBODY = 65_534;

/**
 * The user that PostgreSQL runs as. PostgreSQL refuses to run as root, so a service that runs as
 * root starts it as an unprivileged `other` user; any other service starts it as the `same` user.
 */
export type ServerUser =
  | { readonly kind: "same" }
  | { readonly kind: "other"; readonly uid: number; readonly gid: number };

/**
 * Chooses the owner of the cluster's directory if it exists, otherwise `nobody`.
 *
 * @throws EmbeddedPostgresError if no allowed user can run PostgreSQL
 */
export async function chooseServerUser(directory: string): Promise<ServerUser> {
  const self = process.getuid?.();
  if (self === undefined) return { kind: "same" };
  const owner = await ownerOf(directory);
  if (self !== 0) {
    if (owner !== undefined && owner.uid !== self) throw foreignDirectory(directory, owner.uid);
    return { kind: "same" };
  }
  if (process.platform !== "linux" || !existsSync("/proc/self/cwd")) throw rootUnsupported();
  const existing = owner !== undefined && owner.uid !== 0 ? owner : undefined;
  return existing ? { kind: "other", ...existing } : { kind: "other", uid: NOBODY, gid: NOBODY };
}

async function ownerOf(directory: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const { uid, gid } = await stat(directory);
    return { uid, gid };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function foreignDirectory(directory: string, uid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database files in ${directory} belong to the user with id ${uid}. Start Vezne as that ` +
      `user or as root, or give the files to this user (chown -R). ${OWN_DATABASE_HINT}`,
  );
}

function rootUnsupported(): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "PostgreSQL refuses to run as root, and handing it to an unprivileged user needs Linux with " +
      `/proc mounted. Start Vezne as an ordinary user. ${OWN_DATABASE_HINT}`,
  );
}
