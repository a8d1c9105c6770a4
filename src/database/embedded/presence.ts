import { Client } from "pg";
import type { Login } from "./credentials.ts";
import { tryAdvisoryLock } from "../connection/advisory-lock.ts";
import { poll } from "./poll.ts";
import type { Endpoint } from "./postmaster-file.ts";
import { EmbeddedPostgresError, errorCode } from "./refusal.ts";

/**
 * One process's dedicated connection to the embedded server. Its session holds advisory locks by
 * which processes see each other. All processes that use the server share the lock `USERS`; the
 * running service holds `SERVICE` alone. PostgreSQL releases the locks when the connection ends, so
 * a killed process leaves nothing to clean up.
 * The reasons are in docs/decisions/embedded-postgresql.md.
 */
export type Presence = {
  readonly client: Client;
  /** Makes this process the running service; resolves to false if another process is. */
  tryClaim(): Promise<boolean>;
  /** Returns the process number of the running service, or undefined. */
  claimant(): Promise<number | undefined>;
  /**
   * Takes the lock of the users exclusively. This succeeds only if no other process uses the
   * server, and then keeps any other process from joining while this one stops it.
   */
  tryToBeLast(): Promise<boolean>;
  /**
   * True if the connection works. It sends a query, because a connection may break without an
   * event.
   */
  isOpen(): Promise<boolean>;
  close(): Promise<void>;
};

/** The first of the two integers of the advisory locks; an arbitrary number. */
const LOCK_SPACE = 1_986_361_966;
const USERS = 1;
const SERVICE = 2;

const NAME_PREFIX = "vezne presence ";
/**
 * Codes of a server that is starting, stopping, gone or full. 55P03 is the lock timeout: the last
 * process that used the server holds the lock `USERS` exclusively while it stops the server.
 */
const NOT_ACCEPTING =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|57P01|57P02|57P03|53300|55P03)$/;

/**
 * Joins a server; returns undefined if it accepts no connection now (starting, stopping, gone).
 *
 * @param onLost called once when the connection ends without `close`.
 * @throws EmbeddedPostgresError if the server refuses our password.
 */
export async function openPresence(
  endpoint: Endpoint,
  owner: Login,
  onLost: () => void,
): Promise<Presence | undefined> {
  const client = new Client({
    ...endpoint,
    ...owner,
    database: "postgres",
    ssl: false,
    application_name: `${NAME_PREFIX}${process.pid}`,
    options: "-c lock_timeout=5s -c idle_session_timeout=0 -c statement_timeout=60s",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const state = { joined: false, ended: false };
  client.on("error", () => {});
  client.once("end", () => {
    if (state.joined && !state.ended) onLost();
    state.ended = true;
  });
  try {
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1, $2)", [LOCK_SPACE, USERS]);
  } catch (error) {
    state.ended = true;
    await client.end().catch(() => {});
    if (meansNotAccepting(error)) return undefined;
    throw explained(error);
  }
  state.joined = true;
  return {
    client,
    tryClaim: async () => tryAdvisoryLock(client, [LOCK_SPACE, SERVICE]),
    claimant: async () => holderOf(client, SERVICE),
    tryToBeLast: async () => tryAdvisoryLock(client, [LOCK_SPACE, USERS]),
    isOpen: () => answers(client),
    close: async () => {
      state.ended = true;
      await client.end().catch(() => {});
    },
  };
}

function meansNotAccepting(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== undefined) return NOT_ACCEPTING.test(code);
  return error instanceof Error && /terminated|timeout|ended|closed/i.test(error.message);
}

function explained(error: unknown): unknown {
  if (errorCode(error) !== "28P01") return error;
  return new EmbeddedPostgresError(
    "The embedded PostgreSQL refuses the password in postgres-credentials.json. The file and the " +
      "database files belong together: restore both from the same backup.",
    { cause: error },
  );
}

async function answers(client: Client): Promise<boolean> {
  try {
    await client.query("select 1");
    return true;
  } catch {
    return false;
  }
}

async function holderOf(client: Client, lock: number): Promise<number | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted
        and l.classid = $1 and l.objid = $2 and l.objsubid = 2`,
    [LOCK_SPACE, lock],
  );
  const pid = Number.parseInt(rows[0]?.application_name.slice(NAME_PREFIX.length) ?? "", 10);
  return Number.isInteger(pid) ? pid : undefined;
}

/** Tries for 2 s, because PostgreSQL may notice the end of a killed service a moment later. */
export async function claimWithRetries(presence: Presence): Promise<boolean> {
  const claimed = await poll(async () => ((await presence.tryClaim()) ? true : undefined), {
    everyMs: 50,
    forMs: 2_000,
  });
  return claimed ?? false;
}
