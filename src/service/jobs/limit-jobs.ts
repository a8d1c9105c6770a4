import { forgetBuckets } from "../../store/limit/bucket-store.ts";
import { forgetKeys } from "../../store/merchant/idempotency-store.ts";
import { watchLag } from "../../system/loop-lag.ts";
import { DAY, HOUR, later, SECOND } from "../../kernel/clock.ts";
import type { FairGate } from "../../kernel/queue/fair-gate.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round, Rounds } from "../runtime/job.ts";
import type { Idleness } from "../runtime/idleness.ts";
import type { Guards, Limits } from "../runtime/limits.ts";
import { sweepGroups } from "../installation/merchant-groups.ts";

/**
 * The time by which the pulls of two rounds overlap, because an addition may be committed later
 * than its time `at`, and because the clocks of machines differ.
 */
const PULLED_AGAIN_MS = 5 * SECOND;
/** The time without additions after which every bucket of cards is empty. */
const CARDS_REMEMBERED_MS = DAY;
const REMOVED_AT_ONCE = 1_000;

/** The average delay of the event loop, in ms, from which the process counts as under pressure. */
const LAG_MS = 4;
/**
 * The number of statements that wait for the database from which the process counts as under
 * pressure; the connections of the pool do as many in some milliseconds.
 */
const WAITING = 32;

/** Keeps each merchant's share of requests under way in step with the load of the process. */
export function adaptShares(
  gate: FairGate,
  { writer, refundWriter, pool }: Installation,
  idleness: Pick<Idleness, "isIdle">,
): Rounds {
  const lag = watchLag();
  return {
    async round() {
      if (idleness.isIdle()) {
        lag.rest();
        gate.adapt(0);
        return false;
      }
      const held = lag.take() / LAG_MS;
      const { intents, changes } = writer.depths();
      const waiting = pool.waitingCount + intents + changes + refundWriter.depth;
      gate.adapt(Math.max(held, waiting / WAITING));
      return false;
    },
    async end() {
      lag.rest();
    },
  };
}

/** Asks the database nothing while no call takes long. */
export function holdKeys({ heldKeys }: Pick<Limits, "heldKeys">): Round {
  return async () => {
    await heldKeys.renew();
    return false;
  };
}

/** Pushes the counts of this process and pulls those of the others. */
export function syncBuckets({ requestBuckets, cardBuckets }: Guards): Round {
  return async () => {
    await Promise.all([requestBuckets.sync(), cardBuckets.sync()]);
    return false;
  };
}

/** Pulls other processes' card counts; the first pull includes counts from before this start. */
export function pullCardBuckets(
  { clock }: Pick<Installation, "clock">,
  { cardBuckets }: Guards,
): Round {
  let since = later(clock.now(), -CARDS_REMEMBERED_MS);
  return async () => {
    const now = clock.now();
    await cardBuckets.pull(since);
    since = later(now, -PULLED_AGAIN_MS);
    return false;
  };
}

/** Removes old idempotency keys and buckets. */
export function forgetCounts(installation: Pick<Installation, "clock" | "pool" | "groups">): Round {
  const { clock, pool } = installation;
  return async () => {
    const now = clock.now();
    const limit = REMOVED_AT_ONCE;
    const requests = { before: later(now, -HOUR), limit };
    const cards = { before: later(now, -CARDS_REMEMBERED_MS), limit };
    const isMore = await Promise.all([
      sweepGroups(installation, (group) => forgetKeys(group, now, limit)),
      forgetBuckets(pool, "request_level", requests),
      forgetBuckets(pool, "card_level", cards),
    ]);
    return isMore.includes(true);
  };
}
