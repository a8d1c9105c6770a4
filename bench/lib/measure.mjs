import { cpuSeconds, postgresCpuSeconds } from "./cpu.mjs";

/**
 * Runs a load and measures its CPU time per request in µs: `serviceMicros` of the process that
 * answers, `databaseMicros` of PostgreSQL.
 */
export async function measured({ pid, postmasterPid }, load) {
  const before = readCpu({ pid, postmasterPid });
  const result = await load();
  const after = readCpu({ pid, postmasterPid });
  const micros = (name) => ((after[name] - before[name]) / result.latencies.length) * 1e6;
  return { ...result, serviceMicros: micros("service"), databaseMicros: micros("database") };
}

function readCpu({ pid, postmasterPid }) {
  return {
    service: pid === undefined ? 0 : cpuSeconds(pid),
    database: postgresCpuSeconds(postmasterPid),
  };
}
