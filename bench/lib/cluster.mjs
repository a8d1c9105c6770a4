import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../dist/database/connection/database.js";
import { distributeTables } from "../../dist/database/installation/distribute-tables.js";
import { installationSecret } from "../../dist/database/installation/installation-secret.js";
import { migrateAll } from "../../dist/database/installation/service-database.js";
import { addMerchant, postmasterOf } from "./installation.mjs";

const random = { bytes: (count) => randomBytes(count) };

const WORKERS = `
  select nodename as host, nodeport as port from pg_dist_node
  where groupid <> 0 and isactive order by groupid`;

/**
 * Makes two databases on the servers of a Citus cluster: a plain one on the coordinator, and one
 * that is distributed over all servers, so that both have the same program and settings.
 */
export async function createBoth(clusterUrl, { shards, merchants }) {
  const name = `bench_${randomBytes(4).toString("hex")}`;
  const coordinator = new URL(clusterUrl);
  const workers = (await ask(clusterUrl, WORKERS)).map(({ host, port }) =>
    urlOf(coordinator, { host, port }),
  );
  const servers = [coordinator.href, ...workers];
  const made = [];
  const create = async (server, database) => {
    await ask(server, `create database ${database} template template0`);
    made.push([server, database]);
  };
  const drop = async () => {
    for (const [server, database] of made.toReversed()) {
      await ask(server, `drop database if exists ${database} with (force)`);
    }
  };
  try {
    await create(coordinator.href, `${name}_plain`);
    for (const server of servers) await create(server, name);
    await joinServers(servers, name);
    const [plain, distributed] = [`${name}_plain`, name].map((one) =>
      within(coordinator.href, one),
    );
    for (const address of [plain, distributed]) await migrateAll({ address, embedded: undefined });
    await distributeTables(distributed, shards);
    return {
      plain: await installIn(plain, merchants, servers),
      distributed: await installIn(distributed, merchants, servers),
      drop,
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function joinServers(servers, name) {
  const [coordinator, ...workers] = servers.map((server) => within(server, name));
  for (const server of servers) await ask(within(server, name), "create extension citus");
  const { hostname, port } = new URL(coordinator);
  await ask(coordinator, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers) {
    const { hostname: host, port: at } = new URL(worker);
    await ask(coordinator, `select citus_add_node('${host}', ${at})`);
  }
}

async function installIn(address, merchants, servers) {
  const folder = mkdtempSync(join(tmpdir(), "vezne-bench-"));
  const apiKeys = [];
  for (let number = 0; number < merchants; number += 1) {
    apiKeys.push((await addMerchant(address, `Bench ${number}`)).apiKey);
  }
  const bankSecret = await withPool(address, (pool) =>
    installationSecret(pool, random, "sandbox_bank"),
  );
  const postmasterPids = await Promise.all(servers.map((server) => withPool(server, postmasterOf)));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { address, folder, apiKeys, bankSecret, postmasterPids, remove };
}

function within(server, database) {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

function urlOf(like, { host, port }) {
  const url = new URL(like);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}

function ask(address, statement) {
  return withPool(address, async (pool) => (await pool.query(statement)).rows);
}

async function withPool(address, work) {
  const pool = openDatabase({ address, applicationName: "bench", max: 1, statementTimeoutMs: 0 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
