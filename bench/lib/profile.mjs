import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closedLoop } from "./load.mjs";
import { add, askProbes } from "./probe.mjs";
import { createSessions, pay } from "./shop.mjs";
import { difference, snapshot } from "./snapshot.mjs";
import { table } from "./table.mjs";

const COUNT = 6_000;
const SHOWN = 40;

/**
 * Profiles payments with 128 in flight: writes the V8 profiles into `folder`, for the developer
 * tools of a browser, and resolves to summaries by module, function and SQL statement.
 */
export async function writeProfile(world, folder) {
  const { profiles, statements } = await profileTime(world);
  const garbage = await profileGarbage(world);
  mkdirSync(folder, { recursive: true });
  for (const [index, profile] of profiles.entries()) {
    writeFileSync(join(folder, `pay-${index}.cpuprofile`), JSON.stringify(profile));
    writeFileSync(join(folder, `pay-${index}.heapprofile`), JSON.stringify(garbage[index]));
  }
  const lines = [
    "where the service spends a payment with 128 in flight",
    ...summaryOf(timeByFrame(profiles[0]), { key: "amount", title: "app µs", places: 1 }),
    ...summaryOf(garbageByFrame(garbage[0]), { key: "amount", title: "garbage B" }),
    "",
    ...statementTable(statements, COUNT),
  ];
  writeFileSync(join(folder, "summary.txt"), `${lines.join("\n")}\n`);
  return ["", ...lines];
}

async function profileTime(world) {
  const sessions = await createSessions(world, COUNT);
  await askProbes(world, "/profile/start");
  const before = await snapshot(world);
  await payAll(world, sessions);
  const { statements } = difference(before, await snapshot(world));
  return { profiles: await askProbes(world, "/profile/stop"), statements };
}

async function profileGarbage(world) {
  const sessions = await createSessions(world, COUNT);
  await askProbes(world, "/garbage/start");
  await payAll(world, sessions);
  return askProbes(world, "/garbage/stop");
}

function payAll(world, sessions) {
  const send = (index) => pay(world, sessions[index]);
  return closedLoop({ inFlight: 128, count: sessions.length, send });
}

/** Self time of each function in µs for each payment. */
function timeByFrame({ nodes, samples, timeDeltas }) {
  const self = new Map();
  for (const [index, id] of samples.entries()) add(self, id, timeDeltas[index] / COUNT);
  return nodes
    .filter(({ id, callFrame }) => self.has(id) && callFrame.functionName !== "(idle)")
    .map(({ id, callFrame }) => ({ callFrame, amount: self.get(id) }));
}

/** Bytes that each function allocates for each payment. */
function garbageByFrame({ head }) {
  const { callFrame, selfSize, children } = head;
  const below = children.flatMap((child) => garbageByFrame({ head: child }));
  return selfSize === 0 ? below : [{ callFrame, amount: selfSize / COUNT }, ...below];
}

function summaryOf(frames, column) {
  const modules = new Map();
  const functions = new Map();
  for (const { callFrame, amount } of frames) {
    const { functionName, url, lineNumber } = callFrame;
    const name = `${functionName || "(anonymous)"} ${shortened(url)}:${lineNumber + 1}`;
    add(modules, moduleOf(url, functionName), amount);
    add(functions, name, amount);
  }
  return [
    "",
    ...table([column, { key: "name", title: "module" }], largest(modules)),
    "",
    ...table([column, { key: "name", title: "function" }], largest(functions)),
  ];
}

function largest(counts) {
  return [...counts]
    .map(([name, amount]) => ({ name, amount }))
    .toSorted((one, other) => other.amount - one.amount)
    .slice(0, SHOWN);
}

/** The package, the folder of Vezne, or the part of Node that a function belongs to. */
function moduleOf(url, functionName) {
  if (url === "") return functionName.startsWith("(") ? functionName : "native";
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name !== undefined) return name;
  if (url.startsWith("node:")) return url;
  return shortened(url).split("/").slice(0, 3).join("/");
}

function shortened(url) {
  return url.replace(/^.*\/(?=dist\/|node_modules\/|bench\/)/, "");
}

function statementTable(statements, count) {
  const columns = [
    { key: "micros", title: "db µs", places: 1 },
    { key: "wal", title: "WAL" },
    { key: "buffers", title: "buffers", places: 1 },
    { key: "calls", title: "calls", places: 4 },
    { key: "text", title: "statement" },
  ];
  const rows = [...statements.values()]
    .map(({ query, ms, wal, buffers, calls }) => ({
      micros: (ms * 1_000) / count,
      wal: wal / count,
      buffers: buffers / count,
      calls: calls / count,
      text: query.replaceAll(/\s+/g, " ").trim().slice(0, 80),
    }))
    .filter(({ calls }) => calls > 0)
    .toSorted((one, other) => other.micros - one.micros);
  return table(columns, rows.slice(0, SHOWN));
}
