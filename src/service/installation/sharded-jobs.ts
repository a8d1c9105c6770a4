import type { Pool } from "pg";
import { moveSandboxPlace } from "../../store/session/session-expiry-store.ts";
import type { EventPlacer } from "../../store/event/event-placer.ts";
import type { StoredCardStore } from "../../store/card/stored-card-store.ts";
import type { RewrapStore } from "../../store/vault/rewrap-store.ts";
import type { DeliveryLog, DeliveryStore } from "../../domain/event/ports.ts";
import type { FailedItems } from "../../domain/job/ports.ts";
import { merchantOf } from "../../kernel/ids.ts";
import type { WatchedAttempts } from "../../domain/payment/outcome/attempt-watch.ts";
import type { SessionExpiry } from "../../domain/payment/charge/expire-sessions.ts";
import type { OpenHolds } from "../../domain/payment/hold/end-holds.ts";
import type { MovementStore } from "../../domain/payment/movement/movement.ts";
import type { PaymentStore } from "../../domain/payment/ports.ts";
import type { RollupKeeper } from "../../domain/report/ports.ts";
import type { GroupStores, Shards } from "./shards.ts";

const ownerOf = ({ merchantId }: { readonly merchantId: string }): string => merchantId;

/**
 * Claims items of each group. `partOf` gives the group's part of a limit, rounded up, so that each
 * group gets on.
 */
async function claimInEach<Item>(
  shards: Shards,
  claim: (stores: GroupStores, partOf: (limit: number) => number) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const claims = await shards.each((stores, _, groups) =>
    claim(stores, (limit) => Math.ceil(limit / groups)),
  );
  return claims.flat();
}

/** Places the events of each group by the transactions of its node. */
export function shardedPlacer(shards: Shards): EventPlacer {
  return {
    async place(now) {
      const rounds = await shards.each(async ({ feedHead, placer }) => {
        await feedHead.adopt();
        return placer.place(now);
      });
      const placed = rounds.filter((round) => round.kind === "placed");
      return {
        kind: "placed",
        events: sumOf(placed.map(({ events }) => events)),
        hasDeliveries: placed.some(({ hasDeliveries }) => hasDeliveries),
      };
    },
  };
}

/** Claims the deliveries of all groups; the groups share the free slots of the process evenly. */
export function shardedDeliveries(shards: Shards): DeliveryStore {
  return {
    claimDue: (request) =>
      claimInEach(shards, ({ deliveries }, partOf) =>
        deliveries.claimDue({
          ...request,
          limit: partOf(request.limit),
          throttledLimit: partOf(request.throttledLimit),
        }),
      ),
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
    claimDue: (now, leaseUntil, limit) =>
      claimInEach(shards, ({ payments }, partOf) =>
        payments.claimDue(now, leaseUntil, partOf(limit)),
      ),
    async bringForward(now) {
      await shards.each(({ payments }) => payments.bringForward(now));
    },
  };
}

export function shardedHolds(shards: Shards, store: OpenHolds): OpenHolds {
  return {
    ...store,
    claimDue: (now, leaseUntil, limit) =>
      claimInEach(shards, ({ openHolds }, partOf) =>
        openHolds.claimDue(now, leaseUntil, partOf(limit)),
      ),
  };
}

export function shardedWatches(shards: Shards, store: WatchedAttempts): WatchedAttempts {
  return {
    ...store,
    claim: (now, nextAt, limit) =>
      claimInEach(shards, ({ watchedAttempts }, partOf) =>
        watchedAttempts.claim(now, nextAt, partOf(limit)),
      ),
  };
}

/** Expires the sessions of each group. The places of sandboxes lie in a reference table. */
export function shardedExpiry(shards: Shards, pool: Pool): SessionExpiry {
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
      for (const place of sandboxes) await moveSandboxPlace(pool, place);
    },
    watch: (session) =>
      shards.route(merchantOf(session.sessionId), ({ expiry }) => expiry.watch(session)),
  };
}

/** Counts the failures of an item in the group of its merchant. */
export function shardedFailedItems(shards: Shards, coordinator: FailedItems): FailedItems {
  return {
    ...coordinator,
    // On each group apart, so that a failed server stops the jobs for its own merchants only.
    async of(kind) {
      const found = (await shards.each(({ failedItems }) => failedItems.of(kind))).flat();
      return found.toSorted((one, other) => one.item.dueAt - other.item.dueAt);
    },
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

/** Claims connections in the groups of their merchants; Citus routes all other statements. */
export function shardedMovements(shards: Shards, coordinator: MovementStore): MovementStore {
  return {
    ...coordinator,
    claim: (claim) =>
      claimInEach(shards, ({ movements }, partOf) =>
        movements.claim({ ...claim, limit: partOf(claim.limit) }),
      ),
  };
}

/** Replaces keys in the groups of their records; Citus runs the reads on all of them. */
export function shardedRewraps(shards: Shards, coordinator: RewrapStore): RewrapStore {
  return {
    ...coordinator,
    async write(table, keyId, records) {
      let written = 0;
      await shards.eachOf(
        records,
        ({ record }) => record.merchantId,
        async ({ rewraps }, own) => {
          written += await rewraps.write(table, keyId, own);
        },
      );
      return written;
    },
  };
}

export function shardedRollups(shards: Shards): RollupKeeper {
  return {
    async compact(now, each) {
      return (await shards.each(({ rollups }) => rollups.compact(now, each))).includes(true);
    },
    rebuild: (merchantId) => shards.route(merchantId, ({ rollups }) => rollups.rebuild(merchantId)),
    countDifferences: (merchantId) =>
      shards.route(merchantId, ({ rollups }) => rollups.countDifferences(merchantId)),
  };
}

/**
 * Sweeps the cards of each group. A card is set aside in the group, too: through the coordinator,
 * two payments of one merchant at the same time would deadlock. Citus routes the rest.
 */
export function shardedCards(shards: Shards, coordinator: StoredCardStore): StoredCardStore {
  return {
    ...coordinator,
    setAside: (draft) =>
      shards.route(draft.owner.merchantId, ({ storedCards }) => storedCards.setAside(draft)),
    async sweep(sweep) {
      await shards.each(({ storedCards }) => storedCards.sweep(sweep));
    },
  };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
