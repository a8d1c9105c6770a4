import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closedLoop } from "./load.mjs";
import { askProbes } from "./probe.mjs";
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
  const sessions = await createSessions(world, COUNT);
  await askProbes(world, "/profile/start");
  const before = await snapshot(world);
  const send = (index) => pay(world, sessions[index]);
  await closedLoop({ inFlight: 128, count: COUNT, send });
  const { statements } = difference(before, await snapshot(world));
  const profiles = await askProbes(world, "/profile/stop");
  mkdirSync(folder, { recursive: true });
  for (const [index, profile] of profiles.entries()) {
    writeFileSync(join(folder, `pay-${index}.cpuprofile`), JSON.stringify(profile));
  }
  const lines = [
    ...summaryOf(profiles[0]),
    "",
    "by statement, for each payment",
    "",
    ...statementTable(statements, COUNT),
  ];
  writeFileSync(join(folder, "summary.txt"), `${lines.join("\n")}\n`);
  return ["", ...lines];
}

/** Self time by module and by function in µs for each payment. */
function summaryOf({ nodes, samples, timeDeltas }) {
  const self = new Map();
  for (const [index, id] of samples.entries()) {
    self.set(id, (self.get(id) ?? 0) + timeDeltas[index]);
  }
  const modules = new Map();
  const functions = new Map();
  for (const { id, callFrame } of nodes) {
    const micros = (self.get(id) ?? 0) / COUNT;
    const { functionName, url, lineNumber } = callFrame;
    if (micros === 0 || functionName === "(idle)") continue;
    const module = moduleOf(url, functionName);
    const name = `${functionName || "(anonymous)"} ${shortened(url)}:${lineNumber + 1}`;
    modules.set(module, (modules.get(module) ?? 0) + micros);
    functions.set(name, (functions.get(name) ?? 0) + micros);
  }
  const columns = (title) => [
    { key: "micros", title: "app µs", places: 1 },
    { key: "name", title },
  ];
  return [
    "where the service spends a payment with 128 in flight: by module",
    "",
    ...table(columns("module"), largest(modules)),
    "",
    "by function",
    "",
    ...table(columns("function"), largest(functions)),
  ];
}

function largest(counts) {
  return [...counts]
    .map(([name, micros]) => ({ name, micros }))
    .toSorted((one, other) => other.micros - one.micros)
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
