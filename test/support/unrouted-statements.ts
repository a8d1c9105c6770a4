/**
 * How the statements of a file that name no merchant work on a distributed database:
 *
 * - `each group`: the service runs them on each shard group, as on a database of its own;
 * - `fan-out`: Citus runs them on all shards;
 * - `plain`: they don't run there: the service has another way, or they come before.
 */
export type Unrouted = {
  readonly how: "each group" | "fan-out" | "plain";
  /** The distributed tables that they may read or write without a merchant; absent: any. */
  readonly tables?: readonly string[];
  readonly reason: string;
};

const SWEEP = "removes old rows of all merchants in small steps";
const CLAIM = "leases due work of all merchants";
const PLACES = "places new events of all merchants";
const BOOKS = "compares the books of all merchants";
const SEALS = "seals the books of all merchants";
const FAILED_ITEMS: Unrouted = fanOut("lists the failed items of all merchants", [
  "attempt",
  "failed_item",
  "open_hold",
  "refund_request",
  "session_watch",
  "webhook_delivery",
]);

/**
 * The files, and the folders with all of their files, whose statements read or write distributed
 * tables without naming one merchant.
 */
const UNROUTED: Readonly<Record<string, Unrouted>> = {
  "src/cli/": fanOut("commands of an operator look at all merchants"),
  "src/database/backup/": plain("a backup and a restore refuse a distributed database"),
  "src/database/installation/": fanOut("facts about the whole installation"),
  "src/store/card/stored-card-store.ts": eachGroup(SWEEP, ["card_draft", "payment", "stored_card"]),
  "src/store/connection/connection-table.ts": fanOut("each process reads all rules", [
    "routing_rule",
  ]),
  "src/store/event/backlog-store.ts": eachGroup("measures the work of all merchants that waits"),
  "src/store/event/delivery-log.ts": eachGroup(SWEEP, ["webhook_attempt", "webhook_delivery"]),
  "src/store/event/delivery-store.ts": eachGroup(CLAIM, ["webhook_delivery", "webhook_endpoint"]),
  "src/store/event/event-feed-store.ts": fanOut("tells whether any feed has grown", [
    "event_feed_head",
  ]),
  "src/store/event/event-placer.ts": eachGroup(PLACES),
  "src/store/event/feed-head.ts": eachGroup(PLACES),
  "src/store/event/idle-look.ts": plain("the jobs of a distributed database don't rest"),
  "src/store/event/place-by-session.ts": eachGroup(PLACES),
  "src/store/event/place-events.ts": eachGroup(PLACES),
  "src/store/job/failed-item-owners.ts": FAILED_ITEMS,
  "src/store/job/failed-item-store.ts": FAILED_ITEMS,
  "src/store/ledger/books-differences.ts": eachGroup(BOOKS),
  "src/store/ledger/books-histories.ts": eachGroup(BOOKS),
  "src/store/ledger/books-money.ts": eachGroup(BOOKS),
  "src/store/ledger/books-store.ts": eachGroup(BOOKS),
  "src/store/ledger/insert-postings.ts": fanOut(
    "the lines of a bank statement are those of several merchants",
    ["posting", "posting_unsealed"],
  ),
  "src/store/ledger/seal-statements.ts": eachGroup(SEALS),
  "src/store/ledger/seal-store.ts": eachGroup(SEALS),
  "src/store/connection/return-differences.ts": eachGroup(SWEEP, ["return_difference"]),
  "src/store/merchant/idempotency-store.ts": eachGroup(SWEEP, ["idempotency"]),
  "src/store/merchant/key-uses.ts": eachGroup("notes the uses of many keys at once", ["api_key"]),
  "src/store/page/policy-violation-store.ts": eachGroup(SWEEP, ["policy_violation"]),
  "src/store/payment/attempt-watch-store.ts": eachGroup(CLAIM, ["attempt", "attempt_watch"]),
  "src/store/payment/bring-forward.ts": eachGroup("makes inquiries of all merchants due", [
    "attempt",
    "payment",
  ]),
  "src/store/payment/due-attempt-store.ts": fanOut("counts the attempts of all merchants", [
    "attempt",
  ]),
  "src/store/payment/movement-store.ts": eachGroup("claims connections of all merchants", [
    "movement_check",
    "payment",
  ]),
  "src/store/payment/unknown-movements.ts": fanOut("counts the unknown bookings of all merchants", [
    "unknown_movement",
  ]),
  "src/store/payment/open-hold-store.ts": eachGroup(CLAIM, ["failed_item", "open_hold"]),
  "src/store/payment/payment-store.ts": eachGroup(CLAIM, ["attempt", "failed_item"]),
  "src/store/payment/person-case-store.ts": fanOut("counts the cases of all merchants", [
    "attempt",
  ]),
  "src/store/request-log/request-log-writer.ts": eachGroup(SWEEP, ["api_request"]),
  "src/store/rollup/rollup-keeper.ts": eachGroup("merges the changes of all merchants", [
    "payment_tally_change",
  ]),
  "src/store/sandbox/sandbox-due.ts": eachGroup("a sandbox's clock moves due work"),
  "src/store/refund/approval-store.ts": eachGroup(
    "finds the approved refunds of all merchants that a process left",
    ["refund", "refund_request"],
  ),
  "src/store/sandbox/sandbox-extract-store.ts": fanOut("asks which sandboxes have a contract", [
    "settlement_term",
  ]),
  "src/store/session/draft-store.ts": eachGroup(SWEEP, ["page_draft"]),
  "src/store/session/ended-sessions.ts": eachGroup("finds ended sessions of all merchants"),
  "src/store/session/session-expiry-store.ts": eachGroup("notes how far it has looked"),
  "src/database/migration/distribution.ts": plain("makes ready for the distribution of a table", [
    "event_feed_head",
  ]),
  "src/database/migration/run-migration.ts": fanOut("migrations change the rows of all merchants"),
  "src/database/migration/month-partitions.ts": fanOut("the months of all merchants end at once"),
  "src/database/migration/table-files.ts": fanOut("asks each shard for the size of its files"),
  "src/store/transfer/statement-store.ts": plain("another statement is given these rows", [
    "failed_item",
  ]),
  "src/store/transfer/transfer-store.ts": fanOut("a reference code tells no merchant", [
    "receiving_account",
    "transfer_request",
  ]),
  "src/store/vault/rewrap-store.ts": fanOut("finds the records under an old key", [
    "card_draft",
    "stored_card",
  ]),
  "src/store/vault/signing-secret-store.ts": fanOut("finds the secrets under an old key", [
    "webhook_endpoint",
  ]),
  "src/store/vault/sealed-attempt-store.ts": fanOut("finds the values under an old key", [
    "attempt",
  ]),
};

export function unroutedOf(file: string): Unrouted | undefined {
  const folder = Object.keys(UNROUTED).find((key) => key.endsWith("/") && file.startsWith(key));
  return UNROUTED[file] ?? (folder === undefined ? undefined : UNROUTED[folder]);
}

function eachGroup(reason: string, tables?: readonly string[]): Unrouted {
  return { how: "each group", reason, ...(tables && { tables }) };
}

function fanOut(reason: string, tables?: readonly string[]): Unrouted {
  return { how: "fan-out", reason, ...(tables && { tables }) };
}

function plain(reason: string, tables?: readonly string[]): Unrouted {
  return { how: "plain", reason, ...(tables && { tables }) };
}
