import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { largestTier } from "./test/support/full-run.ts";
import { reporting } from "./test/support/tier-report.ts";
import { leftOutOf, readTiers } from "./test/support/tiers.ts";
import { isOnGivenServer } from "./test/support/given-address.ts";
import { filesOffCluster } from "./test/support/plain-only.ts";
import { BaseSequencer, parseCLI, type TestSpecification } from "vitest/node";

const globalSetup = join(import.meta.dirname, "test/support/global-setup.ts");

const shared = {
  environment: "node",
  pool: "forks",
  isolate: false,
  // Limits for a machine that is busy with other work; tests and polls take a fraction of them.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
  unstubEnvs: true,
} as const;

/** Paths, or parts of paths, that the command line names; Vitest runs the test files that match. */
const named = parseCLI(["vitest", ...process.argv.slice(2)], { allowUnknownOptions: true }).filter;
const tiers = readTiers(import.meta.dirname, ["src", "test", "scripts"]);
/** Files that the command line names are played in any run. */
const leftOut = named.length > 0 ? [] : leftOutOf(tiers, largestTier);

/** The rooms whose tests need no database, server or browser. */
const PURE = ["bank", "client", "config", "domain", "kernel", "service"];

/** Tests of pure code. */
const unit = {
  test: {
    ...shared,
    name: "unit",
    include: [
      `src/{${PURE.join()}}/**/*.test.{ts,tsx}`,
      "test/{matrix,property,support}/**/*.test.{ts,tsx}",
      "scripts/**/*.test.mjs",
    ],
    exclude: [...leftOut],
  },
};

/** `npm run server-tests` changes nothing for browsers. */
const withoutBrowser = isOnGivenServer && named.length === 0 ? ["test/browser/**"] : [];

const SETUP = ["check-statements.ts", "skip-on-cluster.ts"];

/** Tests that use PostgreSQL, HTTP or a browser; they share one database cluster. */
const service = {
  test: {
    ...shared,
    name: "service",
    include: [
      `src/!(${PURE.join("|")})/**/*.test.{ts,tsx}`,
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
    hookTimeout: 600_000,
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
    ...reporting,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [unit, service, ...onRequest].map((project) => ({ oxc: jsx, ...project })),
  },
});
