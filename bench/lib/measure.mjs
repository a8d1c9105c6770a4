import { cpuSeconds, postgresCpuSeconds } from "./cpu.mjs";

/**
 * A load with the processor time that it took: `serviceMicros` of the process that answered,
 * `databaseMicros` of PostgreSQL, both for one request.
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
