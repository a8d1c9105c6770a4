import { MINUTE, SECOND } from "../../kernel/clock.ts";
import type { Job } from "./job-row.ts";
import { hasSandbox } from "../runtime/mode-off.ts";
import { deliverExtracts } from "./deliver-extracts.ts";
import { lookAtFeeds } from "./account-feeds.ts";
import { importStatements, matchStored } from "./transfers.ts";

const FEEDS = "look-at-account-feeds";

/** The jobs that match arrived transfers with payments. */
export const TRANSFER_JOBS: readonly Job[] = [
  {
    name: "match-waiting-lines",
    everyMs: 2 * SECOND,
    restsWhenIdle: 20 * SECOND,
    purpose: "matches the lines whose import or look was interrupted, or failed",
    failure: { level: "error", sentence: "matching waiting transfers failed" },
    run: ({ runtime }) => matchStored(runtime.deps),
  },
  {
    name: "deliver-extracts",
    everyMs: MINUTE,
    restsWhenIdle: 10 * MINUTE,
    restsUpToMs: 10 * MINUTE,
    purpose: "delivers the test bank's extract to each sandbox once a day, and imports it",
    failure: { level: "error", sentence: "delivering the test bank's extracts failed" },
    condition: "test mode is on",
    run: ({ installation }) =>
      hasSandbox(installation.config) ? deliverExtracts(installation) : undefined,
  },
  {
    name: FEEDS,
    // A transfer at the test bank is matched within two seconds.
    everyMs: 300,
    restsUpToMs: 2 * SECOND,
    // Feeds are due every minute; with this rest a transfer still completes within 90 seconds,
    // also if the process is killed while it looks.
    restsWhenIdle: 5 * SECOND,
    purpose: "takes the transfers and settlement extracts that the feeds of banks show",
    failure: { level: "error", sentence: "looking at account feeds failed" },
    run: ({ installation, runtime, wake }) => lookAtFeeds(installation, runtime, () => wake(FEEDS)),
  },
  {
    name: "import-statements",
    everyMs: 2 * SECOND,
    purpose: "imports the bank statements of a folder",
    failure: { level: "error", sentence: "watching the folder of statements failed" },
    condition: "VEZNE_STATEMENTS_DIR is set",
    run: ({ installation: { config, files, logger }, runtime }) =>
      config.statementsDir === undefined
        ? undefined
        : importStatements({ ...runtime.deps, files, logger }, config.statementsDir),
  },
];
