import type { Pool } from "pg";
import type { EventPlacer } from "../edge/store/event/event-placer.ts";
import type { StoredCardStore } from "../edge/store/card/stored-card-store.ts";
import type { DeliveryLog, DeliveryStore } from "../event/ports.ts";
import type { FailedItems } from "../job/ports.ts";
import { merchantOf } from "../kernel/ids.ts";
import type { WatchedAttempts } from "../payment/attempt-watch.ts";
import type { SessionExpiry } from "../payment/expire-sessions.ts";
import type { PaymentStore } from "../payment/ports.ts";
import type { RollupKeeper } from "../report/ports.ts";
import type { Foundation } from "./foundation.ts";
import type { Shards } from "./shards.ts";

const ownerOf = ({ merchantId }: { readonly merchantId: string }): string => merchantId;

/** A group's part of a limit; rounded up, so that each group gets on. */
const partOf = (limit: number, groups: number): number => Math.ceil(limit / groups);

/** Places the events of each group by the transactions of its node. */
export function shardedPlacer(shards: Shards): EventPlacer {
  return {
    async place(now) {
      const rounds = await shards.each(async ({ feedHead, placer }) => {
        await feedHead.adopt();
        return placer.place(now);
      });
      const counts = rounds.map((round) => (round.kind === "placed" ? round.events : 0));
      return { kind: "placed", events: sumOf(counts) };
    },
  };
}

/** Claims the deliveries of all groups; the groups share the free slots of the process evenly. */
export function shardedDeliveries(shards: Shards): DeliveryStore {
  return {
    async claimDue(request) {
      const claims = await shards.each(({ deliveries }, _, groups) =>
        deliveries.claimDue({
          ...request,
          limit: partOf(request.limit, groups),
          throttledLimit: partOf(request.throttledLimit, groups),
        }),
      );
      return claims.flat();
    },
    hinder: (delivery, hindrance) =>
      shards.route(delivery.key.merchantId, ({ deliveries }) =>
        deliveries.hinder(delivery, hindrance),
      ),
    recordOutcome: (delivery, outcome) =>
      shards.route(delivery.event.merchantId, ({ deliveries }) =>
        deliveries.recordOutcome(delivery, outcome),
      ),
  };
}

/** Claims the due attempts of each group; Citus routes all other statements of the store. */
export function shardedPayments(shards: Shards, store: PaymentStore): PaymentStore {
  return {
    ...store,
    async claimDue(now, leaseUntil, limit) {
      const claims = await shards.each(({ payments }, _, groups) =>
        payments.claimDue(now, leaseUntil, partOf(limit, groups)),
      );
      return claims.flat();
    },
  };
}

export function shardedWatches(shards: Shards, store: WatchedAttempts): WatchedAttempts {
  return {
    ...store,
    async claim(now, nextAt, limit) {
      const claims = await shards.each(({ watchedAttempts }, _, groups) =>
        watchedAttempts.claim(now, nextAt, partOf(limit, groups)),
      );
      return claims.flat();
    },
  };
}

/** Expires the sessions of each group. The places of sandboxes lie in a reference table. */
export function shardedExpiry(shards: Shards, coordinator: SessionExpiry): SessionExpiry {
  return {
    async find(search) {
      const rounds = await shards.each(async ({ expiry }, group) => {
        const sandboxes = await shards.ownOf(group, search.sandboxes, ownerOf);
        return expiry.find({ ...search, sandboxes });
      });
      return {
        ended: rounds.flatMap(({ ended }) => ended),
        places: {
          merchants: rounds.flatMap(({ places }) => places.merchants),
          sandboxes: rounds.flatMap(({ places }) => places.sandboxes),
        },
        isFull: rounds.some(({ isFull }) => isFull),
      };
    },
    async record({ expired, watched, read }) {
      const merchants = [...new Set(read.map(ownerOf))];
      for (const merchantId of merchants) {
        const isOwn = (one: { readonly merchantId: string }): boolean =>
          one.merchantId === merchantId;
        const own = {
          expired: expired.filter(({ session }) => isOwn(session)),
          watched: watched.filter(({ session }) => isOwn(session)),
          read: read.filter(isOwn),
        };
        await shards.route(merchantId, ({ expiry }) => expiry.record(own));
      }
    },
    putOff: (key, dueAt) => shards.route(key.merchantId, ({ expiry }) => expiry.putOff(key, dueAt)),
    async pass({ merchants, sandboxes }) {
      await shards.eachOf(merchants, ownerOf, ({ expiry }, own) =>
        expiry.pass({ merchants: own, sandboxes: [] }),
      );
      if (sandboxes.length > 0) await coordinator.pass({ merchants: [], sandboxes });
    },
    watch: (session) =>
      shards.route(merchantOf(session.sessionId), ({ expiry }) => expiry.watch(session)),
  };
}

/** Counts the failures of an item in the group of its merchant. */
export function shardedFailedItems(shards: Shards, coordinator: FailedItems): FailedItems {
  return {
    ...coordinator,
    add: (failure) =>
      shards.route(failure.key.merchantId, ({ failedItems }) => failedItems.add(failure)),
    remove: (keys) =>
      shards.eachOf(keys, ownerOf, ({ failedItems }, own) => failedItems.remove(own)),
    retry: (key) => shards.route(key.merchantId, ({ failedItems }) => failedItems.retry(key)),
    drop: (key) => shards.route(key.merchantId, ({ failedItems }) => failedItems.drop(key)),
  };
}

/** Makes deliveries due in the group of their merchant; Citus routes the reads. */
export function shardedDeliveryLog(shards: Shards, coordinator: DeliveryLog): DeliveryLog {
  return {
    ...coordinator,
    resend: (request) =>
      shards.route(request.merchantId, ({ deliveryLog }) => deliveryLog.resend(request)),
  };
}

export function shardedRollups(shards: Shards): RollupKeeper {
  return {
    async compact(now, each) {
      await shards.each(({ rollups }) => rollups.compact(now, each));
    },
    rebuild: (merchantId) => shards.route(merchantId, ({ rollups }) => rollups.rebuild(merchantId)),
    countDifferences: (merchantId) =>
      shards.route(merchantId, ({ rollups }) => rollups.countDifferences(merchantId)),
  };
}

/** Sweeps the cards of each group; a single card is routed by Citus. */
export function shardedCards(shards: Shards, coordinator: StoredCardStore): StoredCardStore {
  return {
    ...coordinator,
    async sweep(sweep) {
      await shards.each(({ storedCards }) => storedCards.sweep(sweep));
    },
  };
}

/**
 * Runs a sweep on the database, or on each shard group of a distributed one. True if one of them
 * has more to do.
 */
export async function sweepGroups(
  { shards, jobPool }: Pick<Foundation, "shards" | "jobPool">,
  sweep: (pool: Pool) => Promise<boolean>,
): Promise<boolean> {
  if (shards === undefined) return sweep(jobPool);
  return (await shards.each(({ pool }) => sweep(pool))).includes(true);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
