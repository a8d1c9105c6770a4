import type { Pool } from "pg";
import { createStoredCardStore } from "../../store/card/stored-card-store.ts";
import { createDeliveryLog } from "../../store/event/delivery-log.ts";
import { createDeliveryStore } from "../../store/event/delivery-store.ts";
import { createEventPlacer } from "../../store/event/event-placer.ts";
import { createFeedHead } from "../../store/event/feed-head.ts";
import { createFailedItemStore } from "../../store/job/failed-item-store.ts";
import { createBooksReader } from "../../store/ledger/books-store.ts";
import { bringTables } from "../../store/ledger/coordinator-tables.ts";
import { createGroupSealer } from "../../store/ledger/seal-store.ts";
import { createOpenHolds } from "../../store/payment/open-hold-store.ts";
import { createWatchedAttempts } from "../../store/payment/attempt-watch-store.ts";
import { createMovementStore } from "../../store/payment/movement-store.ts";
import type { PaymentReader } from "../../store/payment/payment-reader.ts";
import { createPaymentStore } from "../../store/payment/payment-store.ts";
import type { PaymentWriter } from "../../store/payment/payment-writer.ts";
import { createGroupPersonalData } from "../../store/payment/personal-data-store.ts";
import { createPaymentFinder } from "../../store/report/payment-finder.ts";
import { createRollupKeeper } from "../../store/rollup/rollup-keeper.ts";
import { createSessionExpiry } from "../../store/session/session-expiry-store.ts";
import { ownsMerchant, type ShardGroup } from "../../database/shard/shard-groups.ts";
import { createRewrapStore } from "../../store/vault/rewrap-store.ts";
import { systemHash } from "../../system/hash.ts";

type GroupStoresParts = {
  /** A pool whose connections are bound to the group. */
  readonly pool: Pool;
  /** As `pool`, for searches, whose plans depend on their values. */
  readonly readers: Pool;
  readonly coordinator: Pool;
  readonly group: ShardGroup;
  readonly writer: PaymentWriter;
  readonly reader: PaymentReader;
};

/** The stores of a shard group that don't write in batches. */
export function groupStores(parts: GroupStoresParts) {
  const { pool, readers, coordinator, group, writer, reader } = parts;
  return {
    payments: createPaymentStore({ pool, jobPool: pool, writer, reader }),
    watchedAttempts: createWatchedAttempts(pool),
    openHolds: createOpenHolds(pool, pool),
    expiry: createSessionExpiry(pool),
    failedItems: createFailedItemStore(pool),
    placer: createEventPlacer(pool),
    deliveries: createDeliveryStore(pool),
    deliveryLog: createDeliveryLog(pool),
    rollups: createRollupKeeper(pool),
    storedCards: createStoredCardStore(pool),
    movements: createMovementStore(pool, ownsMerchant(group)("source.merchant_id")),
    personalData: createGroupPersonalData(pool),
    rewraps: createRewrapStore(pool),
    finder: createPaymentFinder(readers),
    sealer: createGroupSealer(pool, systemHash, group),
    books: createBooksReader(pool, { bring: bringTables(coordinator, group), coordinator }),
    feedHead: createFeedHead(pool, group),
  };
}
