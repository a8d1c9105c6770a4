import { fill, sampleOrders } from "../lib/fill.mjs";
import { closedLoop, median } from "../lib/load.mjs";
import { measured } from "../lib/measure.mjs";
import { asMerchant, createSessions, pay, statusPath, warmUp } from "../lib/shop.mjs";
import { table, times } from "../lib/table.mjs";
import { startWorld } from "../lib/world.mjs";

const FEW = 10_000;
const MANY = { full: 1_000_000, quick: 100_000 };
const ROUNDS = 6;
const COUNTS = { full: 2_000, quick: 400 };
const IN_FLIGHT = 16;
const LIST = "/api/v1/payment/transactions";

const COLUMNS = [
  { key: "what", title: "" },
  { key: "few", title: "few: p50 ms", places: 2 },
  { key: "fewMicros", title: "db µs" },
  { key: "many", title: "many: p50 ms", places: 2 },
  { key: "manyMicros", title: "db µs" },
  { key: "ratio", title: "p50" },
  { key: "microsRatio", title: "db" },
];

/** Compares the same calls over few and over many payments, in two installations by turns. */
export async function run({ quick }) {
  const many = quick ? MANY.quick : MANY.full;
  const worlds = { few: await filledWorld(FEW), many: await filledWorld(many) };
  try {
    const found = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [size, world] of Object.entries(worlds)) {
        for (const ask of QUESTIONS) {
          const result = await ask.measure(world, quick ? COUNTS.quick : COUNTS.full);
          found.push({ size, what: ask.what, ...result });
        }
      }
    }
    return [
      `volume: the same calls among ${FEW} and among ${many} payments, ${IN_FLIGHT} in flight`,
      "",
      ...table(
        COLUMNS,
        QUESTIONS.map(({ what }) => compare(found, what)),
      ),
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
