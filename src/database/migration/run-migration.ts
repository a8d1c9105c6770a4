import type { Client } from "pg";
import { errorMessage } from "../../kernel/thrown.ts";
import { classifyDatabaseError } from "../connection/database-error.ts";
import { buildIndex, readIndex } from "./concurrent-index.ts";
import { batchedTable, type Migration, type MigrationSet } from "./migration-file.ts";
import { tableFilesOf, type TableFiles } from "./table-files.ts";
import { recordMigration, SCHEMAS, SchemaError } from "./schema-record.ts";

export type Pause = (ms: number) => Promise<unknown>;

/** The connection that migrates, and how it waits. */
export type Runner = {
  readonly client: Client;
  readonly set: MigrationSet;
  readonly pause: Pause;
};

type MigrationRun = Runner & { readonly files: TableFiles };

/**
 * The longest wait for a lock that statements of payments queue behind, in ms. Together with the
 * few milliseconds of work under the lock it stays below the 200 ms that a payment may wait.
 */
const LOCK_MS = 100;
/** The longest wait for a lock that nothing queues behind. */
const QUIET_LOCK_MS = 5_000;
/** With the pauses between them, the tries last about five minutes. */
const TRIES = 60;
const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Runs a file and records it. A lock that is not free in time is given up and tried for again, so
 * that the payments behind it go on.
 *
 * @throws SchemaError that names the file.
 */
export async function runMigration(runner: Runner, migration: Migration): Promise<void> {
  try {
    const files = await tableFilesOf(runner.client);
    await WAYS[migration.way]({ ...runner, files }, migration);
  } catch (error) {
    const reason = errorMessage(error);
    const sentence = `Migration ${migration.name} of ${runner.set} failed: ${reason}`;
    throw new SchemaError(sentence, { cause: error });
  }
}

const WAYS = { transaction: inOneTransaction, concurrently, "in batches": inBatches } as const;

async function inOneTransaction(runner: MigrationRun, migration: Migration): Promise<void> {
  const { client, set } = runner;
  await briefly(runner, async () => {
    await client.query(`set local search_path to ${SCHEMAS[set]}`);
    await lockTables(client, migration.locks);
    await client.query(migration.sql);
    await recordMigration(client, set, migration);
  });
}

/**
 * Takes the locks under which a file alters its tables. Autovacuum gives way only to a lock that
 * waits for a second; so the first lock is one that payments don't conflict with. The second waits
 * for the payments under way, and all later ones queue behind it.
 */
async function lockTables(client: Client, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  const names = tables.join(", ");
  await client.query(`set local lock_timeout to ${QUIET_LOCK_MS}`);
  await client.query(`lock table ${names} in share update exclusive mode`);
  await client.query(`set local lock_timeout to ${LOCK_MS}`);
  // Each partition is waited for by itself; this limit is of all together.
  await client.query(`set local statement_timeout to ${LOCK_MS}`);
  await client.query(`lock table ${names} in access exclusive mode`);
  await client.query("set local statement_timeout to 0");
}

async function concurrently(runner: MigrationRun, migration: Migration): Promise<void> {
  const { client, set } = runner;
  await client.query(`set search_path to ${SCHEMAS[set]}`);
  const index = readIndex(migration.sql);
  if (index === undefined) await client.query(migration.sql);
  else await buildIndex({ client, briefly: (work) => briefly(runner, work) }, index);
  await recordMigration(client, set, migration);
}

/** The size of batches follows their time, between these limits in ms. */
const SHORT_BATCH_MS = 50;
const LONG_BATCH_MS = 100;
/** Fewer pages are not worth a commit, which takes as long as it takes on a busy disk. */
const PAGES = { least: 8, first: 16, most: 256 } as const;

/** The pages of the longest partition, because places of rows are numbered in each partition. */
function pagesOf(table: string): string {
  return `
    select max(pg_relation_size(id))::float8 / current_setting('block_size')::int
    from (
      select ${table}::regclass as id union all select relid from pg_partition_tree(${table})
    ) as part`;
}

async function inBatches(runner: MigrationRun, migration: Migration): Promise<void> {
  const { client, set, files, pause } = runner;
  const path = `set local search_path to ${SCHEMAS[set]}`;
  const table = `${SCHEMAS[set]}.${batchedTable(migration.sql)}`;
  const end = Math.max(0, ...(await files.ask(table, pagesOf)).map(Number));
  let size: number = PAGES.first;
  for (let page = 0; page < end;) {
    const began = performance.now();
    const places = [`(${page},0)`, `(${page + size},0)`];
    await briefly(runner, async () => {
      await client.query(path);
      await client.query(migration.sql, places);
    });
    page += size;
    const took = performance.now() - began;
    if (took > LONG_BATCH_MS) size = Math.max(PAGES.least, Math.floor(size / 2));
    else if (took < SHORT_BATCH_MS) size = Math.min(PAGES.most, size * 2);
    // Leaves half of the time to payments and to the replicas.
    await pause(took);
  }
  await recordMigration(client, set, migration);
}

/**
 * Runs work in a transaction that waits only briefly for each lock, and repeats it as long as the
 * locks are not free.
 */
async function briefly<Value>(
  { client, files, pause }: MigrationRun,
  work: () => Promise<Value>,
): Promise<Value> {
  let pauseMs = SHORTEST_PAUSE_MS;
  for (let left = TRIES - 1; ; left -= 1) {
    await client.query("begin");
    try {
      for (const statement of files.beforeChange) await client.query(statement);
      await client.query(`set local lock_timeout to ${LOCK_MS}`);
      const value = await work();
      await client.query("commit");
      return value;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      const { kind } = classifyDatabaseError(error);
      if (kind !== "timeout" && kind !== "conflict") throw error;
      if (left === 0) throw await givenUp(client, error);
    }
    await pause(pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5);
  }
}

/** Names the transaction that most likely holds the lock. */
async function givenUp(client: Client, cause: unknown): Promise<Error> {
  const { rows } = await client.query<{ text: string }>(
    `select format('process %s (%s) since %s UTC', pid, application_name,
       to_char(xact_start, 'YYYY-MM-DD HH24:MI:SS')) as text
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  );
  const oldest = rows[0] === undefined ? "" : ` The oldest transaction is of ${rows[0].text}.`;
  return new Error(
    `a lock was not free for ${LOCK_MS} ms in any of ${TRIES} tries.${oldest} End it and repeat ` +
      "`vezne migrate`, which goes on where it ended.",
    { cause },
  );
}
