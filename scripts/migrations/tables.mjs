/**
 * Tables with few rows, whatever the number of payments: an operation on a whole one takes
 * milliseconds. Every other table counts as large.
 */
const SMALL = new Set([
  // Settings that people make.
  "acquirer_connection",
  "api_key",
  "bank_feed",
  "bin_record",
  "commission_rate",
  "installment_limit",
  "merchant",
  "merchant_brand",
  "operator_key",
  "panel_password",
  "panel_user",
  "panel_view",
  "receiving_account",
  "routing_rule",
  "settlement_term",
  "vault_key",
  "webhook_endpoint",
  // One row for each job, connection, account or merchant.
  "account_feed",
  "bin_table",
  "connection_version",
  "event_feed_head",
  "installation_secret",
  "job_run",
  "movement_check",
  "restoration",
  "sandbox_time",
  "session_expiry",
]);

/** The objects that earlier migrations have made, as far as the rules need them. */
export function emptyHistory() {
  return {
    /** The table of each index. */
    indexes: new Map(),
    /** Checks of the form `column is not null`, with the file that has validated each. */
    notNullChecks: new Map(),
  };
}

/** True if the table existed before the file and may have many rows. */
export function isLarge(file, table) {
  return isExisting(file, table) && !SMALL.has(table);
}

export function isExisting(file, table) {
  return !file.created.has(table);
}
