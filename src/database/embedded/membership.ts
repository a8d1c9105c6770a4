import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Log } from "./handle.ts";
import { listenChoices, removeTemporarySocketFolder } from "./listen-choice.ts";
import { killOrphans } from "./orphans.ts";
import type { Endpoint } from "./postmaster-file.ts";
import { disownStaleFiles, postmasterState } from "./postmaster-file.ts";
import { startPostmaster, stopPostmaster } from "./postmaster.ts";
import type { Presence } from "./presence.ts";
import { openPresence } from "./presence.ts";
import { EmbeddedPostgresError } from "./refusal.ts";

/** A running server that this process has joined. */
export type Membership = {
  readonly endpoint: Endpoint;
  readonly presence: Presence;
  /** Undefined if the server's process is not visible, for example in another container. */
  readonly pid: number | undefined;
  readonly adopted: boolean;
};

export type JoinOptions = {
  readonly log: Log;
  readonly onLost: () => void;
  /** The server's former address, which a restart prefers. */
  readonly before: Endpoint | undefined;
  /** Joining ends with an error once this returns true. */
  readonly cancelled: () => boolean;
};

/**
 * The time after which `join` gives up on a running server that accepts no connection; an operator
 * must then help.
 */
const JOIN_TIMEOUT_MS = 10 * 60_000;
const REPORT_EVERY_MS = 5_000;

/** Joins the server that runs on the cluster, or starts one if none does. */
export async function join(cluster: Cluster, options: JoinOptions): Promise<Membership> {
  const started: { pid?: number } = {};
  try {
    return await joinOrStart(cluster, options, started);
  } catch (error) {
    if (started.pid !== undefined) await stopPostmaster(cluster, started.pid, "immediate");
    throw error;
  }
}

async function joinOrStart(
  cluster: Cluster,
  options: JoinOptions,
  started: { pid?: number },
): Promise<Membership> {
  const began = performance.now();
  let reported = began;
  for (;;) {
    if (options.cancelled()) throw new EmbeddedPostgresError("Stopped while starting PostgreSQL.");
    const joined = await joinRunning(cluster, options);
    if (joined)
      return { ...joined, adopted: joined.pid === undefined || joined.pid !== started.pid };
    const state = await postmasterState(cluster.directory);
    const now = performance.now();
    if (now - began > JOIN_TIMEOUT_MS) throw unresponsive(cluster);
    if (now - reported > REPORT_EVERY_MS) {
      reported = now;
      options.log("waiting for PostgreSQL", { state });
    }
    if (state.kind === "running") {
      await sleep(25);
      continue;
    }
    await disownStaleFiles(cluster.directory);
    const pid = await startAnywhere(cluster, options);
    if (pid !== undefined) started.pid = pid;
  }
}

/** Joins a server only if one runs and takes connections. */
export async function joinRunning(
  cluster: Cluster,
  options: JoinOptions,
): Promise<Omit<Membership, "adopted"> | undefined> {
  const state = await postmasterState(cluster.directory);
  if (state.kind === "absent" || !state.endpoint) return undefined;
  if (state.kind === "running" && state.phase !== "ready") return undefined;
  // A lock file that looks stale may belong to a server in another container that shares the
  // directory. Two servers would destroy the files, so the address in the file is tried first.
  const { endpoint } = state;
  const presence = await openPresence(endpoint, cluster.credentials.owner, options.onLost);
  if (!presence) return undefined;
  return { endpoint, presence, pid: state.kind === "running" ? state.pid : undefined };
}

function unresponsive(cluster: Cluster): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Processes of PostgreSQL work in ${cluster.directory}, but it takes no connections. Look at ` +
      `${cluster.home}/postgres.log, end those processes and start again.`,
  );
}

/**
 * Starts a server at the first address that works. Returns undefined if the caller must look for a
 * running server again before the next try.
 */
async function startAnywhere(cluster: Cluster, options: JoinOptions): Promise<number | undefined> {
  let output = "";
  for await (const listen of listenChoices(cluster, options.before)) {
    const outcome = await startPostmaster(cluster, listen, options.cancelled);
    if (outcome.kind === "ready") return outcome.pid;
    await removeTemporarySocketFolder(listen.endpoint);
    output = outcome.output;
    if (output.includes('lock file "postmaster.pid" already exists')) {
      await sleep(50);
      return undefined;
    }
    if (output.includes("shared memory block")) {
      options.log("waiting for processes of a killed PostgreSQL to end");
      await killOrphans(cluster);
      return undefined;
    }
    if (!/unix.domain socket|unix address|unix_socket|TCP\/IP socket|IPv4/i.test(output)) break;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL did not start on ${cluster.directory}. It says:\n${output}`,
  );
}
