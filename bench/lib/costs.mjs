import { closedLoop, median } from "./load.mjs";
import { openOneAtATime } from "./one-at-a-time.mjs";
import { hasPgbench, payByPgbench } from "./pgbench.mjs";
import { readCollections } from "./probe.mjs";
import { createSession } from "./shop.mjs";
import { difference, snapshot, sumOf } from "./snapshot.mjs";
import { background, isJob, OWN, split, total } from "./split.mjs";

/** Clients of the bare driver in every comparison. */
const BARE_CLIENTS = 32;
const TRAIL_MS = 1_500;
const REST_MS = 5_000;
const POKED_EVERY_MS = 1_000;
/** An idle process begins to rest after ten seconds without a call. */
const IDLE_AFTER_MS = 15_000;
/** Long enough for the slowest job that follows an operation: the seals. */
const JOBS_FOLLOW_MS = { full: 12_000, quick: 6_000 };

/**
 * Measures an operation and the rows of a payment by the bare driver, in turns. The background's
 * work counts until some seconds after the last turn, because it follows the operation; what the
 * jobs do in that time without any operation is measured before and taken off. A call may carry
 * several operations (`each`), such as the lines of a file.
 */
export async function costOf(world, { what, inFlight, count, each = 1, rounds, isQuick, prepare }) {
  const sends = await prepare(count * rounds);
  const rows = openOneAtATime(world, BARE_CLIENTS);
  await rows.pay({ inFlight: BARE_CLIENTS, count: BARE_CLIENTS * 8 });
  await waitForJobs(isQuick);
  const rest = await restOf(world);
  const began = await snapshot(world);
  const turns = [];
  const bare = [];
  for (let round = 0; round < rounds; round += 1) {
    const send = (index) => sends(round * count + index);
    turns.push(await turnOf(world, each, () => closedLoop({ inFlight, count, send })));
    // The jobs that follow at once must not compete with the rows of the bare driver.
    await later(TRAIL_MS);
    bare.push(await bareTurn(world, rows, Math.max(400, Math.ceil((count * each) / 2))));
  }
  await rows.close();
  await waitForJobs(isQuick);
  const phase = difference(began, await snapshot(world));
  return summaryOf({ what, inFlight, count: count * each * rounds, turns, bare, phase, rest });
}

/**
 * Measures the service and its database while nothing is done. A call each second keeps the process
 * from going idle, because in the pauses between turns it isn't idle either.
 */
async function restOf(world) {
  const before = await snapshot(world);
  for (let ms = 0; ms < REST_MS; ms += POKED_EVERY_MS) {
    await createSession(world);
    await later(POKED_EVERY_MS);
  }
  return difference(before, await snapshot(world));
}

/** The cost of a second in which the service is idle. */
export async function idleCost(world) {
  await later(IDLE_AFTER_MS);
  const before = await snapshot(world);
  await later(REST_MS);
  const idle = difference(before, await snapshot(world));
  const inSecond = (amount) => (amount / idle.ms) * 1_000;
  return {
    appMicros: inSecond(idle.serviceMicros),
    databaseMicros: inSecond(idle.databaseMicros),
    statements: inSecond(total(split(idle), "calls")),
  };
}

async function turnOf(world, each, load) {
  await readCollections(world);
  const before = await snapshot(world);
  const result = await load();
  const counted = difference(before, await snapshot(world));
  return {
    ...result,
    perSecond: result.perSecond * each,
    count: result.latencies.length * each,
    counted,
    gc: await readCollections(world),
  };
}

/** The rows of payments in a database of their own, so that no job of the service follows them. */
async function bareTurn(world, rows, count) {
  const driver = await rowsCost(world, count, () => rows.pay({ inFlight: BARE_CLIENTS, count }));
  if (!hasPgbench()) return { driver };
  const pgbench = await rowsCost(world, count, () => ({ perSecond: payByPgbench(world, count) }));
  return { driver, pgbench };
}

async function rowsCost(world, count, write) {
  const before = await snapshot(world);
  const { perSecond } = await write();
  const { databaseMicros, walBytes } = difference(before, await snapshot(world));
  return { perSecond, databaseMicros: databaseMicros / count, walBytes: walBytes / count };
}

