import { readdirSync, readFileSync } from "node:fs";
import { postmasterPid } from "./embedded-clusters.ts";

/** The processes of a database server, its postmaster first. */
export async function serverProcesses(dataDir: string): Promise<readonly number[]> {
  const postmaster = await postmasterPid(dataDir);
  const pids = readdirSync("/proc").map(Number).filter(Number.isSafeInteger);
  return [postmaster, ...pids.filter((pid) => parentOf(pid) === postmaster)];
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}

/** Stops processes; the result resumes them. */
export function freeze(pids: readonly number[]): () => void {
  const send = (signal: NodeJS.Signals): void => {
    for (const pid of pids) process.kill(pid, signal);
  };
  send("SIGSTOP");
  return () => send("SIGCONT");
}
