import { cpuSeconds, residentBytes } from "../lib/cpu.mjs";
import { fill } from "../lib/fill.mjs";
import { openLine } from "../lib/line.mjs";
import { closedLoop, median } from "../lib/load.mjs";
import { createSessions, pay, warmUp } from "../lib/shop.mjs";
import { inWorld } from "../lib/world.mjs";

const ROWS = { full: 100_000, quick: 5_000 };
const ROUNDS = 5;
const PAYMENTS = { full: 20_000, quick: 4_000 };
const IN_FLIGHT = 128;
const SAMPLED_MS = 50;

/**
 * Measures the start of the service on a database with payments, and its resident memory while it
 * is idle and while it takes payments.
 */
export function run({ quick }) {
  const rows = quick ? ROWS.quick : ROWS.full;
  const payments = quick ? PAYMENTS.quick : PAYMENTS.full;
  return inWorld({ fill: (installation) => fill(installation, rows) }, async (world) => {
    await warmUp(world);
    await world.stopService();
    const starts = [];
    for (let round = 0; round < ROUNDS; round += 1) starts.push(await measureStart(world));
    const middle = (name) => median(starts.map((start) => start[name]));
    const peak = await peakUnderLoad(world, payments);
    return [
      `start: from the command to /readyz on a database with ${rows} payments, median of ${ROUNDS}`,
      "",
      `${middle("seconds").toFixed(2)} s, of it ${middle("cpu").toFixed(2)} s of processor time`,
      `${mebibytes(middle("resident"))} MiB resident when it is ready, ` +
        `at most ${mebibytes(peak)} during ${payments} payments with ${IN_FLIGHT} in flight`,
    ];
  });
}

async function measureStart(world) {
  const began = performance.now();
  const service = await world.restart();
  const seconds = (performance.now() - began) / 1_000;
  const [cpu, resident] = [cpuSeconds(service.pid), residentBytes(service.pid)];
  await service.stop();
  return { seconds, cpu, resident };
}

async function peakUnderLoad(world, payments) {
  const service = await world.restart();
  const line = openLine(service.url);
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(service.pid));
  }, SAMPLED_MS);
  try {
    const shop = { ...world, line };
    const sessions = await createSessions(shop, payments);
    const send = (index) => pay(shop, sessions[index]);
    await closedLoop({ inFlight: IN_FLIGHT, count: payments, send });
    return peak;
  } finally {
    clearInterval(timer);
    await line.close();
    await service.stop();
  }
}

function mebibytes(bytes) {
  return (bytes / 2 ** 20).toFixed(0);
}
