import {
  Client,
  Pool,
  type ClientBase,
  type ClientConfig,
  type PoolClient,
  type QueryConfig,
} from "pg";
import { SECOND } from "../../../kernel/clock.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { columnTypes } from "./column-types.ts";
import { isUselessConnection } from "./database-error.ts";

/** An address (`postgres://…`) or the parts of one, as the embedded PostgreSQL gives them. */
export type DatabaseAddress =
  | string
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/** How long things may take, in milliseconds; 0 means without limit. */
export type DatabaseLimits = {
  /** Connections at most. */
  readonly max?: number;
  /** Waiting for a connection, new or free. */
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** Where some statements lift that limit: what the longest of them is given. */
  readonly longestStatementMs?: number;
  readonly lockTimeoutMs?: number;
  readonly idleInTransactionTimeoutMs?: number;
  /** Until an unused connection is closed. */
  readonly idleTimeoutMs?: number;
};

export type DatabaseOptions = DatabaseLimits & {
  readonly address: DatabaseAddress;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Hears of unused connections that break; a statement under way throws by itself. */
  readonly onConnectionLost?: (error: Error) => void;
};

/**
 * Opens a pool whose rows hold `bigint` for int8, milliseconds since the epoch for timestamptz,
 * strings for numeric and date, and parsed values for JSON. Nothing is connected until it is used.
 * The reasons are in docs/decisions/database.md.
 */
export function openDatabase(options: DatabaseOptions): Pool {
  const pool = new Pool({
    ...clientConfig(options),
    max: options.max ?? 10,
    idleTimeoutMillis: options.idleTimeoutMs ?? IDLE_MS,
    // After a failover, long-lived connections must not stay with the wrong server for ever.
    maxLifetimeSeconds: 30 * 60,
  });
  pool.on("error", (error) => options.onConnectionLost?.(error));
  // While a client is lent out the pool doesn't listen to it, and its error would be uncaught.
  pool.on("connect", (client) => {
    followWork(client).on("error", () => {});
  });
  return followWork(pool);
}

/** One connection with the same types and limits, for those that keep it: batches, LISTEN. */
export function openConnection(options: DatabaseOptions): Client {
  const client = new Client(clientConfig(options));
  client.on("error", (error) => options.onConnectionLost?.(error));
  return followWork(client);
}

/** What goes on once a statement has answered is the work of whatever asked for it. */
function followWork<Asked extends Pool | ClientBase>(asked: Asked): Asked {
  const query: unknown = asked.query.bind(asked);
  if (typeof query !== "function") return asked;
  const followed = (...given: unknown[]): unknown => {
    const answer: unknown = Reflect.apply(query, asked, given);
    return answer instanceof Promise ? keepWork(answer) : answer;
  };
  return Object.assign(asked, { query: followed });
}

function clientConfig(options: DatabaseOptions): ClientConfig {
  const { address } = options;
  const target =
    typeof address === "string" ? { connectionString: address } : { ...address, ssl: false };
  return {
    ...target,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5 * SECOND,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_MS,
    query_timeout: silenceOf(options),
    lock_timeout: options.lockTimeoutMs ?? 5 * SECOND,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 30 * SECOND,
    options: "-c TimeZone=UTC -c DateStyle=ISO",
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND,
    types: columnTypes,
  };
}

const STATEMENT_MS = 15 * SECOND;
/**
 * Shorter than a silent server is waited for: when the first statement gives up, connections that
 * were unused meanwhile are gone, too, and the next statement is not sent to the same server.
 */
const IDLE_MS = 10 * SECOND;
/**
 * When a server that says nothing is given up, and with it the connection. Without this a statement
 * to a machine that has vanished is waited for until the kernel gives up, a quarter of an hour.
 */
function silenceOf({ statementTimeoutMs = STATEMENT_MS, longestStatementMs }: DatabaseLimits) {
  if (statementTimeoutMs === 0) return undefined;
  const longest = longestStatementMs ?? statementTimeoutMs;
  // More, so that a statement that the server ends itself is told of.
  return longest + Math.max(SECOND, Math.ceil(longest / 3));
}

/** A statement whose answer is waited for longer, or not as long, as its connection's others. */
export function within(
  ms: number,
  text: string,
  values: readonly unknown[] = [],
): QueryConfig & { readonly query_timeout: number } {
  return { text, values: [...values], query_timeout: ms };
}

export class DatabaseReadOnly extends Error {
  constructor() {
    super("the database takes no writes: it is a standby, or was made read-only");
  }
}

/** @throws DatabaseReadOnly where the server answers and takes no writes. */
export async function checkWritable(pool: Pool): Promise<void> {
  const client = await pool.connect();
  let refuses = true;
  try {
    const { rows } = await client.query<{ refuses: boolean }>(
      "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as refuses",
    );
    refuses = rows[0]?.refuses === true;
  } finally {
    // A connection may stay read-only for as long as it stands, where a new one is not.
    client.release(refuses);
  }
  if (refuses) throw new DatabaseReadOnly();
}

/** What both a pool's client and a connection of one's own can do. */
export type SqlClient = Pick<PoolClient, "query">;

/**
 * Runs `work` in one transaction. An error, its own or the database's, rolls everything back and is
 * thrown on. A connection lost at the commit itself leaves open whether it happened: the caller
 * reads back by id before trying again.
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
    await client.query("commit");
    return value;
  } catch (error) {
    // A server that was given up would keep the rollback waiting as long again.
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
