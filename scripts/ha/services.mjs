import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { OUTSIDE } from "./network.mjs";
import { sql } from "./cluster.mjs";
import { createMachine, until } from "./machine.mjs";

const ROOT = join(import.meta.dirname, "../..");
const PROGRAM = [process.execPath, join(ROOT, "dist/program/main.js")];
const BANK = { host: OUTSIDE, port: 4000 };
const VAULT_KEY = Buffer.alloc(32, 7).toString("base64");
const OWNER_PASSWORD = "trial-owner";
const SERVICE_PASSWORD = "trial-service";

/** Makes two machines with HAProxy and Vezne, and the bank, which runs outside of them. */
export async function createServices(base, cluster) {
  const machines = [1, 2].map((number) => {
    const machine = createMachine(base, `vezne${number}`, `10.0.0.${number}`);
    cluster.certifyFor(machine);
    machine.configure("haproxy.cfg", { to: "etc/vezne-ha/haproxy.cfg" });
    mkdirSync(machine.at("/var/lib/vezne"), { recursive: true });
    return machine;
  });
  for (const machine of machines) {
    machine.start("haproxy", ["haproxy", "-db", "-f", machine.at("/etc/vezne-ha/haproxy.cfg")]);
  }
  await createDatabase(cluster);
  const [first] = machines;
  const command = (args, role = "vezne") =>
    first.run([...PROGRAM, ...args], { environment: settings(first, role) });
  await until("a migrated schema", 120, () => migrated(command));
  const merchant = JSON.parse(command(["merchants", "create", "--name", "Trial", "--json"]));
  const bank = await startBank(cluster);
  for (const machine of machines) startVezne(machine);
  for (const machine of machines) {
    await until(`${machine.name} is ready`, 120, () => isReady(machine));
  }
  return {
    machines,
    bank,
    bankUrl: `http://${BANK.host}:${BANK.port}`,
    apiKey: merchant.test_api_key,
    command,
  };
}

function migrated(command) {
  try {
    return command(["migrate", "--service-role", "vezne"], "vezne_owner");
  } catch (error) {
    if (/no server|connect|terminat|ECONNRE/i.test(error.stderr)) return undefined;
    throw error;
  }
}

async function createDatabase(cluster) {
  await sql(
    cluster,
    `create role vezne_owner login password '${OWNER_PASSWORD}';
     create role vezne login password '${SERVICE_PASSWORD}';
     create database vezne owner vezne_owner encoding 'UTF8' template template0;`,
  );
}

function databaseUrl(machine, role, port) {
  const password = role === "vezne" ? SERVICE_PASSWORD : OWNER_PASSWORD;
  const tls = `sslmode=verify-full&sslrootcert=${machine.at("/etc/vezne-ha/tls/ca.pem")}`;
  return `postgres://${role}:${password}@127.0.0.1:${port}/vezne?${tls}`;
}

function settings(machine, role) {
  return {
    HOST: machine.address,
    PORT: "3000",
    DATABASE_URL: databaseUrl(machine, role, 5000),
    ...(role === "vezne" ? { DATABASE_REPLICA_URL: databaseUrl(machine, role, 5001) } : {}),
    VEZNE_MIGRATE: "off",
    VEZNE_DATA_DIR: machine.at("/var/lib/vezne"),
    VEZNE_VAULT_KEY: VAULT_KEY,
    VEZNE_ADMIN_HOST: machine.address,
    VEZNE_ADMIN_PORT: "9464",
    VEZNE_INSTANCE: machine.name,
    VEZNE_BANK_URL: `http://${BANK.host}:${BANK.port}`,
    VEZNE_DEMO_SHOP: "off",
    VEZNE_RATE_LIMIT: "off",
    VEZNE_LOG_LEVEL: "info",
  };
}

function startVezne(machine) {
  machine.start("vezne", [...PROGRAM, "start"], { environment: settings(machine, "vezne") });
}

async function isReady(machine) {
  const answer = await fetch(`http://${machine.address}:9464/readyz`).catch(() => undefined);
  return answer?.status === 200;
}

async function startBank(cluster) {
  const random = "md5(random()::text) || md5(random()::text)";
  const secret = await sql(
    cluster,
    `insert into installation_secret (name, value) values ('sandbox_bank', ${random})
     on conflict (name) do update set value = installation_secret.value returning value;`,
    "vezne",
  );
  const env = { ...process.env, TRIAL_BANK: JSON.stringify({ ...BANK, secret }) };
  const bank = fork(join(import.meta.dirname, "bank.mjs"), [], { env });
  await once(bank, "message");
  return bank;
}
