import { readdirSync, readFileSync } from "node:fs";

/** Kernel ticks a second; 100 on every Linux that Node runs on. */
const TICKS = 100;

/** CPU seconds that a process has used, or 0 where the system doesn't tell (not Linux). */
export function cpuSeconds(pid) {
  const fields = statFields(pid);
  return fields === undefined ? 0 : (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** CPU seconds of PostgreSQL: its postmaster, all that it started, and those that have ended. */
export function postgresCpuSeconds(postmaster) {
  const ended = statFields(postmaster);
  const past = ended === undefined ? 0 : (Number(ended[13]) + Number(ended[14])) / TICKS;
  return childrenOf(postmaster).reduce((sum, pid) => sum + cpuSeconds(pid), past);
}

function childrenOf(parent) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statFields(pid)?.[1]) === parent);
}

// The fields behind the process's name, which may itself hold spaces.
function statFields(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Bytes of memory that a process holds, or 0 where the system doesn't tell. */
export function residentBytes(pid) {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kib ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
