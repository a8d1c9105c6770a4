import { Pool, type ClientBase, type PoolClient } from "pg";
import { SECOND } from "../../kernel/clock.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { columnTypes } from "./column-types.ts";
import { isUselessConnection } from "./database-error.ts";
import { KEPT_PLANS, keepPlans } from "./kept-plans.ts";
import {
  isOutdated,
  ServerConnection,
  type ConnectionConfig,
  type OpenConnections,
} from "./server-connection.ts";
import { within } from "./timed-query.ts";

/** An address (`postgres://…`) or the parts of one, as the embedded PostgreSQL gives them. */
export type DatabaseAddress =
  | string
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
      /** The certificate authority of the server; absent: no TLS, as with a socket. */
      readonly ssl?: { readonly ca: string };
    };

/** The same database on another server, such as a worker of a cluster. */
export function addressAt(
  address: DatabaseAddress,
  { host, port }: { readonly host: string; readonly port: number },
): DatabaseAddress {
  if (typeof address !== "string") return { ...address, host, port };
  const url = new URL(address);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}

/** Time limits in milliseconds; 0 means no limit. */
export type DatabaseLimits = {
  /** Maximum number of connections. */
  readonly max?: number;
  /** Limit for obtaining a connection, new or idle. */
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /**
   * Limit of the longest statement, if some statements raise `statementTimeoutMs` for themselves.
   */
  readonly longestStatementMs?: number;
  readonly lockTimeoutMs?: number;
  readonly idleInTransactionTimeoutMs?: number;
  /** Time until an idle connection is closed. */
  readonly idleTimeoutMs?: number;
};

export type DatabaseOptions = DatabaseLimits & {
  readonly address: DatabaseAddress;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** True if the pool repeats few statements, which its connections plan once (kept-plans.ts). */
  readonly keepsPlans?: boolean;
  /** True if no statement may use the server's parallel workers, which a slow reader would hold. */
  readonly isSerial?: boolean;
  /** Called when an idle connection breaks; a statement under way throws its own error. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Gets each connection, to end those that fall silent. */
  readonly openConnections?: OpenConnections | undefined;
};

/**
 * Opens a pool whose rows hold `bigint` for int8, milliseconds since the epoch for timestamptz,
 * strings for numeric and date, and parsed values for JSON. Nothing is connected until it is used.
 * The reasons are in docs/decisions/database.md.
 */
export function openDatabase(options: DatabaseOptions): Pool {
  const pool = new Pool({
    ...clientConfig(options),
    Client: ServerConnection,
    max: options.max ?? 10,
    idleTimeoutMillis: options.idleTimeoutMs ?? IDLE_MS,
    // After a failover, old connections must not stay with the former primary for ever.
    maxLifetimeSeconds: 30 * 60,
  });
  pool.on("error", (error) => options.onConnectionLost?.(error));
  // The pool does not listen to a client that is lent out, so its error would be uncaught.
  pool.on("connect", (client) => {
    options.openConnections?.add(client);
    if (options.keepsPlans === true) keepPlans(client);
    followWork(client).on("error", () => {});
  });
  pool.on("release", (_error, client) => {
    if (isOutdated(client)) client.end().catch(() => undefined);
  });
  return followWork(pool);
}

/**
 * Opens one connection outside a pool, with the types and limits of `openDatabase`, for a caller
 * that keeps it: batches, LISTEN.
 */
export function openConnection(options: DatabaseOptions): ServerConnection {
  const client = new ServerConnection(clientConfig(options));
  client.on("error", (error) => options.onConnectionLost?.(error));
  client.once("connect", () => options.openConnections?.add(client));
  return followWork(client);
}

/**
 * Wraps `query` and `connect`, so that the work after their result is measured under the name of
 * the work that called them (loop-watch).
 */
function followWork<Asked extends Pool | ClientBase>(asked: Asked): Asked {
  const { query, connect } = asked;
  return Object.assign(asked, { query: followed(query), connect: followed(connect) });
}

