import { cpuSeconds, postgresCpuSeconds } from "./cpu.mjs";
import { add, readProbes } from "./probe.mjs";
import { readDatabase, shapeOf } from "./statements.mjs";

/** All counters of the service and of PostgreSQL at one moment. */
export async function snapshot(world) {
  const probes = await readProbes(world);
  const database = await readDatabase(world);
  return {
    at: performance.now(),
    serviceSeconds: probes.pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    databaseSeconds: postgresCpuSeconds(world.postmasterPid),
    backendSeconds: database.backends.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    walBytes: database.walBytes,
    roundTrips: probes.roundTrips,
    busy: probes.busy,
    sent: sentByShape(probes.statements),
    statements: database.statements,
  };
}

/** Calls of the driver by the statement's shape and the name of the work. */
function sentByShape(statements) {
  const sent = new Map();
  for (const [text, calls] of statements) {
    const shape = shapeOf(text);
    const sum = sent.get(shape) ?? new Map();
    sent.set(shape, sum);
    for (const [name, count] of calls) add(sum, name, count);
  }
  return sent;
}

/** The counts between two snapshots. */
export function difference(before, after) {
  return {
    ms: after.at - before.at,
    serviceMicros: (after.serviceSeconds - before.serviceSeconds) * 1e6,
    databaseMicros: (after.databaseSeconds - before.databaseSeconds) * 1e6,
    // Of the service's connections alone. One that has ended meanwhile is missing.
    backendMicros: Math.max(0, after.backendSeconds - before.backendSeconds) * 1e6,
    walBytes: after.walBytes - before.walBytes,
    roundTrips: after.roundTrips - before.roundTrips,
    busy: minus(before.busy, after.busy),
    sent: new Map(
      [...after.sent].map(([shape, calls]) => [
        shape,
        minus(before.sent.get(shape) ?? new Map(), calls),
      ]),
    ),
    statements: new Map(
      [...after.statements].map(([shape, now]) => {
        const past = before.statements.get(shape);
        const since = (name) => now[name] - (past?.[name] ?? 0);
        const names = ["calls", "ms", "wal", "buffers", "rows"];
        const counts = Object.fromEntries(names.map((name) => [name, since(name)]));
        return [shape, { query: now.query, ...counts }];
      }),
    ),
  };
}

function minus(before, after) {
  return new Map([...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)]));
}

/** Adds up differences. */
export function sumOf(differences) {
  const sum = {
    ms: 0,
    serviceMicros: 0,
    databaseMicros: 0,
    backendMicros: 0,
    walBytes: 0,
    roundTrips: 0,
  };
  const [busy, sent, statements] = [new Map(), new Map(), new Map()];
  for (const one of differences) {
    for (const name of Object.keys(sum)) sum[name] += one[name];
    for (const [name, ms] of one.busy) add(busy, name, ms);
    for (const [shape, calls] of one.sent) {
      if (!sent.has(shape)) sent.set(shape, new Map());
      for (const [name, count] of calls) add(sent.get(shape), name, count);
    }
    for (const [shape, { query, ...counts }] of one.statements) {
      const kept = statements.get(shape) ?? { query };
      for (const [name, count] of Object.entries(counts)) kept[name] = (kept[name] ?? 0) + count;
      statements.set(shape, kept);
    }
  }
  return { ...sum, busy, sent, statements };
}
