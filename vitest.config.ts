import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { isFullRun } from "./test/support/full-run.ts";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const globalSetup = join(import.meta.dirname, "test/support/global-setup.ts");

const shared = {
  environment: "node",
  pool: "forks",
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // What is waited for comes at once, except on a machine that is busy with other tests.
  expect: { poll: { timeout: 10_000 } },
  unstubEnvs: true,
} as const;

/** Pure code: needs nothing started. */
const unit = {
  test: {
    ...shared,
    name: "unit",
    include: [
      "src/**/*.test.{ts,tsx}",
      "test/{matrix,property}/**/*.test.{ts,tsx}",
      "scripts/**/*.test.mjs",
    ],
    exclude: ["src/{edge,cli}/**"],
  },
};

/**
 * What takes long and shows again, at length, what shorter tests show: run by `.ci/run` (VEZNE_FULL=1)
 * and by whoever names it, so that `npm test` stays within minutes.
 */
const LONG = [
  "test/browser/{back,card-errors,checkout-methods,declines,docs,network-cuts,one-command,panel-pages,states}.test.ts",
  "test/browser/{three-d-secure,typing,widget-methods,widget-security}.test.ts",
  "test/fault/{embedded-postgres-crash,file-time,no-card-data-at-rest,random-histories}.test.ts",
  "test/fault/{sandbox-clock,transfer-model,vault-keys}.test.ts",
  "test/journey/{2-carding,6-session-expired,6-webhook-commands,7-command-line}.test.ts",
  "test/journey/{4.4-commission-tables,4.10-reports-model,7-bin-import,7-sandbox-transfer}.test.ts",
  "test/journey/{7-sandbox-clock,8-request-log-command,panel-users-command}.test.ts",
  "test/journey/panel-codes-at-rest.test.ts",
];
const isNamed = process.argv.slice(3).some((argument) => argument.startsWith("test/"));
const leftOut = isFullRun || isNamed ? [] : LONG;

/**
 * Everything that talks to PostgreSQL, HTTP or a browser; one database cluster serves all of it.
 */
const service = {
  test: {
    ...shared,
    name: "service",
    include: [
      "src/{edge,cli}/**/*.test.{ts,tsx}",
      "test/{contract,journey,fault,browser}/**/*.test.{ts,tsx}",
    ],
    exclude: leftOut,
    globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
  },
};

/** Pictures of every page, for people to look at: `npm run screenshots`. */
const screenshots = {
  test: {
    ...service.test,
    name: "screenshots",
    include: ["test/screenshots/**/*.shot.ts"],
    testTimeout: 120_000,
  },
};

/** What takes longest begins first, so that nobody waits for a single file at the end. */
const FIRST = ["test/fault", "test/browser", "test/journey", "test/contract"];

function placeOf({ moduleId }: TestSpecification): number {
  const found = FIRST.findIndex((folder) => moduleId.includes(`/${folder}/`));
  return found < 0 ? FIRST.length : found;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byTime = await BaseSequencer.prototype.sort.call(this, files);
    return byTime.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

const onRequest = process.argv.includes("screenshots") ? [screenshots] : [];
const jsx = { jsx: { runtime: "automatic", importSource: "preact" } } as const;

export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: true,
    projects: [unit, service, ...onRequest].map((project) => ({ oxc: jsx, ...project })),
  },
});
