import type { Pool } from "pg";
import { errorMessage } from "../../kernel/thrown.ts";
import type { Config } from "../../config/config.ts";
import { isRemoteDatabase } from "../../config/values.ts";
import {
  connectionRoom,
  droppedSettings,
  refuseSharedConnections,
  UnsuitableDatabase,
} from "../../database/installation/database-fitness.ts";
import { openDatabase } from "../../database/connection/database.ts";
import {
  connectionsOf,
  DROPPED,
  roomProblem,
  slotProblem,
} from "../../service/start/connection-count.ts";
import { failed, ok, warning, type Check } from "./check.ts";

/** Checks what lies between the service and its database: poolers, limits, encryption, replica. */
export async function checkConnections(pool: Pool, config: Config): Promise<readonly Check[]> {
  const { databaseUrl, databaseReplicaUrl } = config;
  return [
    ...(databaseUrl === undefined ? [] : [await checkSettings(pool)]),
    await checkRoom(pool, config),
    ...(databaseUrl === undefined ? [] : [await checkEncryption(pool, databaseUrl)]),
    ...(databaseReplicaUrl === undefined ? [] : [await checkReplica(pool, config)]),
  ];
}

/** Returns a failed check if a pooler keeps the service from starting; the other checks need it. */
export async function checkPooling({ databaseUrl }: Config): Promise<readonly Check[]> {
  if (databaseUrl === undefined) return [];
  try {
    await refuseSharedConnections(databaseUrl);
    return [];
  } catch (error) {
    if (!(error instanceof UnsuitableDatabase)) throw error;
    return [failed("pooling", error.message, "The service does not start with this address.")];
  }
}

async function checkSettings(pool: Pool): Promise<Check> {
  const name = "pooling";
  const dropped = await droppedSettings(pool);
  if (dropped.length === 0)
    return ok(name, "each connection has a session and settings of its own");
  return warning(name, `a connection begins without its ${dropped.join(", ")}`, DROPPED);
}

async function checkRoom(pool: Pool, config: Config): Promise<Check> {
  const name = "connections";
  const room = await connectionRoom(pool);
  const problem = roomProblem(config, room) ?? (await slotProblem(config, room));
  if (problem !== undefined) return warning(name, problem, "See docs/operations/database.md.");
  const detail = `up to ${connectionsOf(config)} of this machine, of ${room.most - room.others}`;
  return ok(name, `${detail} that other programs leave`);
}

async function checkEncryption(pool: Pool, databaseUrl: string): Promise<Check> {
  const name = "encryption";
  if (!isRemoteDatabase(databaseUrl)) return ok(name, "the database is on this machine");
  const { rows } = await pool.query<{ ssl: boolean; version: string | null }>(
    "select ssl, version from pg_stat_ssl where pid = pg_backend_pid()",
  );
  const [row] = rows;
  if (row?.ssl === true) return ok(name, row.version ?? "TLS");
  const advice = "Use sslmode=verify-full with sslrootcert; see docs/operations/database.md.";
  return warning(name, "the connection to another machine has no TLS", advice);
}

const REPLAYED = `
  select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
    - $1::pg_lsn)::float8 as ahead,
    extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age`;

async function checkReplica(pool: Pool, config: Config): Promise<Check> {
  const name = "replica";
  const { databaseReplicaUrl: address = "", replicaLagMaxS } = config;
  const replica = openDatabase({ address, applicationName: "vezne doctor", max: 1 });
  try {
    const { rows } = await pool.query<{ at: string }>("select pg_current_wal_lsn()::text as at");
    const { rows: seen } = await replica.query<{ ahead: number; age: number | null }>(REPLAYED, [
      rows[0]?.at,
    ]);
    const { ahead = 0, age } = seen[0] ?? {};
    if (ahead >= 0) return ok(name, "has everything that the primary has");
    const seconds = Math.round(age ?? 0);
    const detail = `${-ahead} bytes behind; its newest transaction is ${seconds} s old`;
    if (seconds <= replicaLagMaxS) return ok(name, detail);
    return warning(name, detail, "Reports read the primary until it has caught up.");
  } catch (error) {
    const advice = "Reports read the primary meanwhile. Start it, or correct DATABASE_REPLICA_URL.";
    return warning(name, errorMessage(error), advice);
  } finally {
    await replica.end();
  }
}
