import { table } from "./table.mjs";

const COSTS = [
  { key: "what", title: "in flight" },
  { key: "perSecond", title: "a second" },
  { key: "p50", title: "p50 ms", places: 2 },
  { key: "appMicros", title: "app µs" },
  { key: "databaseMicros", title: "db µs" },
  { key: "behindApp", title: "behind: app" },
  { key: "behindDatabase", title: "db µs" },
  { key: "walBytes", title: "WAL" },
  { key: "behindWal", title: "behind" },
  { key: "statements", title: "statements", places: 2 },
  { key: "roundTrips", title: "round trips", places: 2 },
  { key: "garbage", title: "garbage KB" },
  { key: "collections", title: "GC µs" },
];

const RATIOS = [
  { key: "what", title: "in flight" },
  { key: "bareMicros", title: "bare rows: db µs" },
  { key: "barePerSecond", title: "a second" },
  { key: "bareWal", title: "WAL" },
  { key: "pgbenchMicros", title: "pgbench: db µs" },
  { key: "pgbenchPerSecond", title: "a second" },
  { key: "cpu", title: "CPU", places: 2 },
  { key: "app", title: "app", places: 2 },
  { key: "speed", title: "speed", places: 2 },
  { key: "wal", title: "WAL", places: 2 },
  { key: "background", title: "background", places: 2 },
  { key: "cpuToPgbench", title: "to pgbench: CPU", places: 2 },
  { key: "speedToPgbench", title: "speed", places: 2 },
];

const JOBS = [
  { key: "name", title: "job" },
  { key: "appMicros", title: "app µs", places: 1 },
  { key: "databaseMicros", title: "db µs", places: 1 },
  { key: "walBytes", title: "WAL" },
  { key: "statements", title: "statements", places: 3 },
];

export function costTable(results) {
  return table(
    COSTS,
    results.map((result) => ({
      ...result,
      ...result.own,
      what: `${result.what} ${result.inFlight}`,
      behindApp: result.behind.appMicros,
      behindDatabase: result.behind.databaseMicros,
      behindWal: result.behind.walBytes,
      garbage: result.garbageBytes / 1_024,
      collections: result.collectionMicros,
    })),
  );
}

/** Everything of an operation, divided by the same of the bare rows in the same turns. */
export function ratioTable(results) {
  return table(
    RATIOS,
    results.map(({ what, inFlight, bare, pgbench, ratios }) => ({
      what: `${what} ${inFlight}`,
      bareMicros: bare.databaseMicros,
      barePerSecond: bare.perSecond,
      bareWal: bare.walBytes,
      pgbenchMicros: pgbench?.databaseMicros,
      pgbenchPerSecond: pgbench?.perSecond,
      ...ratios,
    })),
  );
}

/** The jobs that cost most, by processor time for each operation. */
export function jobTable({ jobs }) {
  const cost = (job) => job.appMicros + job.databaseMicros;
  return table(JOBS, jobs.toSorted((one, other) => cost(other) - cost(one)).slice(0, 10));
}

/** One line on the service without calls. */
export function idleLine({ appMicros, databaseMicros, statements }) {
  return (
    `idle, for each second: app ${appMicros.toFixed(0)} µs, database ` +
    `${databaseMicros.toFixed(0)} µs, ${statements.toFixed(1)} statements`
  );
}
