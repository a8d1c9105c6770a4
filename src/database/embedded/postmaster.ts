import { execFile, spawn } from "node:child_process";
import { open, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Cluster } from "./cluster.ts";
import { directoryAccess } from "./cluster.ts";
import type { ListenChoice } from "./listen-choice.ts";
import { giveToOwnerOfFolder } from "./ownership.ts";
import { poll } from "./poll.ts";
import { MARKER, isPostmasterOf, postmasterState } from "./postmaster-file.ts";
import { errorCode } from "./refusal.ts";
import { FIXED_SETTINGS, settingArguments } from "./server-settings.ts";

export type StartOutcome =
  | { readonly kind: "ready"; readonly pid: number }
  | { readonly kind: "failed"; readonly output: string };

const LOG_FILE = "postgres.log";
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/**
 * The time limit of a start. After a crash the server first replays its log, which takes seconds,
 * but much longer on a slow disk.
 */
const START_LIMIT_MS = 10 * 60_000;

/**
 * Starts a postmaster and waits until it accepts connections. `detached` puts it into its own
 * process group, so that Ctrl-C in a terminal reaches Vezne alone, which then shuts it down.
 */
export async function startPostmaster(
  cluster: Cluster,
  listen: ListenChoice,
  cancelled: () => boolean,
): Promise<StartOutcome> {
  const log = await openLog(cluster.home);
  try {
    const access = directoryAccess(cluster.user, cluster.directory);
    const settings = {
      ...FIXED_SETTINGS,
      ...listen.settings,
      ...cluster.settings,
      [MARKER]: cluster.directory,
    };
    const child = spawn(
      cluster.binaries.postgres,
      ["-D", access.argument, ...settingArguments(settings)],
      {
        ...access.spawn,
        detached: true,
        windowsHide: true,
        stdio: ["ignore", log.file.fd, log.file.fd],
      },
    );
    let end: string | undefined;
    child.on("error", (error) => (end = error.message));
    child.once("exit", () => (end ??= ""));
    child.unref();
    const outcome = await poll<StartOutcome>(
      async () => {
        if (cancelled()) return { kind: "failed", output: "The start was cancelled." };
        if (end !== undefined) {
          return { kind: "failed", output: `${end}${await readFrom(log.path, log.size)}`.trim() };
        }
        const state = await postmasterState(cluster.directory);
        const up = state.kind === "running" && state.pid === child.pid && state.phase === "ready";
        return up ? { kind: "ready", pid: state.pid } : undefined;
      },
      { everyMs: 10, forMs: START_LIMIT_MS },
    );
    if (outcome?.kind === "ready") return outcome;
    if (child.pid !== undefined) await stopPostmaster(cluster, child.pid, "immediate");
    return outcome ?? { kind: "failed", output: "It did not become ready within 10 minutes." };
  } finally {
    await log.file.close();
  }
}

/** PostgreSQL inherits the open file, so its user needs no access to the path. */
async function openLog(home: string) {
  const path = join(home, LOG_FILE);
  let size = await sizeOf(path);
  if (size > LOG_LIMIT_BYTES) {
    await rename(path, `${path}.1`);
    size = 0;
  }
  const file = await open(path, "a", 0o600);
  await giveToOwnerOfFolder(path);
  return { path, size, file };
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return 0;
    throw error;
  }
}

async function readFrom(path: string, offset: number): Promise<string> {
  return (await readFile(path)).subarray(offset).toString("utf8");
}

const FAST = { signal: "SIGINT", forMs: 10_000 } as const;
const IMMEDIATE = { signal: "SIGQUIT", forMs: 5_000 } as const;
const KILL = { signal: "SIGKILL", forMs: 5_000 } as const;

/**
 * Stops a postmaster, also one that another process has started. It asks for a fast shutdown (open
 * transactions are rolled back), after 10 s for an immediate one (the next start replays the log),
 * and kills the process after 5 s more. `immediate` skips the first step; it is for a server that
 * still replays the log after a crash, because PostgreSQL 18 may ignore a fast shutdown during the
 * replay.
 */
export async function stopPostmaster(
  cluster: Cluster,
  pid: number,
  manner: "fast" | "immediate",
): Promise<void> {
  const gone = async () => ((await isPostmasterOf(cluster.directory, pid)) ? undefined : true);
  const gentle = manner === "fast" ? [FAST] : [];
  for (const { signal, forMs } of [...gentle, IMMEDIATE, KILL]) {
    if ((await gone()) === true) return;
    await send(cluster, pid, signal);
    if ((await poll(gone, { everyMs: 10, forMs })) === true) return;
  }
}

async function send(cluster: Cluster, pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    if (process.platform === "win32") {
      await promisify(execFile)(cluster.binaries.pgCtl, ["kill", signal.slice(3), `${pid}`]);
    } else {
      process.kill(pid, signal);
    }
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}
