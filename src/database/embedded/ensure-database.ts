import type { Client } from "pg";
import type { Login } from "./credentials.ts";
import { errorCode } from "./refusal.ts";

/**
 * The codes of "already exists": another process may start at the same time and create it first.
 */
const ALREADY_EXISTS = new Set(["42710", "42P04", "23505"]);

/** Creates the service's role and database if they are missing; `owner` is the superuser. */
export async function ensureDatabase(
  owner: Client,
  wanted: { database: string; service: Login },
): Promise<void> {
  const { database, service } = wanted;
  const { rows } = await owner.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $2) as database`,
    [service.user, database],
  );
  const role = owner.escapeIdentifier(service.user);
  if (rows[0]?.role !== true) {
    const password = owner.escapeLiteral(service.password);
    await unlessExists(owner.query(`create role ${role} login password ${password}`));
    await owner.query(`grant pg_monitor to ${role}`);
  }
  if (rows[0]?.database !== true) {
    const name = owner.escapeIdentifier(database);
    await unlessExists(owner.query(`create database ${name} owner ${role}`));
  }
}

async function unlessExists(creation: Promise<unknown>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined || !ALREADY_EXISTS.has(code)) throw error;
  }
}
