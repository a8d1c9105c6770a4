import { escapeLiteral, type Client } from "pg";
import { openConnection, type DatabaseAddress } from "../connection/database.ts";
import { DatabaseUnreachable } from "../connection/database-error.ts";
import { TABLES } from "../migration/distribution.ts";
import { readDistribution, tablesToDistribute } from "../migration/distribution-state.ts";
import { SchemaError } from "../migration/schema-record.ts";
import { HOLD_SHARD, WRITTEN_BY_NODE } from "./shard-functions.ts";

/** The release of Citus from which a table with foreign keys to reference tables moves whole. */
const OLDEST_CITUS = 12;

/** All distributed tables lie in the shard groups of this one. */
const ANCHOR = "session";

const CONNECTION = {
  applicationName: "vezne migrate",
  statementTimeoutMs: 0,
  idleInTransactionTimeoutMs: 0,
};

/** Groups can be moved one by one, but each costs the jobs a round of its own. */
const USUAL_SHARDS = 8;

/**
 * Distributes the tables of an installation over the workers of a Citus cluster, as `TABLES` says.
 * Each table is done in a transaction of its own, so a run that was interrupted is continued by the
 * next one; until then the service refuses to start. The reasons are in
 * docs/decisions/distribution.md.
 *
 * @param shards the number of shard groups; an interrupted run goes on with its own.
 * @returns a line for each step that was done; none if all had been done before.
 * @throws SchemaError that says what the cluster lacks.
 */
export async function distributeTables(
  address: DatabaseAddress,
  shards?: number,
): Promise<readonly string[]> {
  const client = openConnection({ ...CONNECTION, address });
  await client.connect().catch((error: unknown) => {
    throw new DatabaseUnreachable(error);
  });
  try {
    await requireCluster(client);
    const groups = await begin(client, shards);
    const lines = [
      ...(await distributeFunctions(client)),
      ...(await makeReferenceTables(client)),
      ...(await makeDistributedTables(client, groups)),
    ];
    for (const statement of [HOLD_SHARD, ...WRITTEN_BY_NODE]) await client.query(statement);
    await client.query(
      "update distribution set finished_at = clock_timestamp() where finished_at is null",
    );
    return lines;
  } finally {
    await client.end();
  }
}

/** Records that the distribution has begun, and returns the number of its shard groups. */
async function begin(client: Client, shards: number | undefined): Promise<number> {
  const before = await readDistribution(client);
  if (before?.isFinished !== true) await requireIdle(client);
  if (before === undefined) {
    const groups = shards ?? USUAL_SHARDS;
    await client.query("insert into distribution (shards) values ($1)", [groups]);
    return groups;
  }
  if (shards === undefined || shards === before.shards) return before.shards;
  throw new SchemaError(
    `The tables are distributed in ${before.shards} shard groups, and this number can't change. ` +
      "Leave out --shards.",
  );
}

async function requireIdle(client: Client): Promise<void> {
  const [facts] = await ask(
    client,
    `select string_agg(distinct application_name, ', ') as users from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'vezne%'`,
  );
  if (facts === undefined || facts["users"] === null) return;
  throw new SchemaError(
    `Stop the service first: ${facts["users"]} use this database. Its processes learn at their ` +
      "start how the tables are distributed.",
  );
}

async function requireCluster(client: Client): Promise<void> {
  const [extension] = await ask(
    client,
    "select extversion from pg_extension where extname = 'citus'",
  );
  if (extension === undefined) {
    throw new SchemaError(
      "This database has no Citus. Run `create extension citus` as a superuser in this database of " +
        "the coordinator and of each worker, then run again.",
    );
  }
  const found = extension["extversion"];
  if (Number.parseInt(String(found), 10) < OLDEST_CITUS) {
    throw new SchemaError(`Citus ${found} is too old; Vezne needs ${OLDEST_CITUS} or later.`);
  }
  const [facts = {}] = await ask(
    client,
    `select (select groupid from pg_dist_local_group) = 0 as is_coordinator,
       exists (select from pg_dist_node where groupid = 0) as is_known,
       exists (select from pg_dist_node where groupid <> 0 and isactive) as has_workers`,
  );
  const problem = PROBLEMS.find(([isSo]) => isSo(facts));
  if (problem !== undefined) throw new SchemaError(problem[1]);
}

type Facts = Readonly<Record<string, string | boolean | null>>;

const PROBLEMS: readonly (readonly [(facts: Facts) => boolean, string])[] = [
  [
    (facts) => facts["is_coordinator"] !== true,
    "This is a worker of the cluster. Let DATABASE_URL name the coordinator.",
  ],
  [
    (facts) => facts["is_known"] !== true,
    "The workers don't know the coordinator. Run select citus_set_coordinator_host('<its name>').",
  ],
  [
    (facts) => facts["has_workers"] !== true,
    "The cluster has no active worker. Run select citus_add_node('<its name>', <port>) for each.",
  ],
];

/** Indexes and statements on the workers call these functions. */
async function distributeFunctions(client: Client): Promise<readonly string[]> {
  const functions = await ask(
    client,
    `select pg_proc.oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
       and not exists (
         select from pg_catalog.pg_dist_object
         where classid = 'pg_proc'::regclass and objid = pg_proc.oid
       )
     order by pg_proc.oid`,
  );
  const names = functions.map(({ name }) => String(name));
  for (const name of names) {
    await client.query("select create_distributed_function($1)", [name]);
  }
  return names.map((name) => `distributed the function ${name}`);
}

async function makeReferenceTables(client: Client): Promise<readonly string[]> {
  const missing = await tablesToDistribute(client, ["reference"]);
  for (const table of missing) {
    await client.query("select create_reference_table($1)", [table]);
  }
  return missing.map((table) => `made ${table} a reference table`);
}

async function makeDistributedTables(client: Client, shards: number): Promise<readonly string[]> {
  const found = await tablesToDistribute(client, ["distributed"]);
  const missing = found.toSorted((one, other) => Number(other === ANCHOR) - Number(one === ANCHOR));
  for (const table of missing) await inOne(client, [...stepsOf(table, shards)]);
  return missing.map((table) => `distributed ${table}`);
}

function* stepsOf(table: string, shards: number): Generator<string> {
  // Citus would create the shards over several connections, of which none sees the changed table.
  yield "set local citus.multi_shard_modify_mode = 'sequential'";
  yield* TABLES[table]?.before ?? [];
  const place =
    table === ANCHOR
      ? `colocate_with := 'none', shard_count := ${shards}`
      : `colocate_with := ${escapeLiteral(ANCHOR)}`;
  yield `select create_distributed_table(${escapeLiteral(table)}, 'merchant_id', ${place})`;
}

async function inOne(client: Client, statements: readonly string[]): Promise<void> {
  await client.query("begin");
  try {
    for (const statement of statements) await client.query(statement);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function ask(client: Client, text: string): Promise<readonly Facts[]> {
  return (await client.query<Record<string, string | boolean | null>>(text)).rows;
}