function followed(method: unknown): unknown {
  if (typeof method !== "function") return method;
  return function follow(this: unknown, ...given: unknown[]): unknown {
    const answer: unknown = Reflect.apply(method, this, given);
    return answer instanceof Promise ? keepWork(answer) : answer;
  };
}

function clientConfig(options: DatabaseOptions): ConnectionConfig {
  const { address } = options;
  const target =
    typeof address === "string" ? { connectionString: address } : { ssl: false, ...address };
  return {
    ...target,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5 * SECOND,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_MS,
    silenceMs: silenceOf(options),
    // The embedded server is on this machine.
    isKeptAlive: typeof address === "string",
    lock_timeout: options.lockTimeoutMs ?? 5 * SECOND,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 30 * SECOND,
    options: settingsOf(options),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND,
    types: columnTypes,
  };
}

/**
 * A server compiles expensive plans by default, which takes longer than any of our statements. Its
 * default cost of a random page is that of a spinning disk, with which the planner prefers to read
 * whole tables; all statements were measured with the cost below.
 */
const SETTINGS = ["TimeZone=UTC", "DateStyle=ISO", "jit=off", "random_page_cost=1.1"];

function settingsOf({ keepsPlans, isSerial }: DatabaseOptions): string {
  const settings = [
    ...SETTINGS,
    ...(isSerial === true ? ["max_parallel_workers_per_gather=0"] : []),
  ];
  const own = settings.map((setting) => `-c ${setting}`);
  return [...own, ...(keepsPlans === true ? [KEPT_PLANS] : [])].join(" ");
}

const STATEMENT_MS = 15 * SECOND;
/**
 * The time limit of a commit. A server's own limits do not hold for a commit that waits for its
 * standbys.
 */
export const COMMIT_MS = 8 * SECOND;
/**
 * Shorter than the time limit of a statement to a silent server (`silenceOf`). When that statement
 * fails, the pool has also closed the connections that were idle during it, so the next statement
 * does not go to the same server.
 */
const IDLE_MS = 10 * SECOND;
/**
 * The time, in ms, after which a statement to a silent server fails and its connection is given up.
 * Without this limit the statement would wait until the kernel gives up, which takes a quarter of
 * an hour.
 */
function silenceOf({ statementTimeoutMs = STATEMENT_MS, longestStatementMs }: DatabaseLimits) {
  if (statementTimeoutMs === 0) return undefined;
  const longest = longestStatementMs ?? statementTimeoutMs;
  // Longer than the server's own limit, so that the error of the server arrives first.
  return longest + Math.max(SECOND, Math.ceil(longest / 3));
}

export class DatabaseReadOnly extends Error {
  /** As the server's own refusal of a write. */
  readonly code = "25006";

  constructor() {
    super("the database takes no writes: it is a standby, or was made read-only");
  }
}

/** @throws DatabaseReadOnly if the server answers and refuses writes. */
export async function checkWritable(pool: Pool): Promise<void> {
  const client = await pool.connect();
  let refuses = true;
  try {
    const { rows } = await client.query<{ refuses: boolean }>(
      "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as refuses",
    );
    refuses = rows[0]?.refuses === true;
  } finally {
    // An open connection may stay read-only after a failover, while a new one is not.
    client.release(refuses);
  }
  if (refuses) throw new DatabaseReadOnly();
}

/** The methods that a pool's client and a single connection share. */
export type SqlClient = Pick<PoolClient, "query">;

/**
 * Runs `work` in one transaction. An error of `work` or of the database rolls everything back and
 * is thrown on. If the connection is lost at the commit, the transaction may have been committed:
 * the caller reads the row back by its id before it tries again.
 */
export async function inTransaction<Value>(
  pool: Pool,
  work: (sql: SqlClient) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query("begin");
    const value = await work(client);
    await client.query(within(COMMIT_MS, "commit"));
    return value;
  } catch (error) {
    // No rollback is sent on a useless connection: a silent server would not answer it either.
    broken = isUselessConnection(error) || !(await rolledBack(client));
    throw error;
  } finally {
    client.release(broken);
  }
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query("rollback");
    return true;
  } catch {
    return false;
  }
}
