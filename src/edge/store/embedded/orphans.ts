import { readFile, readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { worksIn } from "./postmaster-file.ts";

/**
 * When a postmaster is killed, its processes end as soon as they notice; one that computes may take
 * long, and until then no new server may start. They get a second, and are then killed: without a
 * postmaster none of them can still commit anything that was promised.
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
    // It has ended by itself meanwhile.
  }
}
