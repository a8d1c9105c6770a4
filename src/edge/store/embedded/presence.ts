import { Client } from "pg";
import type { Login } from "./credentials.ts";
import { poll } from "./poll.ts";
import type { Endpoint } from "./postmaster-file.ts";
import { EmbeddedPostgresError, errorCode } from "./refusal.ts";

/**
 * One process's dedicated connection to the embedded server. Its session holds the locks by which
 * processes see each other: one shared by all who use the server, and one of the running service.
 * PostgreSQL drops them with the connection, so a killed process leaves nothing to clean up.
 */
export type Presence = {
  readonly client: Client;
  /** Becomes the one running service, unless another process is that. */
  tryClaim(): Promise<boolean>;
  /** The process number of the running service. */
  claimant(): Promise<number | undefined>;
  /** Whether no other process uses the server; if so, none can join any more. */
  tryToBeLast(): Promise<boolean>;
  /** Asks the server, since a connection may be broken without anybody having noticed. */
  isOpen(): Promise<boolean>;
  close(): Promise<void>;
};

/** Advisory locks are told apart by two integers; these spell nothing and collide with nothing. */
const LOCK_SPACE = 1_986_361_966;
const USERS = 1;
const SERVICE = 2;

const NAME_PREFIX = "vezne presence ";
/** Starting, stopping, gone or full; 55P03 means that the last user is stopping the server. */
const NOT_ACCEPTING =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|57P01|57P02|57P03|53300|55P03)$/;

/**
 * Joins the users of a server; undefined if it takes no connections now (starting, stopping, gone).
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
    tryClaim: async () => tryLock(client, SERVICE),
    claimant: async () => holderOf(client, SERVICE),
    tryToBeLast: async () => tryLock(client, USERS),
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

async function tryLock(client: Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    "select pg_try_advisory_lock($1, $2) as locked",
    [LOCK_SPACE, lock],
  );
  return rows[0]?.locked === true;
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

/** A killed service's session may live for a moment longer than the service, so it is given 2 s. */
export async function claimPatiently(presence: Presence): Promise<boolean> {
  const claimed = await poll(async () => ((await presence.tryClaim()) ? true : undefined), {
    everyMs: 50,
    forMs: 2_000,
  });
  return claimed ?? false;
}
