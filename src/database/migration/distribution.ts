/**
 * Where the rows of a table lie in a database that Citus distributes:
 *
 * - `distributed`: on the node that holds the merchant's shard group, by `merchant_id`;
 * - `reference`: all rows on each node;
 * - `local`: on the coordinator only.
 */
export type Placement = "distributed" | "reference" | "local";

export type TablePlacement = {
  readonly placement: Placement;
  /** Why the table lies there, for docs/operations/distribution.md. */
  readonly reason: string;
  /**
   * The statements that change the table right before it is distributed. A plain PostgreSQL keeps
   * the table as the migrations make it.
   */
  readonly before?: readonly string[];
};

const SETTINGS = "settings of one merchant, read together with its rows";
const MONEY = "grows with the payments of a merchant";
const ACCESS = "users of the panel: few rows, found by user or e-mail address, some of no merchant";
const COUNTS = "counts and tries that all processes share, found by their subject";

/**
 * Each table of the schema `public`. `vezne migrate --distributed`, the tests of the schema and of
 * the statements, and the page for operators read this table.
 *
 * The reasons are in docs/decisions/distribution.md.
 */
export const TABLES: Readonly<Record<string, TablePlacement>> = {
  account_feed: local("read by no release any more, and removed by a later one"),
  acquirer_connection: reference(
    "its unique index on live terminals covers all merchants; routing joins it on each node",
  ),
  api_key: distributed(SETTINGS),
  api_request: distributed("the request log of a merchant"),
  attempt: distributed(MONEY),
  attempt_watch: distributed(MONEY),
  audit_unsealed: local("the entries of `panel_audit` that wait for their seal"),
  bank_feed: local("a job reads those that are due, of all merchants and of the installation"),
  bin_correction: local("read into memory together with the BIN table"),
  bin_list: local("one row for each mode: the version of its BIN table"),
  bin_list_row: local("read into memory as a whole, and joined with no other table"),
  bin_record: local("no longer read; `bin_list_row` has its rows"),
  bin_table: local("no longer read; `bin_list` has its row"),
  card_draft: distributed("the card of a payment under way"),
  card_level: local(COUNTS),
  column_mapping: local("few rows, of merchants and of the installation, read by name"),
  card_note: local("what banks say of BINs, read by operators for all merchants together"),
  commission_rate: distributed(SETTINGS),
  connection_version: local("one row: a new version makes processes read the connections again"),
  distribution: local("one row: how far the tables are distributed"),
  erasure: distributed("the erasures of personal data of a merchant's customers", [
    wholeRows("erasure"),
  ]),
  event: distributed(MONEY),
  event_feed: distributed(MONEY),
  event_feed_head: distributed("one row for each shard group: how far its events are placed", [
    // Each shard group gets a row of its own, under a key whose hash lies in the group.
    "alter table event_feed_head drop constraint event_feed_head_pkey",
    "alter table event_feed_head add column merchant_id text not null default ''",
    "alter table event_feed_head add primary key (merchant_id)",
    "alter table event_feed_head add column node integer not null default 0",
    "delete from event_feed_head",
  ]),
  failed_item: distributed("items of background work, each of one merchant"),
  idempotency: distributed(MONEY),
  installation_secret: local("few rows, found by name"),
  installment_limit: distributed(SETTINGS),
  job_run: local("when each background job ran last"),
  line_assignment: local("the parts of rows of `statement_line` that payments have got"),
  merchant: reference("foreign keys of all other kinds of tables lead to it"),
  merchant_brand: distributed(SETTINGS),
  movement_check: distributed("how far a connection was compared with its bank"),
  operator_key: local("keys of the company that runs the service"),
  open_hold: distributed("the holds of a merchant that wait for their end"),
  page_draft: distributed("the inputs of a customer's page", [
    // A move without a pause copies changes from the write-ahead log.
    "alter table page_draft set logged",
  ]),
  panel_access_grant: local(ACCESS),
  panel_audit: local("has entries of no merchant, and a trigger that forbids changes"),
  panel_identity: local(ACCESS),
  panel_identity_attempt: local("found by the state of a sign-in before the user is known"),
  panel_password: local(ACCESS),
  panel_password_link: local(ACCESS),
  panel_password_permit: local(ACCESS),
  panel_recovery_code: local(ACCESS),
  panel_session: local("found by the token before the merchant is known"),
  panel_set_up: local(ACCESS),
  panel_user: local(ACCESS),
  panel_view: distributed(SETTINGS),
  payment: distributed(MONEY),
  payment_note: distributed(MONEY),
  payment_tally: distributed("the roll-ups of a merchant's payments"),
  payment_tally_change: distributed(MONEY, [wholeRows("payment_tally_change")]),
  policy_violation: distributed("reports of a merchant's pages"),
  posting: distributed(MONEY),
  posting_unsealed: distributed(MONEY, [wholeRows("posting_unsealed")]),
  receiving_account: distributed(SETTINGS),
  refund: distributed(MONEY),
  refund_payout: distributed(MONEY),
  refund_request: distributed(MONEY),
  request_level: local(COUNTS),
  restoration: local("the restores of the database"),
  return_difference: distributed("the newest returns of a merchant's connections that differ"),
  routing_rule: distributed(SETTINGS),
  sandbox_extract: local("one row for each sandbox, claimed by one process at a time"),
  sandbox_time: reference("`change` is unique over all merchants, and each process reads them all"),
  schema_migration: local("the record of migrations"),
  seal: distributed("the chain of seals of a merchant"),
  sealed_leaf: distributed(MONEY),
  session: distributed(MONEY),
  session_expiry: distributed("how far a merchant's sessions are expired"),
  session_payment: distributed("its unique index forbids a second charge of a session", [
    wholeRows("session_payment"),
  ]),
  session_watch: distributed(MONEY),
  settlement_import: distributed("the settlement files of a merchant", [
    // Citus distributes an identity column only as a bigint.
    "alter table settlement_import alter column import_id type bigint",
  ]),
  settlement_line: distributed(MONEY),
  settlement_part: distributed(MONEY),
  settlement_row: distributed(MONEY),
  settlement_term: distributed(SETTINGS),
  sign_in_tries: local(COUNTS),
  statement_line: local("unique for each account; its merchant is known only once it is matched"),
  stored_card: distributed("the saved cards of a merchant's customers"),
  table_version: distributed(SETTINGS),
  trace_context: local("places in traces, kept for seven days; a lost row costs no money"),
  transfer_request: distributed(MONEY),
  unknown_movement: distributed("bookings of a bank that a merchant's payments don't explain"),
  vault_key: reference("statements that store encrypted values check the current key"),
  vault_process: local("which processes know which key of the vault"),
  vault_wrapped_key: local("a process reads it when it looks for keys that it lacks"),
  webhook_attempt: distributed(MONEY, [wholeRows("webhook_attempt")]),
  webhook_delivery: distributed(MONEY),
  webhook_endpoint: distributed(SETTINGS),
  widget_release: local("the releases of the widget's script"),
};

/** The tables of a placement, in alphabetical order. */
export function tablesOf(wanted: Placement): readonly string[] {
  return Object.entries(TABLES).flatMap(([table, { placement }]) =>
    placement === wanted ? [table] : [],
  );
}

/** Names the rows of a table without a primary key to a move that copies their changes. */
function wholeRows(table: string): string {
  return `alter table ${table} replica identity full`;
}

function distributed(reason: string, before: readonly string[] = []): TablePlacement {
  return { placement: "distributed", reason, before };
}

function reference(reason: string): TablePlacement {
  return { placement: "reference", reason };
}

function local(reason: string): TablePlacement {
  return { placement: "local", reason };
}
