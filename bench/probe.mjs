import { subscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { performance, PerformanceObserver } from "node:perf_hooks";
import { GCProfiler } from "node:v8";
import { isMainThread } from "node:worker_threads";
import pg from "pg";

// Loaded into the service by `--import`. It counts what the service does and answers on a Unix
// socket in the folder BENCH_PROBES; the service itself knows nothing of it.
const OTHER = "other";
const SAMPLE_MICROS = 200;
const SAMPLE_BYTES = 16_384;
/** One of so many stretches of work is timed; of jobs, which are few, each is. */
const TIMED_EACH = 7;

/** Busy time of the event loop in ms, by the name of the work. */
const busy = new Map();
/** Calls of each statement, by the name of the work. */
const statements = new Map();
let roundTrips = 0;
let work = OTHER;
let changes = 0;
let last;

// Reading the clock of the event loop at each change would cost as much as a tenth of a payment.
subscribe("vezne:work", (name) => {
  if (stalls !== undefined) recordStretch();
  if (last !== undefined) {
    const now = performance.eventLoopUtilization();
    const active = (now.active - last.active) * (isJob(work) ? 1 : TIMED_EACH);
    // After a pause of the loop it isn't known where the previous work ended.
    const before = now.idle > last.idle ? active / 2 : active;
    add(busy, work, before);
    add(busy, name, active - before);
  }
  if (!isJob(name)) changes += 1;
  const isTimed = isJob(name) || changes % TIMED_EACH === 0;
  last = isTimed ? performance.eventLoopUtilization() : undefined;
  work = name;
});

function isJob(name) {
  return name.startsWith("job ");
}

const { query, _handleReadyForQuery: ready } = pg.Client.prototype;
pg.Client.prototype.query = function countedQuery(...given) {
  const [asked] = given;
  const text = typeof asked === "string" ? asked : asked.text;
  if (text === undefined) followSubmit(asked, work);
  else count(text, work);
  const answered = query.apply(this, given);
  if (moments !== undefined && !isJob(work)) recordStatement(asked, answered);
  return answered;
};
pg.Client.prototype._handleReadyForQuery = function countedReady(...given) {
  roundTrips += 1;
  return ready.apply(this, given);
};

/** The work of an object that sends its messages itself, while it does. */
let sender;
const textByName = new Map();
const { query: send, parse, bind } = pg.Connection.prototype;
pg.Connection.prototype.query = function countedSend(text) {
  if (sender !== undefined) count(text, sender);
  return send.call(this, text);
};
pg.Connection.prototype.parse = function namedParse(message) {
  textByName.set(message.name, message.text);
  return parse.call(this, message);
};
pg.Connection.prototype.bind = function countedBind(message) {
  if (sender !== undefined) count(textByName.get(message.statement) ?? message.statement, sender);
  return bind.call(this, message);
};

function recordStatement({ name, label = "statement", callback }, answered) {
  record(`${name ?? label} sent`);
  const end = () => record(`${name ?? label} done`);
  if (answered instanceof Promise) answered.then(end, end);
  if (name === undefined && callback !== undefined) {
    answered.callback = (...result) => {
      end();
      callback(...result);
    };
  }
}

function followSubmit(asked, name) {
  const { submit } = asked;
  asked.submit = (connection) => {
    sender = name;
    try {
      return submit.call(asked, connection);
    } finally {
      sender = undefined;
    }
  };
}

function count(text, name) {
  const calls = statements.get(text) ?? new Map();
  statements.set(text, calls);
  add(calls, name, 1);
}

let collections = new GCProfiler();
collections.start();
const inspector = new Session();
inspector.connect();

/** Moments of payments, while they are recorded; meant for one payment at a time. */
let moments;
function record(moment) {
  moments?.push([moment, performance.now()]);
}
subscribe("http.server.request.start", () => record("request"));
subscribe("http.server.response.finish", () => record("answer"));
subscribe("undici:request:create", () => record("bank asked"));
subscribe("undici:request:trailers", () => record("bank answered"));

/** Stretches of the event loop and collections that last for 2 ms or more, while recorded. */
let stalls;
let enteredAt = 0;
const STALL_MS = 2;
function recordStretch() {
  const now = performance.now();
  if (now - enteredAt >= STALL_MS) {
    const { idle } = performance.eventLoopUtilization(idleBefore);
    if (now - enteredAt - idle >= STALL_MS) addStall(work, enteredAt, now);
  }
  idleBefore = performance.eventLoopUtilization();
  enteredAt = now;
}
let idleBefore = performance.eventLoopUtilization();
function addStall(name, from, to) {
  stalls?.push({ name, from: performance.timeOrigin + from, to: performance.timeOrigin + to });
}
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    if (duration >= STALL_MS) addStall("garbage collection", startTime, startTime + duration);
  }
}).observe({ entryTypes: ["gc"] });

const ANSWERS = {
  "/stalls/start": () => {
    stalls = [];
    return {};
  },
  "/stalls/stop": () => {
    const found = stalls;
    stalls = undefined;
    return found;
  },
  "/moments/start": () => {
    moments = [];
    return {};
  },
  "/moments/stop": () => {
    const found = moments;
    moments = undefined;
    return found;
  },
  "/read": () => ({
    busy: Object.fromEntries(busy),
    statements: [...statements].map(([text, calls]) => ({
      text,
      calls: Object.fromEntries(calls),
    })),
    roundTrips,
    pid: process.pid,
    heapUsed: process.memoryUsage().heapUsed,
  }),
  /** Garbage collections since the last call. */
  "/collections": () => {
    const { statistics } = collections.stop();
    collections = new GCProfiler();
    collections.start();
    return statistics.map(({ gcType, cost, beforeGC, afterGC }) => ({
      kind: gcType,
      micros: cost,
      before: beforeGC.heapStatistics.usedHeapSize,
      after: afterGC.heapStatistics.usedHeapSize,
    }));
  },
  "/profile/start": async () => {
    await inspector.post("Profiler.enable");
    await inspector.post("Profiler.setSamplingInterval", { interval: SAMPLE_MICROS });
    await inspector.post("Profiler.start");
    return {};
  },
  "/profile/stop": async () => (await inspector.post("Profiler.stop")).profile,
  "/garbage/start": async () => {
    await inspector.post("HeapProfiler.startSampling", {
      samplingInterval: SAMPLE_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    return {};
  },
  "/garbage/stop": async () => (await inspector.post("HeapProfiler.stopSampling")).profile,
};

const server = createServer(({ url }, answer) => {
  Promise.resolve(ANSWERS[url]()).then(
    (found) => answer.end(JSON.stringify(found)),
    (error) => answer.destroy(error),
  );
});
// The service's threads, which read files, load this module as well.
if (isMainThread) server.listen(join(process.env.BENCH_PROBES, `${process.pid}.sock`));
server.unref();

function add(counts, name, more) {
  counts.set(name, (counts.get(name) ?? 0) + more);
}
