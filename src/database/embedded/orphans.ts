import { readFile, readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { worksIn } from "./postmaster-file.ts";

/**
 * Kills the processes that a killed postmaster has left behind, one second later. They end by
 * themselves when they notice its end, but a busy one may take long, and no new server can start
 * before. The kill loses nothing: a commit that was acknowledged is in the log on disk.
 */
export async function killOrphans(cluster: Cluster): Promise<void> {
  await sleep(1_000);
  if (process.platform !== "linux") return;
  for (const entry of await readdir("/proc")) {
    const pid = Number(entry);
    if (Number.isInteger(pid) && (await isOrphanOf(cluster, pid))) kill(pid);
  }
}

async function isOrphanOf(cluster: Cluster, pid: number): Promise<boolean> {
  try {
    const name = await readFile(`/proc/${pid}/comm`, "utf8");
    return name.trim() === "postgres" && (await worksIn(cluster.directory, pid));
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process ended before it could be killed.
  }
}
