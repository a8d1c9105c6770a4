import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { prepare } from "./prepare/prepare.mjs";

// `npm run fuzz -- --count 20000 --seed 20261 --p999 100` sends hostile requests to services in
// processes of their own: three quarters to the interface, a fifth to pages and the rest as files.
// Half as many files with hostile texts go to each reader of files.
// During the run it probes /healthz every 20 ms. It fails if the 99.9th percentile of the answer
// times is above `--p999`, in ms.
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
    // One service runs at a time: others would take processor time and distort the probes.
    "--no-file-parallelism",
    "test/fault/fuzz",
    "test/fault/page-fuzz",
    "test/fault/file-fuzz",
    "test/fault/statement-fuzz",
    "test/fault/table-fuzz",
    "test/fault/history-fuzz",
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      VEZNE_FUZZ_REQUESTS: String(Math.max(1, count - pages - files)),
      VEZNE_FUZZ_PAGES: String(pages),
      VEZNE_FUZZ_FILES: String(files),
      VEZNE_FUZZ_READER_FILES: String(Math.ceil(count / 2)),
      VEZNE_FUZZ_SEED: seed,
      VEZNE_FUZZ_P999_MS: values.p999,
    },
  },
);
process.exitCode = status ?? 1;
