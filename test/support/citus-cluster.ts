import { randomBytes } from "node:crypto";
import { Client } from "pg";
import type { PostgresConnection } from "../../src/database/embedded/handle.ts";
import { distributeTables } from "../../src/database/installation/distribute-tables.ts";
import { migrate } from "../../src/database/migration/migrate.ts";

export type ClusterNode = { readonly host: string; readonly port: number };

export type Cluster = {
  /** A database of the coordinator, with distributed tables, that each test file copies. */
  readonly template: PostgresConnection;
  /** The role that owns its tables and as which the service connects; not a superuser. */
  readonly service: { readonly user: string; readonly password: string };
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
  const run = randomBytes(4).toString("hex");
  const database = `template_${run}`;
  const service = { user: `vezne_${run}`, password: run };
  const onEach = async (name: string, statement: string): Promise<void> => {
    for (const node of nodes) await rowsOf({ ...login, ...node, database: name }, statement);
  };
  // Citus would create the role of the coordinator on the workers, too.
  await onEach(
    "postgres",
    `set citus.enable_create_role_propagation = off;
     create role ${service.user} login password '${service.password}'`,
  );
  await onEach(
    "postgres",
    `create database ${database} template template0 encoding 'UTF8' owner ${service.user}`,
  );
  const template = { ...login, ...coordinator, database };
  await joinNodes(template, nodes);
  const owned = { ...template, ...service };
  await migrate(owned, "vezne");
  await migrate(owned, "bank");
  await distributeTables(owned, SHARDS);
  // A database can only be copied while it is not in use; the extension's daemon uses it.
  await onEach("postgres", `alter database ${database} allow_connections false`);
  await onEach(
    "postgres",
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`,
  );
  const drop = async (): Promise<void> => {
    await onEach("postgres", `drop database if exists ${database} with (force)`);
    await onEach(
      "postgres",
      `set citus.enable_create_role_propagation = off; drop role ${service.user}`,
    );
  };
  return { template, service, nodes, drop };
}

/** Makes databases of one name a cluster; the address is a superuser's, of the coordinator. */
export async function joinNodes(
  coordinator: PostgresConnection,
  nodes: readonly ClusterNode[],
): Promise<void> {
  for (const node of nodes) await rowsOf({ ...coordinator, ...node }, "create extension citus");
  const { host, port } = coordinator;
  await rowsOf(coordinator, `select citus_set_coordinator_host('${host}', ${port})`);
  for (const worker of nodes.slice(1)) {
    await rowsOf(coordinator, `select citus_add_node('${worker.host}', ${worker.port})`);
  }
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
