import { randomBytes } from "node:crypto";
import { Client, type Pool } from "pg";
import { inject } from "vitest";
import type { DatabaseOptions } from "../../src/database/connection/database.ts";
import { openDatabase } from "../../src/database/connection/database.ts";
import { TLS_QUERY, type TestConnection } from "./given-server.ts";

export type TestDatabase = {
  /** Connects with the service's own role. */
  readonly connection: TestConnection;
  /** The same as a `postgres://` URL, for `DATABASE_URL`. */
  readonly url: string;
  /** Opens a pool like the service does; `drop` closes it. */
  open(poolOptions?: Partial<DatabaseOptions>): Pool;
  /** Closes the pools opened here, ends every other connection, and drops the database. */
  drop(): Promise<void>;
};

export type OwnedDatabase = TestDatabase & {
  /** Connects as the cluster's superuser, who may create databases. */
  readonly owner: TestConnection;
  readonly ownerUrl: string;
};

/**
 * Creates a database from the template of this test run, which has the current schema and no rows;
 * or an `empty` one without any schema.
 */
export async function createTestDatabase(
  options: { empty?: boolean } = {},
): Promise<OwnedDatabase> {
  const template = inject("templateDatabase");
  const service = inject("serviceLogin");
  const database = `test_${randomBytes(6).toString("hex")}`;
  const source = options.empty === true ? "template1" : template.database;
  // Copying files is several times faster than the default, which writes every page to the log.
  await asOwner(
    `create database ${database} template ${source} strategy file_copy
       owner ${service.user}`,
  );
  const connection: TestConnection = { ...template, ...service, database };
  const pools: Pool[] = [];
  return {
    connection,
    owner: { ...template, database },
    ownerUrl: addressOf({ ...template, database }),
    url: addressOf(connection),
    open(poolOptions = {}) {
      const pool = openDatabase({ address: connection, applicationName: "test", ...poolOptions });
      pools.push(pool);
      return pool;
    },
    async drop() {
      await Promise.all(pools.filter((pool) => !pool.ended).map((pool) => pool.end()));
      await asOwner(`drop database if exists ${database} with (force)`);
    },
  };
}

/** Runs a statement as the superuser, on a Citus cluster on each of its servers. */
async function asOwner(statement: string): Promise<void> {
  const { host, port, ...login } = inject("templateDatabase");
  const nodes = inject("clusterNodes");
  for (const node of nodes.length > 0 ? nodes : [{ host, port }]) {
    const client = new Client({ ...login, ...node, database: "postgres" });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

function addressOf({ host, port, user, password, database }: TestConnection): string {
  const login = `${user}:${encodeURIComponent(password)}`;
  if (!host.startsWith("/")) return `postgres://${login}@${host}:${port}/${database}${TLS_QUERY}`;
  return `postgres://${login}@${encodeURIComponent(host)}:${port}/${database}`;
}
