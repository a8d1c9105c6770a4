import type { Sealer } from "../../store/ledger/seal-store.ts";
import type { StoredCardStore } from "../../store/card/stored-card-store.ts";
import {
  createConnectionTable,
  type ConnectionTable,
} from "../../store/connection/connection-table.ts";
import { createEndpointStore } from "../../store/event/endpoint-store.ts";
import type { EventPlacer } from "../../store/event/event-placer.ts";
import { createMerchantStore } from "../../store/merchant/merchant-store.ts";
import { createStatementStore } from "../../store/transfer/statement-store.ts";
import {
  createCodeSecretStore,
  type CodeSecretStore,
} from "../../store/vault/code-secret-store.ts";
import {
  createSigningSecretStore,
  type SigningSecretStore,
} from "../../store/vault/signing-secret-store.ts";
import type { DeliveryLog, DeliveryStore, EndpointStore } from "../../domain/event/ports.ts";
import type { FailedItems } from "../../domain/job/ports.ts";
import type { WatchedAttempts } from "../../domain/payment/outcome/attempt-watch.ts";
import type { PersonalDataStore } from "../../domain/payment/erase-personal-data.ts";
import type { SessionExpiry } from "../../domain/payment/charge/expire-sessions.ts";
import type { MovementStore } from "../../domain/payment/movement/movement.ts";
import type { OpenHolds } from "../../domain/payment/hold/end-holds.ts";
import type { PaymentStore } from "../../domain/payment/ports.ts";
import type { BooksReader } from "../../domain/report/books-reader.ts";
import type { RollupKeeper } from "../../domain/report/ports.ts";
import type { StatementStore } from "../../domain/transfer/ports.ts";
import type { Foundation } from "./foundation.ts";
import { notedErasure } from "./noted-erasure.ts";
import { shardedBooks, shardedPersonalData, shardedSealer } from "./sharded-books.ts";
import * as jobs from "./sharded-jobs.ts";
import type { Shards } from "./shards.ts";

/** The makers of the stores that work differently on a distributed database. */
type Stores = {
  readonly payments: () => PaymentStore;
  readonly watchedAttempts: () => WatchedAttempts;
  readonly openHolds: () => OpenHolds;
  readonly movements: () => MovementStore;
  readonly statements: () => StatementStore;
  readonly expiry: () => SessionExpiry;
  readonly personalData: () => PersonalDataStore;
  readonly placer: () => EventPlacer;
  readonly deliveryTable: () => DeliveryStore;
  readonly merchantTable: () => ReturnType<typeof createMerchantStore>;
  readonly endpointTable: () => EndpointStore;
  readonly signingSecretStore: () => SigningSecretStore;
  readonly deliveryLog: () => DeliveryLog;
  readonly books: () => BooksReader;
  readonly sealer: () => Sealer;
  readonly rollups: () => RollupKeeper;
  readonly failedItems: () => FailedItems;
  readonly storedCards: () => StoredCardStore;
  readonly rewraps: () => ReturnType<typeof jobs.shardedRewraps>;
  readonly codeSecretStore: () => CodeSecretStore;
  readonly connectionTable: () => ConnectionTable;
};

/**
 * The stores of a distributed database, in place of those of a plain PostgreSQL: they run on the
 * shard groups what Citus can't route or plan. The reasons are in docs/decisions/distribution.md.
 */
export function distributedStores(
  foundation: Pick<Foundation, "pool" | "clock" | "clocks" | "sandboxTime">,
  shards: Shards,
  plain: Stores,
): Stores {
  const { pool, clock, clocks } = foundation;
  const failedItems = () => jobs.shardedFailedItems(shards, plain.failedItems());
  const failedLines = async () => (await failedItems().of("transfer_line")).map(({ item }) => item);
  return {
    failedItems,
    payments: () => jobs.shardedPayments(shards, plain.payments()),
    watchedAttempts: () => jobs.shardedWatches(shards, plain.watchedAttempts()),
    openHolds: () => jobs.shardedHolds(shards, plain.openHolds()),
    movements: () => jobs.shardedMovements(shards, plain.movements()),
    statements: () => createStatementStore(pool, { clock, clocks }, failedLines),
    expiry: () => jobs.shardedExpiry(shards, pool),
    personalData: () => notedErasure(foundation, shardedPersonalData(shards, pool)),
    placer: () => jobs.shardedPlacer(shards),
    deliveryTable: () => jobs.shardedDeliveries(shards),
    deliveryLog: () => jobs.shardedDeliveryLog(shards, plain.deliveryLog()),
    books: () => shardedBooks(shards, plain.books()),
    sealer: () => shardedSealer(shards, plain.sealer(), pool),
    rollups: () => jobs.shardedRollups(shards),
    storedCards: () => jobs.shardedCards(shards, plain.storedCards()),
    rewraps: () => jobs.shardedRewraps(shards, plain.rewraps()),
    merchantTable: () => createMerchantStore(pool, clock, "update"),
    endpointTable: () => createEndpointStore(pool, "update"),
    codeSecretStore: () => createCodeSecretStore(pool, "update"),
    signingSecretStore: () => createSigningSecretStore(pool, "update"),
    connectionTable: () => createConnectionTable(pool, "update"),
  };
}
