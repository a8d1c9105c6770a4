import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { isFullRun } from "./test/support/full-run.ts";
import { isOnGivenServer } from "./test/support/given-address.ts";
import { filesOffCluster } from "./test/support/plain-only.ts";
import { BaseSequencer, parseCLI, type TestSpecification } from "vitest/node";

const globalSetup = join(import.meta.dirname, "test/support/global-setup.ts");

const shared = {
  environment: "node",
  pool: "forks",
  isolate: false,
  // Limits for a machine that is busy with other work; tests and polls take a fraction of them.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  unstubEnvs: true,
} as const;

/** Tests of pure code, which need no database, server or browser. */
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
 * Long sweeps over cases that shorter tests sample. They run in `.ci/run` (VEZNE_FULL=1), and where
 * the command line names tests; a plain `npm test` leaves them out, so that it stays within minutes.
 */
const LONG = [
  "test/browser/{back,card-errors,checkout-methods,declines,docs,docs-samples,network-cuts,one-command,panel-pages,states}.test.ts",
  "test/browser/{slow-arrival,three-d-secure,typing,widget-methods,widget-security}.test.ts",
  "test/fault/{broken-peers,embedded-postgres-crash,ended-command,failed-in-sandbox}.test.ts",
  "test/fault/{failed-rounds,file-time,guarded-start,key-custody,no-card-data-at-rest}.test.ts",
  "test/fault/{failed-items,random-histories,silent-resolver,uncaught-errors}.test.ts",
  "test/fault/{sandbox-clock,transfer-model,vault-keys}.test.ts",
  "test/journey/{card-testing,session-expired,webhook-commands,command-line}.test.ts",
  "test/journey/{commission-tables,reports-model,bin-import,sandbox-transfer}.test.ts",
  "test/journey/{page-watch,panel-users-command,request-log-command,sandbox-clock}.test.ts",
  "test/journey/{sandbox-tenants,migrate-command}.test.ts",
  "test/fault/{idle-process,production-start}.test.ts",
  "test/journey/panel-codes-at-rest.test.ts",
  "test/fault/{bank-parser-time,embedded-postgres,file-fuzz,page-fuzz,request-time}.test.ts",
  "test/browser/panel-desk.test.ts",
  "test/browser/{bank-protocols,demo,first-day,first-paint,leave,one-charge}.test.ts",
  "test/browser/{second-bank,widget-faults}.test.ts",
  "test/fault/{database-restart,money-model,protocol-storm,recovery-faults}.test.ts",
  "test/journey/{key-commands,operator-key-commands,panel-access,panel-clock}.test.ts",
  "test/browser/{panel-looks,panel-tasks}.test.ts",
  "test/fault/{database-outage,rolling-restart,rolling-upgrade}.test.ts",
  "test/contract/{banks-without-answers,docs-samples}.test.ts",
  "test/fault/{parser-time,read-only-database,refund-kill-storm,vault-rotation}.test.ts",
  "test/journey/{administration-access,panel-large-files}.test.ts",
  "test/fault/{kms-custody,traces}.test.ts",
  "test/contract/client-operations.test.ts",
];
/** Paths, or parts of paths, that the command line names; Vitest runs the test files that match. */
const named = parseCLI(["vitest", ...process.argv.slice(2)], { allowUnknownOptions: true }).filter;
const leftOut = isFullRun || named.length > 0 ? [] : LONG;
/** `npm run server-tests` changes nothing for browsers. */
const withoutBrowser = isOnGivenServer && named.length === 0 ? ["test/browser/**"] : [];

const SETUP = ["check-statements.ts", "skip-on-cluster.ts"];

/** Tests that use PostgreSQL, HTTP or a browser; they share one database cluster. */
const service = {
  test: {
    ...shared,
    name: "service",
    include: [
      "src/{edge,cli}/**/*.test.{ts,tsx}",
      "test/{contract,journey,fault,browser}/**/*.test.{ts,tsx}",
    ],
    exclude: [...leftOut, ...withoutBrowser, ...filesOffCluster],
    globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
    setupFiles: SETUP.map((name) => join(import.meta.dirname, "test/support", name)),
  },
};

/** `npm run screenshots` takes a picture of every page for people to look at. */
const screenshots = {
  test: {
    ...service.test,
    name: "screenshots",
    include: ["test/screenshots/**/*.shot.ts"],
    // A look has some hundred pages, and the machine may have other work.
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
};

/** The longest tests begin first, so that no worker runs a single long file at the end. */
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
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [unit, service, ...onRequest].map((project) => ({ oxc: jsx, ...project })),
  },
});
