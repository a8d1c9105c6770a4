import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { buildRelease, lastRelease, ROOT } from "./upgrade/old-release.mjs";

// `npm run upgrade-trial` builds the last release in a temporary folder, and upgrades it to this
// one, forth and back, while customers pay: test/fault/rolling-upgrade.test.ts. `-- --from REF`
// names another commit, `--payments N` the payments of each phase. It prints calls, failures and
// the longest answer of each phase, and the differences among bank, books, answers and deliveries.
const { values } = parseArgs({
  options: {
    from: { type: "string" },
    payments: { type: "string", default: "200" },
  },
});
const release = buildRelease(values.from ?? lastRelease());
try {
  const test = ["vitest", "run", "--project", "service", "test/fault/rolling-upgrade.test.ts"];
  const run = spawn("npx", test, {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      VEZNE_UPGRADE_FROM: release.folder,
      VEZNE_UPGRADE_PAYMENTS: values.payments,
    },
    shell: process.platform === "win32",
  });
  const [code] = await once(run, "exit");
  process.exitCode = code ?? 1;
} finally {
  release.remove();
}
