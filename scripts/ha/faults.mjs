import { setTimeout as wait } from "node:timers/promises";
import { askPatroni, describeMembers, primaryOf, untilHealthy } from "./cluster.mjs";
import { until } from "./machine.mjs";
import { cut, dropTowards, letTowards, mend, onTrialNetwork } from "./network.mjs";

const NEW_LEADER_S = 90;
const HEALTHY_S = 90;
/** A frozen machine wakes, or a cut one is back, this long after another became the primary. */
const AFTER_SUCCESSION_MS = 5_000;
const ETCD_NETWORK = onTrialNetwork("10.0.2.0/24");
const OUTAGE_MS = 30_000;

/**
 * The faults of the trial. Each is done to the primary, unless its name says otherwise, and gives
 * back what undoes it.
 */
export const FAULTS = {
  /** Power loss: every process of the machine ends at once. */
  async "kill machine"({ cluster, primary, times }) {
    await primary.kill();
    return async () => {
      await successor({ cluster, primary, times });
      cluster.startPatroni(primary);
    };
  },
  /** A crash of PostgreSQL alone: Patroni lives and sees it. */
  async "kill postgres"({ primary }) {
    await primary.kill("postgres");
    return () => undefined;
  },
  /** A paused virtual machine, or a disk that hangs: nothing answers, and later all goes on. */
  async freeze({ cluster, primary, times }) {
    await primary.freeze();
    return async () => {
      await successor({ cluster, primary, times });
      await wait(AFTER_SUCCESSION_MS);
      primary.thaw();
    };
  },
  /** No packet in or out. */
  async "cut machine"({ cluster, primary, times }) {
    cut(primary.name);
    return async () => {
      await successor({ cluster, primary, times });
      await wait(AFTER_SUCCESSION_MS);
      mend(primary.name);
    };
  },
  /** The primary reaches no etcd, but its standbys and Vezne. */
  async "cut from etcd"({ primary }) {
    dropTowards(primary.name, ETCD_NETWORK);
    return async () => {
      await wait(OUTAGE_MS);
      letTowards(primary.name, ETCD_NETWORK);
    };
  },
  async "freeze standby"({ cluster, primary }) {
    const standby = cluster.databases.find((machine) => machine !== primary);
    await standby.freeze();
    return async () => {
      await wait(OUTAGE_MS);
      standby.thaw();
    };
  },
  /** Without a standby commits wait, so no payment may be acknowledged meanwhile. */
  async "kill standbys"({ cluster, primary }) {
    const standbys = cluster.databases.filter((machine) => machine !== primary);
    for (const machine of standbys) await machine.kill();
    return async () => {
      await wait(OUTAGE_MS);
      for (const machine of standbys) cluster.startPatroni(machine);
    };
  },
  async "kill two etcds"({ cluster }) {
    const [, ...two] = cluster.etcds;
    for (const machine of two) await machine.kill();
    return async () => {
      await wait(OUTAGE_MS);
      for (const machine of two) cluster.startEtcd(machine);
      await wait(AFTER_SUCCESSION_MS);
    };
  },
};

/** Waits until another machine is the primary; after a while the fault is undone all the same. */
async function successor({ cluster, primary, times }) {
  const others = cluster.databases.filter((machine) => machine !== primary);
  try {
    await until("a new primary", NEW_LEADER_S, () => primaryOf(cluster, others));
    times.successorAt = performance.now();
  } catch (error) {
    process.stderr.write(`${error.message}: ${await describeMembers(cluster)}\n`);
  }
}

/** Does one fault to a healthy cluster, undoes it, and waits until the cluster is healthy again. */
export async function runRound(trial, kind) {
  const { cluster, book } = trial;
  const primary = await untilHealthy(cluster, HEALTHY_S);
  const times = {};
  const undo = await FAULTS[kind]({ cluster, primary, times });
  const doneAt = performance.now();
  // Payments may stay away while the fault lasts, so its end is awaited first.
  await undo();
  const first = await until("payments flow", NEW_LEADER_S, () => firstAfter(book, doneAt));
  const reinitialized = await heal(cluster);
  return {
    kind,
    machine: primary.name,
    successorAfterS: times.successorAt && (times.successorAt - doneAt) / 1_000,
    flowedAfterS: (first.at - doneAt) / 1_000,
    isNewPrimary: (await primaryOf(cluster)) !== primary,
    reinitialized,
  };
}

function firstAfter(book, moment) {
  return book.acknowledged.find(({ sentAt }) => sentAt > moment);
}

/** Waits until the cluster is healthy; makes standbys anew that do not come back by themselves. */
async function heal(cluster) {
  try {
    await untilHealthy(cluster, HEALTHY_S);
    return [];
  } catch (error) {
    process.stderr.write(`${error.message}: ${await describeMembers(cluster)}\n`);
  }
  const primary = await primaryOf(cluster);
  const lost = cluster.databases.filter((machine) => machine !== primary);
  for (const machine of lost) {
    const body = JSON.stringify({ force: true });
    await askPatroni(cluster, machine, { path: "/reinitialize", method: "POST", body });
  }
  await untilHealthy(cluster, 2 * HEALTHY_S);
  return lost.map(({ name }) => name);
}
