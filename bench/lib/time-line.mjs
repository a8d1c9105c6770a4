import { closedLoop, median } from "./load.mjs";
import { askProbes } from "./probe.mjs";
import { createSessions, pay } from "./shop.mjs";
import { table } from "./table.mjs";

const COLUMNS = [
  { key: "from", title: "from" },
  { key: "to", title: "to" },
  { key: "ms", title: "median ms", places: 3 },
];

/** The time line of payments that are made one after the other: medians between two moments. */
export async function timeLine(world, count) {
  const sessions = await createSessions(world, count);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await askProbes(world, "/moments/start");
  const send = (index) => pay(world, sessions[index]);
  const { p50 } = await closedLoop({ inFlight: 1, count, send });
  const [moments] = await askProbes(world, "/moments/stop");
  const rows = mediansOf(moments);
  const inService = rows.reduce((sum, { ms }) => sum + ms, 0);
  return table(COLUMNS, [
    ...rows,
    { from: "client, sockets and wake-ups", to: "", ms: p50 - inService },
    { from: "the whole payment", to: "", ms: p50 },
  ]);
}

/** Steps by their order; a payment that a job or another call interrupted has other steps. */
function mediansOf(moments) {
  const lines = [];
  for (const [moment, at] of moments) {
    if (moment === "request") lines.push([]);
    lines.at(-1)?.push({ moment, at });
  }
  const shapes = new Map();
  for (const line of lines) {
    const shape = line.map(({ moment }) => moment).join();
    shapes.set(shape, [...(shapes.get(shape) ?? []), line]);
  }
  const [usual = []] = [...shapes.values()].toSorted((one, other) => other.length - one.length);
  const [first = []] = usual;
  return first.slice(1).map(({ moment }, index) => ({
    from: first[index].moment,
    to: moment,
    ms: median(usual.map((line) => line[index + 1].at - line[index].at)),
  }));
}
