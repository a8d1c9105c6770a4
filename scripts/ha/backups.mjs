import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { primaryOf, sql } from "./cluster.mjs";
import { untilSettled } from "./compare.mjs";
import { until } from "./machine.mjs";

const POSTGRES = { user: "postgres" };
const BIN = "/usr/lib/postgresql/15/bin";
const PAID = "select order_id from payment where state = 'completed'";
/** Commits of the same moment as the target may fall on either side of it. */
const QUIET_MS = 3_000;

/** Calls pgBackRest at the present primary. */
async function pgbackrest(cluster, ...args) {
  const primary = await until("a primary", 60, () => primaryOf(cluster));
  const config = `--config=${primary.at("/etc/vezne-ha/pgbackrest.conf")}`;
  return primary.run(["pgbackrest", config, "--stanza=vezne", ...args], POSTGRES);
}

export async function firstBackup(cluster) {
  await pgbackrest(cluster, "stanza-create");
  await pgbackrest(cluster, "--type=full", "backup");
  await pgbackrest(cluster, "check");
}

export function incrementalBackup(cluster) {
  return pgbackrest(cluster, "--type=incr", "backup");
}

/** Notes a moment at which nothing is open, and what was paid before it. */
export async function noteMoment(cluster) {
  await untilSettled(cluster);
  await wait(QUIET_MS);
  const paid = (await sql(cluster, PAID, "vezne")).split("\n").filter(Boolean);
  const at = await sql(cluster, "select now()");
  await wait(QUIET_MS);
  return { at, paid };
}

/**
 * Restores the database as of a moment into a new directory of a database machine, starts it there
 * and compares it with what was noted. Returns sentences about differences.
 */
export async function restoreTo(cluster, { at, paid }) {
  await sql(cluster, "select pg_switch_wal()");
  await pgbackrest(cluster, "check");
  const machine = await primaryOf(cluster);
  const target = join(machine.root, "restored");
  const socket = join(machine.root, "restored-socket");
  for (const folder of [target, socket]) mkdirSync(folder, { mode: 0o700 });
  machine.run(["chown", "postgres:postgres", target, socket]);
  const config = `--config=${machine.at("/etc/vezne-ha/pgbackrest.conf")}`;
  const goal = ["--type=time", `--target=${at}`, "--target-action=promote", "--archive-mode=off"];
  const place = `--pg1-path=${target}`;
  machine.run(["pgbackrest", config, "--stanza=vezne", place, ...goal, "restore"], POSTGRES);
  const settings = ["port=5499", "cluster_name=restored", "synchronous_standby_names="];
  const own = [...settings, `unix_socket_directories=${socket}`, "primary_conninfo="];
  const hba = join(target, "pg_hba.conf");
  const options = [...own, `hba_file=${hba}`].flatMap((setting) => ["-c", setting]);
  machine.start("restored", [`${BIN}/postgres`, "-D", target, ...options], POSTGRES);
  const ask = (text) =>
    machine
      .run(["psql", "-XAtq", "-h", socket, "-p", "5499", "-d", "vezne"], {
        ...POSTGRES,
        input: text,
      })
      .trim();
  await until("the restored database", 300, () => answers(ask));
  const restored = ask(PAID).split("\n").filter(Boolean);
  const before = new Set(paid);
  const now = new Set(restored);
  const missing = paid.filter((order) => !now.has(order)).map((order) => `${order} is missing`);
  const later = restored.filter((order) => !before.has(order)).map((order) => `${order} is later`);
  return [...missing, ...later];
}

function answers(ask) {
  try {
    return ask("select not pg_is_in_recovery()") === "t";
  } catch {
    return false;
  }
}
