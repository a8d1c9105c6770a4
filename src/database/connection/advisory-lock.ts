import { setTimeout as wait } from "node:timers/promises";
import type { SqlClient } from "./database.ts";

/** The name of a lock. A single number never means the same lock as two. */
type LockKey = readonly [number] | readonly [number, number];

type LockOptions = { readonly isShared?: boolean };

const ASKED_EVERY_MS = 100;

/**
 * Takes an advisory lock for the session of the connection, and releases it with the connection at
 * the latest.
 *
 * @returns false if another session holds the lock.
 */
export async function tryAdvisoryLock(
  sql: SqlClient,
  key: LockKey,
  { isShared = false }: LockOptions = {},
): Promise<boolean> {
  const take = isShared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
  const places = key.length === 1 ? "$1" : "$1, $2";
  const { rows } = await sql.query<{ taken: boolean }>(`select ${take}(${places}) as taken`, [
    ...key,
  ]);
  return rows[0]?.taken === true;
}

/**
 * Takes a lock as soon as it is free. It waits between statements: a process that waited inside one
 * would hold a snapshot, for which a concurrent index waits, so both would wait for each other.
 */
export async function takeAdvisoryLock(
  sql: SqlClient,
  key: LockKey,
  sharing?: LockOptions,
): Promise<void> {
  while (!(await tryAdvisoryLock(sql, key, sharing))) await wait(ASKED_EVERY_MS);
}
