import { createDraftStore } from "../../store/session/draft-store.ts";
import { forgetTraceContexts } from "../../store/trace/trace-context-store.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../kernel/clock.ts";
import { BANK_JOBS } from "./bank-jobs.ts";
import { sealBooks } from "./books.ts";
import { reloadBins } from "../runtime/cards.ts";
import { RELOAD_CONNECTIONS } from "./reload-connections.ts";
import {
  deliverWebhooks,
  expireOpenSessions,
  forgetDeliveries,
  PLACE_EVERY_MS,
  placeCommittedEvents,
} from "../runtime/events.ts";
import { followClocks } from "./follow-clocks.ts";
import type { Job } from "./job-row.ts";
import { noteKeyUses } from "./key-uses.ts";
import { adaptShares, forgetCounts, holdKeys, pullCardBuckets, syncBuckets } from "./limit-jobs.ts";
import { makePartitions } from "./partitions.ts";
import { OBSERVING_JOBS } from "./observing-jobs.ts";
import { compactRollups } from "../runtime/reports.ts";
import { forgetLoggedRequests } from "../runtime/request-log.ts";
import { TRANSFER_JOBS } from "./transfer-jobs.ts";
import { sweepPanelUsers } from "./users.ts";
import { announceVaultKeys, remindOfVaultKey, sweepVault } from "../runtime/vault.ts";
import { forgetOldDifferences } from "../runtime/connections.ts";
import { forgetOldViolations } from "../runtime/violations.ts";
import { sweepGroups } from "../installation/merchant-groups.ts";

const PLACING = "place-events";
const DELIVERIES = "deliver-webhooks";

