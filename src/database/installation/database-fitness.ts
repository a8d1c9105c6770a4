import type { Client, Pool } from "pg";
import { openConnection, type DatabaseAddress } from "../connection/database.ts";
import { DatabaseUnreachable } from "../connection/database-error.ts";
import { integer, optionalText, text } from "../mapping/rows.ts";
import { within } from "../connection/timed-query.ts";

/** The database can't hold what the service keeps in its sessions; the message names the remedy. */
export class UnsuitableDatabase extends Error {}

const POOLED =
  "DATABASE_URL leads to a pooler that gives each transaction another connection to the server " +
  "(PgBouncer with pool_mode = transaction). Vezne keeps prepared statements, settings and locks in " +
  "its connections: name the address of the database itself, or a pool with pool_mode = session.";

const REFUSED =
  "A pooler at DATABASE_URL refuses the settings that a connection begins with. Name the address of " +
  "the database itself, or a pool with pool_mode = session that lets them pass " +
  "(ignore_startup_parameters of PgBouncer).";

type Session = {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: Record<string, unknown>[] }>;
};

/** A pooler under load may hand out another connection by chance, so it is asked several times. */
const ROUNDS = 5;

/**
 * @throws UnsuitableDatabase if a pooler shares server connections among clients, and
 * DatabaseUnreachable if there is no connection.
 */
export async function refuseSharedConnections(address: DatabaseAddress): Promise<void> {
  const clients: Client[] = [];
  const open = async (): Promise<Client> => {
    const client = openConnection({ address, applicationName: "vezne start" });
    clients.push(client);
    await client.connect().catch((error: unknown) => {
      throw isRefusedParameter(error)
        ? new UnsuitableDatabase(REFUSED, { cause: error })
        : new DatabaseUnreachable(error);
    });
    return client;
  };
  try {
    if (await areShared(await open(), await open())) throw new UnsuitableDatabase(POOLED);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/** True if a pooler does not know the settings that a connection of Vezne begins with. */
function isRefusedParameter(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}

/**
 * True if two open sessions are served by one process of the server, or if one session changes its
 * process: a server without such a pooler gives each session a process of its own.
 */
export async function areShared(one: Session, other: Session): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await one.query("select set_config('vezne.probe', $1, false)", [MARK]);
    // While the transaction is open, a pooler can't give its connection to the first session.
    await other.query("begin");
    const seen = await probe(other);
    const own = await probe(one);
    await other.query("rollback");
    if (seen === MARK || own !== MARK) return true;
  }
  return false;
}

const MARK = "of the first session";

async function probe(client: Session): Promise<string | undefined> {
  const { rows } = await client.query("select current_setting('vezne.probe', true) as mark");
  return rows[0] === undefined ? undefined : optionalText(rows[0], "mark");
}

/** The time that one of the connections tried gets to open and to answer. */
const TRIED_MS = 3_000;
/** The connections that are tried at the same time. */
const TRIED_AT_ONCE = 8;

/**
 * Opens connections until there are so many as wanted, or until one does not open or answer, and
 * closes them again. Returns how many answered: a pooler has slots of its own, which no limit of
 * the server tells, and lets the next connection wait.
 */
export async function openableConnections(
  address: DatabaseAddress,
  wanted: number,
): Promise<number> {
  const opened: Client[] = [];
  const open = async (): Promise<boolean> => {
    const limits = { connectTimeoutMs: TRIED_MS, statementTimeoutMs: TRIED_MS };
    const client = openConnection({ address, applicationName: "vezne start", ...limits });
    opened.push(client);
    return client
      .connect()
      .then(() => client.query(within(TRIED_MS, "select")))
      .then(
        () => true,
        () => false,
      );
  };
  try {
    let answered = 0;
    while (answered < wanted) {
      const count = Math.min(TRIED_AT_ONCE, wanted - answered);
      const answers = await Promise.all(Array.from({ length: count }, open));
      answered += answers.filter(Boolean).length;
      if (answers.includes(false)) break;
    }
    return answered;
  } finally {
    // One that still waits for a slot reads no farewell.
    for (const client of opened) client.connection.stream.destroy();
  }
}

/** True if a pooler answers in the server's place: it names a process of its own. */
export async function isPooled(address: DatabaseAddress): Promise<boolean> {
  const client = openConnection({ address, applicationName: "vezne start" });
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return Reflect.get(client, "processID") !== rows[0]?.pid;
  } finally {
    await client.end();
  }
}

const EXPECTED: Readonly<Record<string, RegExp>> = {
  TimeZone: /^(Etc\/)?UTC$/,
  DateStyle: /^ISO/,
  jit: /^off$/,
  random_page_cost: /^1\.1$/,
};

/** The settings of a connection that a pooler has dropped, such as `jit`. */
export async function droppedSettings(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<Record<string, unknown>>(
    "select name, setting from pg_settings where name = any ($1)",
    [Object.keys(EXPECTED)],
  );
  return rows
    .map((row) => ({ name: text(row, "name"), setting: text(row, "setting") }))
    .filter(({ name, setting }) => EXPECTED[name]?.test(setting) === false)
    .map(({ name }) => name);
}

export type ConnectionRoom = {
  /** The connections that the server, the database and the role let the service open. */
  readonly most: number;
  /** The connections that programs other than Vezne hold. */
  readonly others: number;
  /** The connections that nothing holds at the moment. */
  readonly free: number;
};

const ROOM = `
  select least(
    current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    nullif(rolconnlimit, -1), nullif(datconnlimit, -1)
  ) as most,
  (select count(*)::int from pg_stat_activity
   where backend_type = 'client backend' and application_name not like 'vezne%') as others,
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`;

export async function connectionRoom(pool: Pool): Promise<ConnectionRoom> {
  const { rows } = await pool.query<Record<string, unknown>>(ROOM);
  const [row = {}] = rows;
  const most = integer(row, "most");
  return { most, others: integer(row, "others"), free: most - integer(row, "used") };
}
