import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { prepare } from "./prepare/prepare.mjs";

// `npm run sweep -- --held 50` sends growing inputs, up to their limits, to every part of every
// route and to every parser. It prints the longest time for which each route blocked the event
// loop, in ms of CPU time, and fails if a time is above `--held` or grows faster than its input.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { held } = parseArgs({ options: { held: { type: "string", default: "50" } } }).values;
if (!/^\d{1,6}$/.test(held)) {
  process.stderr.write(`sweep: --held must be a whole number, not ${held}\n`);
  process.exit(2);
}
await prepare(root, { tools: true });
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    "service",
    // One file at a time: others would take processor time from the measured service.
    "--no-file-parallelism",
    "test/fault/request-time",
    "test/fault/parser-time",
    "test/fault/bank-parser-time",
    "test/fault/file-time",
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, VEZNE_FULL: "1", VEZNE_SWEEP_HELD_MS: held },
  },
);
process.exitCode = status ?? 1;