function summaryOf({ what, inFlight, count, turns, bare, phase, rest }) {
  const sum = sumOf(turns.map((turn) => turn.counted));
  const { own, behind, jobs } = partsOf({ sum, phase, rest, count });
  const middle = (name) => median(turns.map((turn) => turn[name]));
  const found = {
    what,
    inFlight,
    perSecond: middle("perSecond"),
    p50: middle("p50"),
    p99: middle("p99"),
    own,
    behind,
    jobs,
    roundTrips: sum.roundTrips / count,
    garbageBytes: turns.reduce((more, turn) => more + turn.gc.bytes, 0) / count,
    collectionMicros: turns.reduce((more, turn) => more + turn.gc.micros, 0) / count,
    bare: bareMedians(bare, "driver"),
    pgbench: bare[0].pgbench && bareMedians(bare, "pgbench"),
  };
  return { ...found, ratios: ratiosOf(found) };
}

/**
 * The operation's own cost and that of the jobs behind it, for each operation. Between the turns,
 * only the part of the jobs' work counts that they don't do at rest.
 */
function partsOf({ sum, phase, rest, count }) {
  const [inTurns, whole] = [split(sum), split(phase)];
  // Statements and the event loop are timed by the clock, which counts waiting too. Between the
  // turns they wait for other programs more.
  const app = (busyMs) => (busyMs * sum.serviceMicros) / total(inTurns, "busyMs") / count;
  const database = (ms) => (ms * sum.databaseMicros) / total(inTurns, "ms") / count;
  const between = (field, micros) =>
    (phase[micros] - sum[micros]) / (total(whole, field) - total(inTurns, field)) / count;
  const appBetween = between("busyMs", "serviceMicros");
  const databaseBetween = between("ms", "backendMicros");
  const atRest = split(rest);
  const pauses = (phase.ms - sum.ms) / rest.ms;
  const jobs = [...whole]
    .filter(([name]) => isJob(name))
    .map(([name, part]) => {
      const within = (field) => inTurns.get(name)?.[field] ?? 0;
      const atRestOf = (field) => pauses * (atRest.get(name)?.[field] ?? 0);
      const more = (field) => Math.max(0, part[field] - atRestOf(field));
      const outside = (field) => Math.max(0, part[field] - within(field) - atRestOf(field));
      return {
        name,
        appMicros: app(within("busyMs")) + appBetween * outside("busyMs"),
        databaseMicros: database(within("ms")) + databaseBetween * outside("ms"),
        walBytes: more("wal") / count,
        statements: more("calls") / count,
      };
    });
  const sumOfJobs = (field) => jobs.reduce((more, job) => more + job[field], 0);
  return {
    jobs,
    own: {
      appMicros: app(total(inTurns, "busyMs") - background(inTurns, "busyMs")),
      databaseMicros: database(total(inTurns, "ms") - background(inTurns, "ms")),
      walBytes: (sum.walBytes - background(inTurns, "wal")) / count,
      statements: (inTurns.get(OWN)?.calls ?? 0) / count,
    },
    behind: {
      appMicros: sumOfJobs("appMicros"),
      databaseMicros: sumOfJobs("databaseMicros"),
      walBytes: sumOfJobs("walBytes"),
    },
  };
}

function bareMedians(turns, name) {
  const middle = (field) => median(turns.map((turn) => turn[name][field]));
  return {
    perSecond: middle("perSecond"),
    databaseMicros: middle("databaseMicros"),
    walBytes: middle("walBytes"),
  };
}

function ratiosOf({ own, behind, bare, pgbench, perSecond }) {
  const behindMicros = behind.appMicros + behind.databaseMicros;
  const micros = own.appMicros + own.databaseMicros + behindMicros;
  return {
    cpu: micros / bare.databaseMicros,
    app: (own.appMicros + behind.appMicros) / bare.databaseMicros,
    speed: perSecond / bare.perSecond,
    wal: (own.walBytes + behind.walBytes) / bare.walBytes,
    background: behindMicros / micros,
    cpuToPgbench: pgbench && micros / pgbench.databaseMicros,
    speedToPgbench: pgbench && perSecond / pgbench.perSecond,
  };
}

function waitForJobs(isQuick) {
  return later(isQuick ? JOBS_FOLLOW_MS.quick : JOBS_FOLLOW_MS.full);
}

function later(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
