import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { prepare } from "./prepare/prepare.mjs";

// npm run fuzz -- --count 20000 --seed 20261 --p999 100: hostile requests, three of four to the
// interface, a fifth to pages and the rest as files, against services in processes of their own.
// Meanwhile /healthz is asked every 20 ms, and must answer within so many milliseconds 999 times of
// a thousand.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { VEZNE_FUZZ_REQUESTS: requests = "20000", VEZNE_FUZZ_SEED: chosen } = process.env;
const { values } = parseArgs({
  options: {
    count: { type: "string", default: requests },
    seed: { type: "string" },
    p999: { type: "string", default: "100" },
  },
});
const seed = values.seed ?? chosen ?? String(randomInt(2 ** 31));
for (const [name, value] of Object.entries({ count: values.count, seed, p999: values.p999 })) {
  if (/^\d{1,10}$/.test(value)) continue;
  process.stderr.write(`fuzz: --${name} must be a whole number, not ${value}\n`);
  process.exit(2);
}
process.stdout.write(`fuzz: ${values.count} requests; again with: npm run fuzz -- `);
process.stdout.write(`--count ${values.count} --seed ${seed}\n`);
await prepare(root, { tools: true });
const count = Number(values.count);
const [pages, files] = [Math.ceil(count / 5), Math.ceil(count / 20)];
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    "service",
    // One service after another: each is probed, and others would take the processor from it.
    "--no-file-parallelism",
    "test/fault/fuzz",
    "test/fault/page-fuzz",
    "test/fault/file-fuzz",
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      VEZNE_FUZZ_REQUESTS: String(Math.max(1, count - pages - files)),
      VEZNE_FUZZ_PAGES: String(pages),
      VEZNE_FUZZ_FILES: String(files),
      VEZNE_FUZZ_SEED: seed,
      VEZNE_FUZZ_P999_MS: values.p999,
    },
  },
);
process.exitCode = status ?? 1;
