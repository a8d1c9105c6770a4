import { createBoth } from "../lib/cluster.mjs";
import { cpuSeconds, postgresCpuSeconds } from "../lib/cpu.mjs";
import { openLine } from "../lib/line.mjs";
import { closedLoop, median } from "../lib/load.mjs";
import { startBank, startService } from "../lib/processes.mjs";
import { createSession, pay } from "../lib/shop.mjs";
import { table } from "../lib/table.mjs";

const SHARDS = 4;
const MERCHANTS = 24;
const IN_FLIGHT = 64;
const FULL = { turns: 6, count: 4_000 };
const QUICK = { turns: 3, count: 600 };

const COLUMNS = [
  { key: "name", title: "database" },
  { key: "perSecond", title: "pays/s" },
  { key: "p50", title: "p50 ms", places: 2 },
  { key: "p99", title: "p99 ms", places: 2 },
  { key: "serviceMicros", title: "app µs" },
  { key: "databaseMicros", title: "db µs" },
];

/**
 * Compares payments in a plain database with those in one that Citus distributes, on the servers of
 * the cluster that VEZNE_CITUS_URL names. The turns alternate, so other load affects both.
 */
export async function run({ quick }) {
  const url = process.env.VEZNE_CITUS_URL;
  if (url === undefined) return ["distribution: left out, VEZNE_CITUS_URL names no Citus cluster"];
  const { turns, count } = quick ? QUICK : FULL;
  const both = await createBoth(url, { shards: SHARDS, merchants: MERCHANTS });
  const sides = [];
  try {
    for (const name of ["plain", "distributed"]) sides.push(await startSide(name, both[name]));
    for (const side of sides) await turn(side, count);
    for (let round = 0; round < turns; round += 1) {
      for (const side of sides) side.turns.push(await turn(side, count));
    }
    return linesOf(sides.map(summaryOf));
  } finally {
    for (const side of sides) await side.stop();
    await both.drop();
  }
}

async function startSide(name, installation) {
  const bank = await startBank(installation);
  const service = await startService(installation, bank);
  const line = openLine(service.url);
  const stop = async () => {
    await line.close();
    await service.stop();
    await bank.stop();
    installation.remove();
  };
  return { name, ...installation, line, pid: service.pid, turns: [], stop };
}

/** Payments of all merchants in turn; their sessions are not measured. */
async function turn({ line, apiKeys, pid, postmasterPids }, count) {
  const sessions = [];
  const shopOf = (index) => ({ line, apiKey: apiKeys[index % apiKeys.length] });
  await closedLoop({
    inFlight: IN_FLIGHT,
    count,
    send: async (index) => void (sessions[index] = await createSession(shopOf(index))),
  });
  const before = readCpu({ pid, postmasterPids });
  const send = (index) => pay({ line }, sessions[index]);
  const result = await closedLoop({ inFlight: IN_FLIGHT, count, send });
  const after = readCpu({ pid, postmasterPids });
  const micros = (name) => ((after[name] - before[name]) / count) * 1e6;
  return { ...result, serviceMicros: micros("service"), databaseMicros: micros("database") };
}

function readCpu({ pid, postmasterPids }) {
  const database = postmasterPids.reduce((sum, one) => sum + postgresCpuSeconds(one), 0);
  return { service: cpuSeconds(pid), database };
}

function summaryOf({ name, turns }) {
  const figures = COLUMNS.slice(1).map(({ key }) => [key, median(turns.map((one) => one[key]))]);
  return { name, ...Object.fromEntries(figures) };
}

function linesOf([plain, distributed]) {
  const cpuOf = ({ serviceMicros, databaseMicros }) => serviceMicros + databaseMicros;
  const byCpu = cpuOf(plain) / cpuOf(distributed);
  const byRate = distributed.perSecond / plain.perSecond;
  return [
    `distribution: payments of ${MERCHANTS} merchants with ${IN_FLIGHT} in flight; medians of turns`,
    "",
    ...table(COLUMNS, [plain, distributed]),
    "",
    `payments for each second of processor time: ${byCpu.toFixed(2)} times those of the plain ` +
      `database; payments a second: ${byRate.toFixed(2)} times`,
  ];
}
