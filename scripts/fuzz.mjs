import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { prepare } from "./prepare/prepare.mjs";

// npm run fuzz -- --count 20000 --seed 20261: hostile requests, as many hostile uses of
// pages and as many damaged files, against services of their own.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { VEZNE_FUZZ_REQUESTS: requests = "20000", VEZNE_FUZZ_SEED: chosen } = process.env;
const { values } = parseArgs({
  options: { count: { type: "string", default: requests }, seed: { type: "string" } },
});
const seed = values.seed ?? chosen ?? String(randomInt(2 ** 31));
for (const [name, value] of Object.entries({ count: values.count, seed })) {
  if (/^\d{1,10}$/.test(value)) continue;
  process.stderr.write(`fuzz: --${name} must be a whole number, not ${value}\n`);
  process.exit(2);
}
process.stdout.write(`fuzz: ${values.count} requests; again with: npm run fuzz -- `);
process.stdout.write(`--count ${values.count} --seed ${seed}\n`);
await prepare(root, { tools: true });
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    "service",
    "test/fault/fuzz",
    "test/fault/page-fuzz",
    "test/fault/file-fuzz",
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, VEZNE_FUZZ_REQUESTS: values.count, VEZNE_FUZZ_SEED: seed },
  },
);
process.exitCode = status ?? 1;
