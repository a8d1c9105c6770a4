import { CARD_BRANDS } from "../../domain/card/card-number.ts";
import {
  CONNECTION_HOSTS,
  CONNECTION_STATES,
  MD_STATUSES,
  type AcquirerConnection,
  type CheckNote,
  type ConnectionOwner,
  type KeyNote,
} from "../../domain/connection/connection.ts";
import {
  RULE_ACTIONS,
  RULE_TERMS,
  type Hours,
  type RoutingRule,
} from "../../domain/connection/rule.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import type { ConnectionId } from "../../kernel/ids.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import {
  column,
  notInserted,
  optional,
  record,
  type Mapping,
} from "../../database/mapping/mapping.ts";
import { json } from "../../database/mapping/rows.ts";

/** The array of a column, whose items were checked before they were written. */
function numbers(name: string): Mapping<readonly number[]> {
  return {
    columns: [[name, "smallint[]", (values) => values]],
    read: (row) => json<readonly number[]>(row, name),
  };
}

export const OWNER = record<ConnectionOwner>({
  merchantId: column.id("merchant_id"),
  mode: column.oneOf("mode", MODES),
});

/** A connection without its credentials. */
export const CONNECTION = record<AcquirerConnection>({
  merchantId: column.id("merchant_id"),
  connectionId: column.id("connection_id"),
  mode: column.oneOf("mode", MODES),
  protocol: column.text("protocol"),
  bank: column.text("bank"),
  bankCode: column.text("bank_code"),
  terminal: column.text("terminal"),
  title: column.text("title"),
  shownCredentials: column.json("shown_credentials"),
  hosts: column.oneOf("hosts", CONNECTION_HOSTS),
  model: optional(column.text("model")),
  acceptedMdStatus: column.listOf("accepted_md_status", MD_STATUSES),
  mailOrder: column.flag("mail_order"),
  installmentCounts: numbers("installment_counts"),
  programs: column.texts("programs"),
  currencies: column.listOf("currencies", CURRENCY_CODES),
  amountMin: optional(column.bigint("amount_min")),
  amountMax: optional(column.bigint("amount_max")),
  weight: column.integer("weight"),
  holdDays: optional(column.integer("hold_days", "smallint")),
  activeFrom: optional(column.instant("active_from")),
  activeUntil: optional(column.instant("active_until")),
  state: column.oneOf("state", CONNECTION_STATES),
  version: column.count("version"),
  credentialsVersion: column.count("credentials_version"),
  lastCheck: notInserted(optional(column.json<CheckNote>("last_check"))),
  keyNote: notInserted(optional(column.json<KeyNote>("key_note"))),
  createdAt: column.instant("created_at"),
  updatedAt: column.instant("updated_at"),
});

const CONNECTIONS_OF_RULE: Mapping<RoutingRule["connections"]> = {
  columns: [["connection_ids", "text[]", (value) => (value === "own_bank" ? null : value)]],
  read: (row) =>
    row["connection_ids"] === null
      ? "own_bank"
      : json<readonly ConnectionId[]>(row, "connection_ids"),
};

const HOURS = record<Hours>({
  from: column.integer("hour_from", "smallint"),
  to: column.integer("hour_to", "smallint"),
});

export const RULE = record<RoutingRule>({
  name: column.text("name"),
  action: column.oneOf("action", RULE_ACTIONS),
  connections: CONNECTIONS_OF_RULE,
  terms: column.oneOf("terms", RULE_TERMS),
  programs: column.texts("programs"),
  binPrefixes: column.texts("bin_prefixes"),
  brands: column.listOf("brands", CARD_BRANDS),
  currencies: column.listOf("currencies", CURRENCY_CODES),
  amountFrom: optional(column.bigint("amount_from")),
  amountTo: optional(column.bigint("amount_to")),
  hours: optional(HOURS),
});