/** All background jobs of the service; docs/operations/jobs.md lists them too. */
export const JOBS: readonly Job[] = [
  ...BANK_JOBS,
  {
    name: PLACING,
    everyMs: PLACE_EVERY_MS,
    restsWhenIdle: true,
    // A round for more events costs less for each of them.
    restsUpToMs: 2 * PLACE_EVERY_MS,
    purpose: "gives new events their places in the feed",
    failure: { level: "error", sentence: "placing events failed" },
    run: ({ installation, wake }) =>
      placeCommittedEvents(installation, {
        placing: () => wake(PLACING),
        deliveries: () => wake(DELIVERIES),
      }),
  },
  {
    name: DELIVERIES,
    everyMs: 500,
    restsWhenIdle: true,
    purpose: "delivers the webhooks that are due",
    failure: { level: "error", sentence: "delivering webhooks failed" },
    run: ({ installation, runtime, wake }) =>
      deliverWebhooks(installation, () => wake(DELIVERIES), runtime.metrics),
  },
  {
    name: "expire-sessions",
    everyMs: 5 * SECOND,
    restsWhenIdle: 15 * SECOND,
    purpose: "expires sessions whose hour is over",
    failure: { level: "error", sentence: "expiring sessions failed" },
    run: ({ installation }) => expireOpenSessions(installation),
  },
  ...TRANSFER_JOBS,
  {
    name: "reload-bins",
    everyMs: 500,
    restsWhenIdle: true,
    purpose: "reads changed BIN tables into memory",
    // The table in memory goes on answering, so one line for each outage is enough.
    failure: { level: "warn", sentence: "the BIN table can't be read again", isLoggedOnce: true },
    run: ({ runtime }) => reloadBins(runtime.bins),
  },
  RELOAD_CONNECTIONS,
  {
    name: "seal-books",
    everyMs: 5 * SECOND,
    restsWhenIdle: true,
    restsUpToMs: MINUTE,
    purpose: "seals the books, the events and the audit log",
    failure: { level: "error", sentence: "sealing the books failed" },
    run: ({ installation }) => sealBooks(installation),
  },
  {
    name: "compact-rollups",
    everyMs: 5 * SECOND,
    restsWhenIdle: true,
    restsUpToMs: MINUTE,
    purpose: "merges changes of the roll-ups that reports read",
    failure: { level: "warn", sentence: "the roll-ups were not compacted" },
    run: ({ installation }) => compactRollups(installation),
  },
  {
    name: "make-partitions",
    everyMs: 10 * MINUTE,
    // The job also analyzes grown tables, which takes seconds.
    restsUpToMs: HOUR,
    purpose: "gives large tables a partition for each month",
    failure: { level: "warn", sentence: "partitions were not made" },
    run: ({ installation }) => makePartitions(installation),
  },
  {
    name: "adapt-shares",
    everyMs: 100,
    purpose: "adapts each merchant's share of the process to the load",
    failure: { level: "error", sentence: "adapting to the load failed" },
    run: ({ installation, runtime: { limits, idleness } }) =>
      adaptShares(limits.gate, installation, idleness),
  },
  {
    name: "sync-limits",
    everyMs: 250,
    purpose: "shares the counts of rate limits with the other processes",
    // Without the database each process goes on counting for itself.
    failure: { level: "debug", sentence: "counts of rate limits were not shared" },
    run: ({ runtime }) => syncBuckets(runtime.guards),
  },
  {
    name: "pull-card-limits",
    everyMs: SECOND,
    restsWhenIdle: true,
    purpose: "reads the other processes' counts of card payments",
    failure: { level: "debug", sentence: "counts of cards were not read" },
    run: ({ installation, runtime }) => pullCardBuckets(installation, runtime.guards),
  },
  {
    name: "hold-keys",
    everyMs: SECOND,
    purpose: "renews the idempotency keys of calls that take long",
    failure: { level: "warn", sentence: "idempotency keys were not renewed" },
    run: ({ runtime }) => holdKeys(runtime.limits),
  },
  {
    name: "forget-limits",
    everyMs: 10 * MINUTE,
    purpose: "removes old idempotency keys and counts",
    failure: { level: "warn", sentence: "old keys and counts were not removed" },
    run: ({ installation }) => forgetCounts(installation),
  },
  {
    name: "note-key-uses",
    everyMs: SECOND,
    purpose: "writes the last uses of API keys",
    failure: { level: "warn", sentence: "uses of API keys were not written" },
    run: ({ installation, runtime }) => noteKeyUses(installation, runtime.keyUses),
  },
  {
    name: "write-requests",
    everyMs: 500,
    restsUpToMs: 2 * SECOND,
    purpose: "writes the request log",
    failure: { level: "warn", sentence: "the request log was not written" },
    run: ({ runtime }) => runtime.recorder.write,
  },
  {
    name: "forget-requests",
    everyMs: HOUR,
    purpose: "removes old entries of the request log",
    failure: { level: "warn", sentence: "old requests were not forgotten" },
    run: ({ installation }) => forgetLoggedRequests(installation),
  },
  {
    name: "forget-deliveries",
    everyMs: HOUR,
    purpose: "removes the log of webhook deliveries older than 30 days",
    failure: { level: "error", sentence: "forgetting old deliveries failed" },
    run: ({ installation }) => forgetDeliveries(installation),
  },
  {
    name: "forget-traces",
    everyMs: HOUR,
    purpose: "removes places in traces that nothing goes on with any more",
    failure: { level: "warn", sentence: "old places in traces can't be removed" },
    run:
      ({ installation: { jobPool, clock } }) =>
      () =>
        forgetTraceContexts(jobPool, clock.now()),
  },
  {
    name: "forget-violations",
    everyMs: HOUR,
    purpose: "removes policy violations older than 90 days",
    failure: { level: "warn", sentence: "old policy violations can't be removed" },
    run: ({ installation }) => forgetOldViolations(installation),
  },
  {
    name: "forget-return-differences",
    everyMs: HOUR,
    purpose: "removes records of differing 3-D Secure returns older than 30 days",
    failure: { level: "warn", sentence: "old records of returns can't be removed" },
    run: ({ installation }) => forgetOldDifferences(installation),
  },
  {
    name: "sweep-drafts",
    everyMs: 5 * MINUTE,
    purpose: "erases abandoned drafts of payment pages",
    failure: { level: "warn", sentence: "old drafts can't be swept" },
    run:
      ({ installation }) =>
      () =>
        sweepGroups(installation, (pool) => createDraftStore(pool, installation.clock).sweep()),
  },
  {
    name: "sweep-stored-cards",
    everyMs: MINUTE,
    purpose: "erases stored cards that are not kept",
    failure: { level: "warn", sentence: "the vault can't be swept" },
    run: ({ installation, runtime }) => sweepVault(installation, runtime),
  },
  {
    name: "sweep-panel-sessions",
    everyMs: HOUR,
    purpose: "removes ended panel sessions, disables unused users",
    failure: { level: "warn", sentence: "panel sessions and users were not swept" },
    run: ({ installation }) => sweepPanelUsers(installation),
  },
  {
    name: "announce-vault-keys",
    everyMs: 2 * SECOND,
    // A process that was last seen 20 seconds ago counts as ended.
    restsWhenIdle: 8 * SECOND,
    purpose: "records the vault keys of this process, for a rotation",
    failure: { level: "warn", sentence: "the vault keys can't be looked up" },
    run: ({ installation }) => announceVaultKeys(installation),
  },
  {
    name: "remind-of-vault-key",
    everyMs: DAY,
    purpose: "logs that the vault key is due for replacement",
    failure: { level: "warn", sentence: "the age of the vault key is not known" },
    run: ({ installation }) => remindOfVaultKey(installation),
  },
  {
    name: "follow-clocks",
    everyMs: 250,
    restsWhenIdle: true,
    purpose: "follows the times of the sandboxes",
    failure: { level: "warn", sentence: "the sandboxes' times were not followed" },
    run: ({ installation, wakeAll }) => followClocks(installation, wakeAll),
  },
  ...OBSERVING_JOBS,
];
