/** The number of the last migration that installations had run when this check began. */
const LAST = 68;

/**
 * Why each rule's findings are accepted in migrations up to `LAST`. Their files can't be changed,
 * because installations have recorded their digests.
 */
const REASONS = {
  constraint: "no release had the schema before it, so no installation upgrades under load",
  contract: "no release reads the schema before it",
  hidden: "sets the fill factor of each partition, which locks nothing",
  index: "no release had the schema before it; on a million payments each takes seconds",
  locks: "the runner gives up each lock after 100 ms without the note, too",
  "not null": "reads a table that the same file fills",
  "one table": "no release had the schema before it, so no installation upgrades under load",
  rewrite: "each event needs the transaction that wrote it, which no default gives",
  unknown: "attaches the only partition, which holds all rows",
  "whole table": "fills a table that is new, or corrects rows that few installations have",
};

const FINDINGS = {
  "0003-refunds": [
    "constraint: adds refund_reserved with a constraint that reads the whole table",
    "constraint: adds a constraint that reads all of payment",
    "locks: lacks the note `-- migration: locks payment`",
  ],
  "0004-bins-and-installments": ["locks: lacks the note `-- migration: locks payment`"],
  "0006-report-index": ["index: builds payment_by_time while payment takes no writes"],
  "0007-follow-up-keys": ["locks: lacks the note `-- migration: locks attempt`"],
  "0008-payment-tally": ["whole table: reads all rows of payment in one transaction"],
  "0009-conventions": [
    "index: builds idempotency_by_age while idempotency takes no writes",
    "locks: lacks the note `-- migration: locks idempotency`",
  ],
  "0010-stored-cards": ["locks: lacks the note `-- migration: locks payment`"],
  "0011-client-network": ["locks: lacks the note `-- migration: locks payment`"],
  "0012-vault-rotation": ["index: builds stored_card_unsealed while stored_card takes no writes"],
  "0013-event-feed": [
    "rewrite: computes written_by for each row",
    "index: builds event_by_transaction while event takes no writes",
    "whole table: reads all rows of event in one transaction",
    "locks: lacks the note `-- migration: locks event`",
  ],
  "0015-stored-card-expiry": [
    "index: builds stored_card_by_expiry while stored_card takes no writes",
  ],
  "0018-ledger": [
    "whole table: reads all rows of posting in one transaction",
    "locks: lacks the note `-- migration: locks posting`",
  ],
  "0019-webhook-retention": [
    "index: builds webhook_delivery_settled while webhook_delivery takes no writes",
  ],
  "0023-settlement": ["index: builds posting_by_value_date while posting takes no writes"],
  "0024-suspense": [
    "constraint: adds a constraint that reads all of statement_line",
    "locks: lacks the note `-- migration: locks statement_line`",
  ],
  "0027-webhook-due": [
    "index: builds webhook_delivery_due while webhook_delivery takes no writes",
    "locks: lacks the note `-- migration: locks webhook_delivery`",
    "contract: drops webhook_delivery_due: say `needs release`",
  ],
  "0029-key-use": ["locks: lacks the note `-- migration: locks api_key`"],
  "0030-partitions": [
    "constraint: builds the index of a constraint under a lock",
    "unknown: alters payment by AT_AttachPartition, which this check doesn't know",
    "unknown: alters event by AT_AttachPartition, which this check doesn't know",
    "whole table: writes all rows of event_feed in one transaction",
    "not null: reads all of event_feed for created_at: validate a check before",
    "locks: lacks the note `-- migration: locks payment_first`",
    "locks: lacks the note `-- migration: locks event_first`",
    "locks: lacks the note `-- migration: locks event_feed`",
    "one table: locks payment_first and event_first and event_feed at once: make a file for each",
    "contract: drops payment_holds_session: say `needs release`",
    "contract: drops payment_by_session: say `needs release`",
    "contract: drops the column holds_session: say `needs release`",
    "contract: renames payment: say `needs release`",
    "contract: renames payment_by_time: say `needs release`",
    "contract: drops payment_pkey, which `on conflict` may name: say `needs release`",
    "contract: renames event: say `needs release`",
    "contract: renames event_by_transaction: say `needs release`",
    "contract: drops event_pkey, which `on conflict` may name: say `needs release`",
  ],
  "0034-payment-search": [
    "index: builds payment_by_card while payment takes no writes",
    "index: builds payment_by_amount while payment takes no writes",
    "index: builds attempt_by_bank_reference while attempt takes no writes",
    "index: builds attempt_by_auth_code while attempt takes no writes",
    "index: builds event_by_session while event takes no writes",
    "index: builds session_by_customer while session takes no writes",
  ],
  "0035-sign-in": [
    "locks: lacks the note `-- migration: locks panel_user`",
    "locks: lacks the note `-- migration: locks panel_session`",
  ],
  "0036-key-rights": ["locks: lacks the note `-- migration: locks api_key`"],
  "0037-audit-seals": ["whole table: reads all rows of panel_audit in one transaction"],
  "0038-sandbox-time": [
    "whole table: reads all rows of sandbox_clock in one transaction",
    "index: builds attempt_due_of_merchant while attempt takes no writes",
    "locks: lacks the note `-- migration: locks sandbox_clock`",
    "locks: lacks the note `-- migration: locks attempt`",
    "one table: locks sandbox_clock and attempt at once: make a file for each",
  ],
  "0040-due-by-merchant": [
    "index: builds session_watch_due_of_merchant while session_watch takes no writes",
    "index: builds statement_line_waiting_of_scope while statement_line takes no writes",
    "locks: lacks the note `-- migration: locks attempt`",
    "locks: lacks the note `-- migration: locks session_watch`",
    "locks: lacks the note `-- migration: locks statement_line`",
    "one table: locks attempt and session_watch and statement_line at once: make a file for each",
    "contract: drops attempt_due: say `needs release`",
    "contract: drops session_watch_due: say `needs release`",
    "contract: drops statement_line_waiting: say `needs release`",
  ],
  "0041-unrecorded-requests": [
    "constraint: adds unrecorded with a constraint that reads the whole table",
    "locks: lacks the note `-- migration: locks api_request`",
  ],
  "0042-event-sequence": ["locks: lacks the note `-- migration: locks event_feed`"],
  "0043-attempt-due": [
    "whole table: writes all rows of attempt in one transaction",
    "constraint: adds a constraint that reads all of attempt",
    "locks: lacks the note `-- migration: locks attempt`",
  ],
  "0046-acquirer-attempts": [
    "constraint: adds pending_until with a constraint that reads the whole table",
    "index: builds attempt_by_acquirer_reference while attempt takes no writes",
    "index: builds attempt_sealed while attempt takes no writes",
    "index: builds attempt_for_person while attempt takes no writes",
    "index: builds attempt_undo while attempt takes no writes",
    "locks: lacks the note `-- migration: locks attempt`",
  ],
  "0047-settlement-by-connection": ["locks: lacks the note `-- migration: locks settlement_term`"],
  "0048-request-log-time": [
    "index: builds api_request_by_block while api_request takes no writes",
    "locks: lacks the note `-- migration: locks api_request`",
    "contract: drops api_request_by_time: say `needs release`",
  ],
  "0049-updates-in-place": ["hidden: has statements in a block, which no check can read"],
  "0054-settlement-file-by-connection": [
    "locks: lacks the note `-- migration: locks settlement_import`",
  ],
  "0055-merchant-reference": [
    "index: builds payment_by_reference while payment takes no writes",
    "index: builds session_by_customer while session takes no writes",
    "index: builds session_by_metadata while session takes no writes",
    "locks: lacks the note `-- migration: locks session`",
    "locks: lacks the note `-- migration: locks payment`",
    "one table: locks session and payment at once: make a file for each",
    "contract: drops session_by_customer: say `needs release`",
  ],
  "0056-line-assignment": [
    "constraint: adds a constraint that reads all of statement_line",
    "locks: lacks the note `-- migration: locks statement_line`",
  ],
  "0057-brand-notices": ["locks: lacks the note `-- migration: locks merchant_brand`"],
  "0059-waiting-refund-requests": [
    "index: builds refund_request_waiting while refund_request takes no writes",
  ],
  "0060-session-payment-key": [
    "index: builds session_payment_holds while session_payment takes no writes",
    "locks: lacks the note `-- migration: locks session_payment`",
  ],
  "0062-logo-size": ["locks: lacks the note `-- migration: locks merchant_brand`"],
  "0064-table-versions": [
    "locks: lacks the note `-- migration: locks commission_rate`",
    "locks: lacks the note `-- migration: locks installment_limit`",
  ],
  "0065-key-hold": ["locks: lacks the note `-- migration: locks idempotency`"],
  "0066-restoration": ["locks: lacks the note `-- migration: locks movement_check`"],
  "0068-panel-identity": ["locks: lacks the note `-- migration: locks panel_session`"],
};

export const ACCEPTED = { last: LAST, reasons: REASONS, findings: FINDINGS };
