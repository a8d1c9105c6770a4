import { residentBytes } from "../lib/cpu.mjs";
import { fill } from "../lib/fill.mjs";
import { median } from "../lib/load.mjs";
import { warmUp } from "../lib/shop.mjs";
import { inWorld } from "../lib/world.mjs";

const ROWS = { full: 100_000, quick: 5_000 };
const ROUNDS = 5;

/** Measures the start of the service on a database with payments, and its memory while idle. */
export function run({ quick }) {
  const rows = quick ? ROWS.quick : ROWS.full;
  return inWorld({ fill: (installation) => fill(installation, rows) }, async (world) => {
    await warmUp(world);
    await world.stopService();
    const took = [];
    const resident = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const service = await world.restart();
      took.push(performance.now() - began);
      resident.push(residentBytes(service.pid) / 2 ** 20);
      await service.stop();
    }
    return [
      `start: from the command to /readyz on a database with ${rows} payments, median of ${ROUNDS}`,
      "",
      `${(median(took) / 1_000).toFixed(2)} s, ${median(resident).toFixed(0)} MiB resident`,
    ];
  });
}
