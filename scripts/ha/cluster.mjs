import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { parse } from "yaml";
import { certify, createAuthority } from "./certificates.mjs";
import { createMachine, templateText, until } from "./machine.mjs";
import { guarded, withoutWatchdog, withPipe } from "./watchdog.mjs";

const NUMBERS = [1, 2, 3];
const ANSWER_MS = 1_500;
/** The trial's own passwords; a real cluster reads them from /etc/vezne-ha/patroni.env. */
const PASSWORDS = {
  PATRONI_SUPERUSER_PASSWORD: "trial-superuser",
  PATRONI_REPLICATION_PASSWORD: "trial-replication",
  PATRONI_REWIND_PASSWORD: "trial-rewind",
};
const POSTGRES = { user: "postgres", environment: { ...PASSWORDS, LC_ALL: "C.UTF-8" } };
/** The time between two renewals of the primary's lock. */
export const RENEWAL_MS = 1_000 * parse(templateText("patroni.yaml")).bootstrap.dcs.loop_wait;
const BACKUP_SECRET = "trial-backup-secret";

/** Makes three etcd members and three database machines in the folder `base`, not started yet. */
export function createCluster(base, { patroni, watchdog }) {
  const tls = join(base, "tls");
  createAuthority(tls);
  const machines = (prefix, network, owner) =>
    NUMBERS.map((number) => {
      const machine = createMachine(base, `${prefix}${number}`, `10.0.${network}.${number}`);
      const target = machine.at("/etc/vezne-ha/tls");
      certify(tls, { name: machine.name, address: machine.address, target, owner });
      return machine;
    });
  const etcds = machines("etcd", 2);
  const startPatroni = (machine) =>
    machine.start("patroni", [patroni, machine.at("/etc/vezne-ha/patroni.yaml")], POSTGRES);
  const unguarded = machines("db", 1, "postgres");
  const databases = watchdog
    ? unguarded.map((machine) => guarded(machine, startPatroni))
    : unguarded;
  mkdirSync(join(base, "backup"));
  for (const machine of databases) prepareDatabase(machine, watchdog ? withPipe : withoutWatchdog);
  for (const folder of [join(base, "backup"), ...databases.map(({ root }) => root)]) {
    execFileSync("chown", ["-R", "postgres:postgres", folder]);
  }
  for (const machine of etcds) {
    machine.configure("etcd.yaml", { to: "etc/vezne-ha/etcd.yaml" });
    mkdirSync(machine.at("/var/lib/etcd"), { recursive: true, mode: 0o700 });
  }
  return {
    etcds,
    databases,
    ca: readFileSync(join(tls, "ca.pem")),
    caFile: join(tls, "ca.pem"),
    certifyFor: (machine) => certify(tls, { ...machine, target: machine.at("/etc/vezne-ha/tls") }),
    startEtcd,
    startPatroni,
    start() {
      for (const machine of etcds) startEtcd(machine);
      for (const machine of databases) startPatroni(machine);
    },
  };
}

function startEtcd(machine) {
  machine.start("etcd", ["etcd", "--config-file", machine.at("/etc/vezne-ha/etcd.yaml")]);
}

function prepareDatabase(machine, change) {
  const folders = ["/var/lib/postgresql/15", "/run/postgresql", "/run/pgbackrest"];
  for (const folder of [...folders, "/var/log/pgbackrest", "/var/spool/pgbackrest"]) {
    mkdirSync(machine.at(folder), { recursive: true });
  }
  machine.configure("patroni.yaml", { to: "etc/vezne-ha/patroni.yaml", change });
  const conf = machine.configure("pgbackrest.conf", {
    to: "etc/vezne-ha/pgbackrest.conf",
    change: (text) => text.replace("REPLACE_BY_A_SECRET", BACKUP_SECRET),
  });
  chmodSync(conf, 0o640);
}

/** Asks Patroni's REST API at a machine; undefined if it does not answer in time. */
export function askPatroni(cluster, machine, { path, method = "GET", body }) {
  const tls = machine.at("/etc/vezne-ha/tls");
  const own = {
    ca: cluster.ca,
    cert: readFileSync(join(tls, "machine.pem")),
    key: readFileSync(join(tls, "machine.key")),
  };
  const target = { host: machine.address, port: 8008, path, method, agent: false };
  return new Promise((resolve) => {
    const call = request({ ...own, ...target, timeout: ANSWER_MS }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => (text += String(chunk)));
      answer.on("end", () => resolve({ status: answer.statusCode, text }));
      answer.on("error", () => resolve(undefined));
    });
    call.on("timeout", () => call.destroy());
    call.on("error", () => resolve(undefined));
    call.end(body);
  });
}

/** The members as one of the machines sees them. */
async function membersSeenBy(cluster, machine) {
  const answer = await askPatroni(cluster, machine, { path: "/cluster" });
  return answer?.status === 200 ? JSON.parse(answer.text).members : undefined;
}

/** The machine that holds the lock and answers as primary; undefined between two leaders. */
export async function primaryOf(cluster, candidates = cluster.databases) {
  const answers = await Promise.all(
    candidates.map(async (machine) => ({
      machine,
      answer: await askPatroni(cluster, machine, { path: "/primary" }),
    })),
  );
  return answers.find(({ answer }) => answer?.status === 200)?.machine;
}

/** The primary, if both other machines follow it and their data counts for its commits. */
async function healthyPrimary(cluster) {
  const primary = await primaryOf(cluster);
  if (primary === undefined) return undefined;
  const members = (await membersSeenBy(cluster, primary)) ?? [];
  const following = members.filter(
    ({ role, state }) => state === "streaming" && /^(quorum|sync)_standby$/.test(role),
  );
  return following.length === cluster.databases.length - 1 ? primary : undefined;
}

export function untilHealthy(cluster, seconds) {
  return until("a primary that both standbys follow", seconds, () => healthyPrimary(cluster));
}

export async function describeMembers(cluster) {
  const seen = await Promise.all(
    cluster.databases.map(async (machine) => {
      const members = (await membersSeenBy(cluster, machine)) ?? [];
      const shown = members.map(({ name, role, state }) => `${name} ${role} ${state}`);
      return `${machine.name} sees ${shown.join(", ") || "nothing"}`;
    }),
  );
  return seen.join("; ");
}

/** Runs SQL as the superuser at the primary's socket; returns the rows as text. */
export async function sql(cluster, text, database = "postgres") {
  const primary = await until("a primary", 60, () => primaryOf(cluster));
  const command = ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", primary.at("/run/postgresql")];
  return primary.run([...command, "-d", database], { user: "postgres", input: text }).trim();
}
