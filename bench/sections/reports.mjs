import { residentBytes } from "../lib/cpu.mjs";
import { copyOut } from "../lib/copy-out.mjs";
import { fill } from "../lib/fill.mjs";
import { closedLoop, median } from "../lib/load.mjs";
import { asMerchant } from "../lib/shop.mjs";
import { table, times } from "../lib/table.mjs";
import { inWorld } from "../lib/world.mjs";

const ROWS = { full: 200_000, quick: 50_000 };
const ROUNDS = 5;
const MIB = 1_024 * 1_024;
const LIST = "/api/v1/payment/transactions";

const QUESTIONS = {
  "first page": `${LIST}?per_page=20`,
  "page in the middle": (rows) => `${LIST}?per_page=20&page=${Math.floor(rows / 40)}`,
  "declined ones": `${LIST}?per_page=20&status=failed`,
  "summary of all": "/api/v1/payment/summary",
};

/** Measures lists and summaries over many payments, and compares exports with a bare COPY. */
export function run({ quick }) {
  const count = quick ? ROWS.quick : ROWS.full;
  return inWorld({ fill: (installation) => fill(installation, count) }, async (world) => {
    const answers = [];
    for (const [what, path] of Object.entries(QUESTIONS)) {
      const address = typeof path === "string" ? path : path(count);
      const send = () => world.line.get(address, asMerchant(world));
      await closedLoop({ inFlight: 1, count: 20, send });
      answers.push({ what, ...(await closedLoop({ inFlight: 1, count: 100, send })) });
    }
    const exports = await exportInTurns(world);
    return [
      `reports: over ${count} payments, requested one after the other`,
      "",
      ...table(ANSWER_COLUMNS, answers),
      "",
      `export of the ${count} payments, against COPY of the same table read by the bare driver`,
      "",
      ...table(EXPORT_COLUMNS, exports),
    ];
  });
}

const ANSWER_COLUMNS = [
  { key: "what", title: "" },
  { key: "p50", title: "p50 ms", places: 2 },
  { key: "p99", title: "p99 ms", places: 2 },
];

const EXPORT_COLUMNS = [
  { key: "what", title: "" },
  { key: "rate", title: "MB/s", places: 1 },
  { key: "firstByteMs", title: "first byte ms", places: 1 },
  { key: "growth", title: "growth MiB", places: 1 },
  { key: "ratio", title: "ratio" },
];

async function exportInTurns(world) {
  const found = { csv: [], json: [], copy: [] };
  await readExport(world, "csv");
  for (let round = 0; round < ROUNDS; round += 1) {
    found.copy.push(await copyOut(world));
    found.csv.push(await readExport(world, "csv"));
    found.json.push(await readExport(world, "json"));
  }
  const rowsPerSecond = (kind) => median(found[kind].map((one) => one.rowsPerSecond));
  return Object.entries(found).map(([kind, results]) => ({
    what: kind === "copy" ? "bare COPY" : kind,
    rate: median(results.map(({ bytes, seconds }) => bytes / seconds / 1e6)),
    firstByteMs: median(results.map(({ firstByteMs }) => firstByteMs)),
    growth: kind === "copy" ? undefined : Math.max(...results.map((one) => one.growth)) / MIB,
    ratio: times(rowsPerSecond(kind), rowsPerSecond("copy")),
  }));
}

async function readExport(world, format) {
  const before = residentBytes(world.servicePid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes(world.servicePid));
  }, 10);
  const began = performance.now();
  const { body } = await world.line.pool.request({
    method: "GET",
    path: `${LIST}/export?format=${format}`,
    headers: asMerchant(world),
  });
  let bytes = 0;
  let rows = 0;
  let firstByteMs;
  for await (const chunk of body) {
    firstByteMs ??= performance.now() - began;
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) rows += 1;
  }
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1_000;
  return { bytes, seconds, firstByteMs, growth: peak - before, rowsPerSecond: rows / seconds };
}
