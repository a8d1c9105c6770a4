import { fill, sampleOrders } from "../lib/fill.mjs";
import { closedLoop, median } from "../lib/load.mjs";
import { measured } from "../lib/measure.mjs";
import { asMerchant, createOrders, createSessions, pay, statusPath, warmUp } from "../lib/shop.mjs";
import { difference, snapshot } from "../lib/snapshot.mjs";
import { isJob, split } from "../lib/split.mjs";
import { table, times } from "../lib/table.mjs";
import { startWorld } from "../lib/world.mjs";

const FEW = 10_000;
const MANY = { full: 1_000_000, quick: 100_000 };
const ROUNDS = 6;
const COUNTS = { full: 2_000, quick: 400 };
const IN_FLIGHT = 16;
const LIST = "/api/v1/payment/transactions";
const REFUND = "/api/v1/payment/refund";
/** Long enough for the slowest job that follows a payment: the seals. */
const JOBS_FOLLOW_MS = 12_000;
const JOB_ROUNDS = 3;

const COLUMNS = [
  { key: "what", title: "" },
  { key: "few", title: "few: p50 ms", places: 2 },
  { key: "fewMicros", title: "db µs" },
  { key: "many", title: "many: p50 ms", places: 2 },
  { key: "manyMicros", title: "db µs" },
  { key: "ratio", title: "p50" },
  { key: "microsRatio", title: "db" },
];

const JOB_COLUMNS = [
  { key: "job", title: "" },
  { key: "few", title: "few: µs", places: 1 },
  { key: "many", title: "many: µs", places: 1 },
  { key: "ratio", title: "ratio" },
];

/** Compares the same calls over few and over many payments, in two installations by turns. */
export async function run({ quick, rows }) {
  const many = rows ?? (quick ? MANY.quick : MANY.full);
  const count = quick ? COUNTS.quick : COUNTS.full;
  const worlds = {};
  try {
    worlds.few = await filledWorld(FEW);
    worlds.many = await filledWorld(many);
    const found = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [size, world] of Object.entries(worlds)) {
        for (const ask of QUESTIONS) {
          const result = await ask.measure(world, count);
          found.push({ size, what: ask.what, ...result });
        }
      }
    }
    const jobs = await compareJobs(worlds, count);
    return [
      `volume: the same calls among ${FEW} and among ${many} payments, ${IN_FLIGHT} in flight`,
      "",
      ...table(
        COLUMNS,
        QUESTIONS.map(({ what }) => compare(found, what)),
      ),
      "",
      "background jobs behind a payment, execution time in the database",
      "",
      ...table(JOB_COLUMNS, jobs),
    ];
  } finally {
    await Promise.all(Object.values(worlds).map((world) => world.close()));
  }
}

async function filledWorld(count) {
  // The books are sealed beforehand, so that the service does not seal them during the measurement.
  const world = await startWorld({
    fill: (installation) => fill(installation, count, { isSealed: true }),
  });
  const orders = await sampleOrders(world, 500);
  await warmUp(world);
  return { ...world, orders };
}

const QUESTIONS = [
  {
    what: "pay",
    async measure(world, count) {
      const sessions = await createSessions(world, count);
      return loop(world, { count, send: (index) => pay(world, sessions[index]) });
    },
  },
  {
    what: "refund",
    async measure(world, count) {
      const orders = await createOrders(world, Math.ceil(count / 4));
      const send = (index) =>
        world.line.post(REFUND, { order_id: orders[index].order }, asMerchant(world));
      return loop(world, { count: orders.length, send });
    },
  },
  {
    what: "payment status",
    measure: (world, count) =>
      loop(world, {
        count,
        send: (index) => world.line.get(statusPath(world.orders[index % world.orders.length])),
      }),
  },
  list("first list page", ""),
  list("first page of the declined", "status=failed"),
  {
    what: "summary",
    measure: (world, count) =>
      loop(world, {
        count: Math.ceil(count / 4),
        send: () => world.line.get("/api/v1/payment/summary", asMerchant(world)),
      }),
  },
];

function list(what, query) {
  return {
    what,
    measure: (world, count) =>
      loop(world, {
        count: Math.ceil(count / 4),
        send: () => world.line.get(`${LIST}?${query}`, asMerchant(world)),
      }),
  };
}

function loop({ servicePid: pid, postmasterPid }, { count, send }) {
  return measured({ pid, postmasterPid }, () => closedLoop({ inFlight: IN_FLIGHT, count, send }));
}

/** The jobs' time in the database for each payment, in both installations by turns. */
async function compareJobs(worlds, count) {
  const rounds = { few: [], many: [] };
  for (let round = 0; round < JOB_ROUNDS; round += 1) {
    for (const [size, world] of Object.entries(worlds)) {
      rounds[size].push(await jobsBehindPay(world, count));
    }
  }
  const middle = (size, job) => median(rounds[size].map((jobs) => jobs.get(job) ?? 0));
  const names = [...new Set([...rounds.few, ...rounds.many].flatMap((jobs) => [...jobs.keys()]))];
  return names
    .map((job) => ({ job, few: middle("few", job), many: middle("many", job) }))
    .map((row) => ({ ...row, ratio: times(row.many, row.few) }))
    .filter(({ few, many }) => Math.max(few, many) >= 1)
    .toSorted((one, other) => other.many - one.many);
}

async function jobsBehindPay(world, count) {
  const sessions = await createSessions(world, count);
  const before = await snapshot(world);
  const send = (index) => pay(world, sessions[index]);
  await closedLoop({ inFlight: IN_FLIGHT, count, send });
  await new Promise((resolve) => setTimeout(resolve, JOBS_FOLLOW_MS));
  const parts = split(difference(before, await snapshot(world)));
  const jobs = [...parts].filter(([name]) => isJob(name));
  return new Map(jobs.map(([name, { ms }]) => [name, (ms * 1_000) / count]));
}

function compare(found, what) {
  const middle = (size, name) =>
    median(found.filter((one) => one.size === size && one.what === what).map((one) => one[name]));
  const [few, many] = [middle("few", "p50"), middle("many", "p50")];
  const [fewMicros, manyMicros] = [
    middle("few", "databaseMicros"),
    middle("many", "databaseMicros"),
  ];
  const ratio = times(many, few);
  return {
    what,
    few,
    many,
    fewMicros,
    manyMicros,
    ratio,
    microsRatio: times(manyMicros, fewMicros),
  };
}
