import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { firstBackup, incrementalBackup, noteMoment, restoreTo } from "./ha/backups.mjs";
import { createCluster, RENEWAL_MS, untilHealthy } from "./ha/cluster.mjs";
import { compare } from "./ha/compare.mjs";
import { FAULTS, runRound } from "./ha/faults.mjs";
import { closeNetwork, openNetwork } from "./ha/network.mjs";
import { emptyBook, startPayers } from "./ha/payers.mjs";
import { watchReadiness } from "./ha/readiness.mjs";
import { printReport, printRound } from "./ha/report.mjs";
import { createServices } from "./ha/services.mjs";

// `npm run ha-trial -- --rounds=N` makes the cluster of deploy/ha on this machine, as root: three
// etcd members, three Patronis with PostgreSQL, and two Veznes with HAProxy, each in a network
// namespace of its own, and the test bank. While customers pay it kills, freezes and cuts off
// primaries, and at the end it compares bank, books and what customers were told. Ctrl-C ends the
// rounds early. With `--stay` there are none, and the cluster runs until Ctrl-C.
//
// With `--watchdog` each database machine is reset when its Patroni falls silent; without it a
// frozen primary wakes and goes on, which is the harder case.
//
// It needs Debian's etcd-server, haproxy, pgbackrest, postgresql-15, iproute2 and iptables, and
// Patroni 4 as `--patroni=PROGRAM`. The reasons of the set-up: docs/decisions/high-availability.md.
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    faults: { type: "string", default: "kill machine,freeze,kill postgres,freeze" },
    rate: { type: "string", default: "4" },
    patroni: { type: "string", default: "patroni" },
    watchdog: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    stay: { type: "boolean", default: false },
  },
});
const FLOW_MS = 3_000;

function readFaults(text) {
  const kinds = text.split(",").map((kind) => kind.trim());
  const unknown = kinds.filter((kind) => !(kind in FAULTS));
  if (unknown.length === 0) return kinds;
  throw new Error(`--faults: ${unknown.join(", ")}; known are ${Object.keys(FAULTS).join(", ")}`);
}

async function makeTrial(base) {
  const cluster = createCluster(base, values);
  cluster.start();
  await untilHealthy(cluster, 180);
  console.log("the cluster is healthy");
  const services = await createServices(base, cluster);
  await firstBackup(cluster);
  console.log("both Veznes are ready, the first backup is made");
  const entrances = services.machines.map(({ address }) => `http://${address}:8080`);
  const book = emptyBook();
  const { apiKey } = services;
  const pay = () => startPayers({ entrances, apiKey, rate: Number(values.rate), book });
  return { cluster, services, book, pay };
}

async function runRounds(trial, kinds) {
  const rounds = [];
  const enough = new AbortController();
  process.once("SIGINT", () => enough.abort());
  for (let number = 0; number < Number(values.rounds) && !enough.signal.aborted; number += 1) {
    // A fault may come at any moment between two renewals of the lock.
    await wait(FLOW_MS + Math.random() * RENEWAL_MS);
    const round = await runRound(trial, kinds[number % kinds.length]);
    rounds.push(round);
    printRound(number + 1, round);
  }
  return rounds;
}

async function leaveRunning(folder, { services }) {
  const [{ address }] = services.machines;
  console.log(`http://${address}:8080 takes payments with the key ${services.apiKey}`);
  console.log(`the cluster runs in ${folder} until Ctrl-C; \`ip netns\` lists its machines`);
  await once(process, "SIGINT");
  return true;
}

async function run(base) {
  const kinds = readFaults(values.faults);
  const trial = await makeTrial(base);
  if (values.stay) return leaveRunning(base, trial);
  const { cluster, services, book } = trial;
  const watches = services.machines.map((machine) => watchReadiness(machine, services.apiKey));
  const payers = trial.pay();
  const rounds = await runRounds(trial, kinds);
  const outages = await Promise.all(watches.map((watch) => watch.stop()));
  await incrementalBackup(cluster);
  await payers.stop();
  const moment = await noteMoment(cluster);
  const later = trial.pay();
  await wait(FLOW_MS);
  await later.stop();
  const comparison = await compare(trial);
  const restore = await restoreTo(cluster, moment);
  return printReport({ rounds, comparison, outages: outages.flat(), restore, book });
}

const base = mkdtempSync(join(tmpdir(), "vezne-ha-"));
chmodSync(base, 0o755);
openNetwork();
try {
  process.exitCode = (await run(base)) ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  closeNetwork();
  if (values.keep || process.exitCode === 1) console.log(`logs: ${base}`);
  else rmSync(base, { recursive: true });
}
process.exit();
