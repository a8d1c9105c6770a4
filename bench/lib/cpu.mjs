import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Kernel ticks per second; 100 on every Linux that Node runs on. */
const TICKS = 100;

/** CPU seconds that a process has used, or 0 on systems other than Linux. */
export function cpuSeconds(pid) {
  const fields = statFields(pid);
  return fields === undefined ? 0 : (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** CPU seconds of PostgreSQL: the postmaster and all its child processes, including ended ones. */
export function postgresCpuSeconds(postmaster) {
  const ended = statFields(postmaster);
  const past = ended === undefined ? 0 : (Number(ended[13]) + Number(ended[14])) / TICKS;
  return childrenOf(postmaster).reduce((sum, pid) => sum + cpuSeconds(pid), past);
}

/** The processes that a process has started. */
export function childrenOf(parent) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statFields(pid)?.[1]) === parent);
}

// The fields after the process's name, which may itself contain spaces.
function statFields(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Lets all threads of processes run on the named cores only, such as `0-1`. Needs Linux. */
export function pinTo(cores, pids) {
  for (const pid of pids) {
    try {
      execFileSync("taskset", ["-a", "-p", "-c", cores, String(pid)], { stdio: "ignore" });
    } catch (error) {
      // A process that has ended needs no cores.
      if (statFields(pid) !== undefined) throw error;
    }
  }
}

/** Resident memory of a process in bytes, or 0 on systems other than Linux. */
export function residentBytes(pid) {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kib ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
