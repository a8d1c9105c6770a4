import { randomBytes } from "node:crypto";
import { Client } from "pg";
import type { PostgresConnection } from "../../src/edge/store/embedded/handle.ts";
import { distributeTables } from "../../src/edge/store/installation/distribute-tables.ts";
import { migrate } from "../../src/edge/store/sql/migrate.ts";

export type ClusterNode = { readonly host: string; readonly port: number };

export type Cluster = {
  /** A database of the coordinator, with distributed tables, that each test file copies. */
  readonly template: PostgresConnection;
  /** The coordinator first. */
  readonly nodes: readonly ClusterNode[];
  drop(): Promise<void>;
};

/** The shard groups of a test's database; few, because each costs the jobs a round. */
const SHARDS = 4;

const WORKERS = `
  select nodename as host, nodeport as port from pg_dist_node
  where groupid <> 0 and isactive order by groupid`;

/**
 * Makes the template in the Citus cluster that VEZNE_CITUS_URL names: a superuser's address of a
 * database on the coordinator that has the extension and knows the workers.
 */
export async function prepareCluster(): Promise<Cluster | undefined> {
  const given = process.env["VEZNE_CITUS_URL"];
  if (given === undefined) return undefined;
  const { hostname: host, port, username: user, password } = new URL(given);
  const login = { user: decodeURIComponent(user), password: decodeURIComponent(password) };
  const coordinator = { host, port: Number(port) };
  const workers = await rowsOf<ClusterNode>(given, WORKERS);
  const nodes = [coordinator, ...workers];
  const database = `template_${randomBytes(4).toString("hex")}`;
  const onEach = async (name: string, statement: string): Promise<void> => {
    for (const node of nodes) await rowsOf({ ...login, ...node, database: name }, statement);
  };
  await onEach("postgres", `create database ${database} template template0 encoding 'UTF8'`);
  await onEach(database, "create extension citus");
  const template = { ...login, ...coordinator, database };
  await rowsOf(template, `select citus_set_coordinator_host('${host}', ${port})`);
  for (const worker of workers) {
    await rowsOf(template, `select citus_add_node('${worker.host}', ${worker.port})`);
  }
  await migrate(template, "vezne");
  await migrate(template, "bank");
  await distributeTables(template, SHARDS);
  // A database can only be copied while it is not in use; the extension's daemon uses it.
  await onEach("postgres", `alter database ${database} allow_connections false`);
  await onEach(
    "postgres",
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`,
  );
  const drop = () => onEach("postgres", `drop database if exists ${database} with (force)`);
  return { template, nodes, drop };
}

async function rowsOf<Row>(
  address: string | (ClusterNode & { user: string; password: string; database: string }),
  statement: string,
): Promise<Row[]> {
  const client = new Client(address);
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}
