import { cpus } from "node:os";
import { childrenOf, pinTo } from "../lib/cpu.mjs";
import { openLine } from "../lib/line.mjs";
import { closedLoop, median } from "../lib/load.mjs";
import { createSessions, pay, warmUp } from "../lib/shop.mjs";
import { table, times } from "../lib/table.mjs";
import { inWorld } from "../lib/world.mjs";

const ROUNDS = { full: 5, quick: 3 };
const COUNTS = { full: 10_000, quick: 3_000 };
/** For each process of the service. */
const IN_FLIGHT = 64;

const COLUMNS = [
  { key: "setup", title: "" },
  { key: "perSecond", title: "pays/s" },
  { key: "p50", title: "p50 ms", places: 2 },
  { key: "p99", title: "p99 ms", places: 2 },
];

/**
 * Compares one process of the service on one core with two on two. All programs share the cores of
 * a turn: the service, PostgreSQL, the test bank and the load.
 */
export function run({ quick }) {
  if (process.platform !== "linux" || cpus().length < 2) {
    return ["processes: left out, because it needs Linux and two cores"];
  }
  const size = quick ? "quick" : "full";
  return inWorld({}, async (world) => {
    const second = await world.restart();
    const lines = [world.line, openLine(second.url)];
    const programs = [process.pid, world.servicePid, second.pid, world.bank.pid];
    try {
      for (const line of lines) await warmUp({ ...world, line });
      const [one, two] = await compare({ world, lines, programs, size });
      return [
        "processes: card payments by one process of the service on one core, and by two on two;",
        `PostgreSQL, bank and load share these cores; medians of ${ROUNDS[size]} turns`,
        "",
        ...table(COLUMNS, [one, two]),
        "",
        `two processes make ${times(two.perSecond, one.perSecond)} the payments of one`,
      ];
    } finally {
      pinTo("0-1", [process.pid]);
      await lines[1].close();
      await second.stop();
    }
  });
}

async function compare({ world, lines, programs, size }) {
  const setups = [
    { setup: "one process, one core", cores: "0", lines: lines.slice(0, 1) },
    { setup: "two processes, two cores", cores: "0-1", lines },
  ];
  const found = setups.map(() => []);
  for (let round = 0; round < ROUNDS[size]; round += 1) {
    for (const [index, { cores, lines: used }] of setups.entries()) {
      // A new connection's backend inherits the cores of the postmaster.
      const { postmasterPid } = world;
      pinTo(cores, [...programs, postmasterPid, ...childrenOf(postmasterPid)]);
      found[index].push(await payThrough(world, used, COUNTS[size]));
    }
  }
  return setups.map(({ setup }, index) => {
    const middle = (key) => median(found[index].map((turn) => turn[key]));
    return {
      setup,
      perSecond: middle("perSecond"),
      p50: middle("p50"),
      p99: middle("p99"),
    };
  });
}

async function payThrough(world, lines, count) {
  const sessions = await createSessions(world, count);
  const shops = lines.map((line) => ({ ...world, line }));
  const inFlight = IN_FLIGHT * lines.length;
  const send = (index) => pay(shops[index % shops.length], sessions[index]);
  return closedLoop({ inFlight, count, send });
}
