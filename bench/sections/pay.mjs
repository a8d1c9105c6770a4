import { residentBytes } from "../lib/cpu.mjs";
import { closedLoop, openLoop } from "../lib/load.mjs";
import { measured } from "../lib/measure.mjs";
import { payOneAtATime } from "../lib/one-at-a-time.mjs";
import { createSessions, pay, warmUp } from "../lib/shop.mjs";
import { explainStalls } from "../lib/stalls.mjs";
import { table, times } from "../lib/table.mjs";
import { inWorld } from "../lib/world.mjs";

/** The number of payments to measure, by the number of payments in flight. */
const COUNTS = { 1: 2_000, 8: 10_000, 32: 20_000, 128: 40_000 };
const QUICK_COUNTS = { 1: 300, 8: 1_500, 32: 3_000, 128: 6_000 };
const QUARTER_SECONDS = { full: 20, quick: 4 };

const COLUMNS = [
  { key: "inFlight", title: "in flight" },
  { key: "perSecond", title: "pays/s" },
  { key: "p50", title: "p50 ms", places: 2 },
  { key: "p99", title: "p99 ms", places: 2 },
  { key: "serviceMicros", title: "app µs" },
  { key: "databaseMicros", title: "db µs" },
  { key: "barePerSecond", title: "one at a time/s" },
  { key: "bareP50", title: "its p50" },
  { key: "bareMicros", title: "its db µs" },
  { key: "ratio", title: "ratio" },
];

/** Compares card payments with the same rows written by the bare driver without batches. */
export function run({ quick }) {
  return inWorld({}, async (world) => {
    await warmUp(world);
    const rows = [];
    for (const [inFlight, count] of Object.entries(quick ? QUICK_COUNTS : COUNTS)) {
      rows.push(await compare(world, { inFlight: Number(inFlight), count }));
    }
    const peak = Math.max(...rows.map(({ perSecond }) => perSecond));
    const seconds = quick ? QUARTER_SECONDS.quick : QUARTER_SECONDS.full;
    const quarter = await steady(world, { perSecond: peak / 4, seconds });
    const resident = residentBytes(world.servicePid);
    return [
      "pay: durable card payments over HTTP, against the same rows written one payment at a time",
      "by the bare driver (two commits each)",
      "",
      ...table(COLUMNS, rows),
      "",
      `at a quarter of the peak (${(peak / 4).toFixed(0)} a second): p50 ${ms(quarter.p50)}, ` +
        `p99 ${ms(quarter.p99)}, which is ${times(quarter.p99, quarter.p50)} p50`,
      ...quarter.lines,
      "",
      `resident memory of the service: ${(resident / 2 ** 20).toFixed(0)} MiB under this load`,
    ];
  });
}

async function compare(world, { inFlight, count }) {
  const sessions = await createSessions(world, count);
  const { servicePid: pid, postmasterPid } = world;
  const send = (index) => pay(world, sessions[index]);
  const paid = await measured({ pid, postmasterPid }, () => closedLoop({ inFlight, count, send }));
  const load = { inFlight, count: Math.ceil(count / 2) };
  const bare = await measured({ postmasterPid }, () => payOneAtATime(world, load));
  return {
    inFlight,
    ...paid,
    barePerSecond: bare.perSecond,
    bareP50: bare.p50,
    bareMicros: bare.databaseMicros,
    ratio: times(paid.perSecond, bare.perSecond),
  };
}

async function steady(world, { perSecond, seconds }) {
  const count = Math.ceil(perSecond * seconds);
  const sessions = await createSessions(world, count);
  const send = (index) => pay(world, sessions[index]);
  return explainStalls(world, () => openLoop({ perSecond, count, send }));
}

function ms(value) {
  return `${value.toFixed(2)} ms`;
}
