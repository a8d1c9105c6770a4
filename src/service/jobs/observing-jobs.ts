import { HOUR, MINUTE, SECOND } from "../../kernel/clock.ts";
import { countFailedItems } from "../runtime/failed-items.ts";
import { noteJobRuns } from "../runtime/job-records.ts";
import type { Job } from "./job-row.ts";
import { lookForWork } from "./look-for-work.ts";
import { lookAtReplica } from "../runtime/reports.ts";
import { FOLLOW_RESTORATION_MS, followRestoration } from "../runtime/restoration.ts";
import { probeKms } from "../runtime/vault.ts";

/** The background jobs that only look at the state of the service. */
export const OBSERVING_JOBS: readonly Job[] = [
  {
    name: "watch-database",
    everyMs: SECOND,
    purpose: "finds the begin and the end of an outage of the database",
    failure: { level: "error", sentence: "the database was not watched" },
    run:
      ({ installation: { databaseWatch } }) =>
      async () => {
        await databaseWatch.look();
        return false;
      },
  },
  {
    name: "probe-kms",
    everyMs: HOUR,
    purpose: "asks the KMS to decrypt the vault key, as the next start will",
    failure: {
      level: "error",
      sentence: "the KMS does not decrypt the vault key: a restart would fail",
    },
    condition: "VEZNE_KMS_KEY is set",
    run: ({ installation }) => probeKms(installation),
  },
  {
    name: "look-for-work",
    everyMs: SECOND,
    purpose: "asks for the work of all jobs that rest while the process is idle",
    failure: { level: "error", sentence: "looking for work failed", isLoggedOnce: true },
    run: ({ installation, runtime }) => lookForWork(installation, runtime),
  },
  {
    name: "follow-restoration",
    everyMs: FOLLOW_RESTORATION_MS,
    restsWhenIdle: true,
    purpose: "learns whether the data were restored, and compared with the banks since",
    failure: { level: "warn", sentence: "it is not known whether the data were restored" },
    run: ({ installation }) => followRestoration(installation),
  },
  {
    name: "watch-replica",
    everyMs: 5 * SECOND,
    purpose: "measures how far the replica of reports is behind",
    failure: { level: "warn", sentence: "the lag of the replica is not known", isLoggedOnce: true },
    condition: "DATABASE_REPLICA_URL is set",
    run: ({ runtime }) => lookAtReplica(runtime.reports.replica),
  },
  {
    name: "count-failed-items",
    everyMs: 10 * SECOND,
    restsWhenIdle: true,
    purpose: "counts failed items and measures waiting work for /metrics",
    failure: { level: "debug", sentence: "failed items were not counted" },
    run: ({ runtime }) => countFailedItems(runtime),
  },
  {
    name: "note-job-runs",
    everyMs: MINUTE,
    purpose: "notes the last runs of all jobs for vezne doctor",
    failure: { level: "debug", sentence: "the runs of jobs were not noted" },
    run: ({ installation, runtime }) => noteJobRuns(installation, runtime.jobRecords),
  },
];
