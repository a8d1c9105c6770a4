import type { Intent } from "../../domain/payment/ports.ts";
import {
  columnsWithin,
  columnValues,
  namesOf,
  pickColumns,
  unnestClause,
  type Column,
} from "../../database/mapping/columns.ts";
import type { Statement } from "../../database/connection/statement.ts";
import { ATTEMPT, PAYMENT } from "./payment-rows.ts";
import { rollupChange } from "./rollup-change.ts";

const NEW_PAYMENT = columnsWithin(PAYMENT.columns, ({ payment }: Intent) => payment);

/** The attempt's own values; `RECORD_INTENTS` takes its other columns from the payment. */
const OWN_OF_ATTEMPT = pickColumns(ATTEMPT.columns, [
  "attempt_id",
  "acquirer_reference",
  "lacks_cvc",
  "due_at",
]);

const KEY: readonly Column<Intent>[] = [
  ["idempotency_key", "text", ({ idempotency }) => idempotency?.key],
  ["fingerprint", "text", ({ idempotency }) => idempotency?.fingerprint],
];

const COLUMNS = [
  ...NEW_PAYMENT,
  ...columnsWithin(OWN_OF_ATTEMPT, ({ attempt }: Intent) => attempt),
  ...KEY,
];

/**
 * Writes intents, before any request to the bank. An intent is not recorded if another payment
 * holds its session or if its idempotency key is used; the other intents of the batch are recorded.
 * The result lists the recorded orders. Two intents of one session in one batch conflict in the
 * unique index too, so one of them wins.
 *
 * docs/decisions/indexes.md names the indexes that these rows are written into.
 *
 * `(… in (select …)) is true` keeps the planner from making a nested loop (see apply-changes.ts).
 */
export const RECORD_INTENTS: Statement = {
  name: "record-intents",
  text: `
with input as materialized (select * from ${unnestClause(COLUMNS)}),
claimed as (
  insert into session_payment (merchant_id, session_id, order_id, created_at, holds_session)
  select input.merchant_id, input.session_id, input.order_id, input.created_at, true
  from input
  left join idempotency used
    on used.merchant_id = input.merchant_id
    and used.scope = input.session_id
    and used.key = input.idempotency_key
  where used.key is null
  order by input.merchant_id, input.session_id, ord
  on conflict do nothing
  returning order_id
),
created as materialized (
  select * from input where (order_id in (select order_id from claimed)) is true
),
payments as (
  insert into payment (${namesOf(NEW_PAYMENT)}, updated_at)
  select ${namesOf(NEW_PAYMENT)}, created_at from created
),
rollup_changes as (${rollupChange("created", { state: "state", refundedAmount: "0" })}
),
attempts as (
  insert into attempt (merchant_id, attempt_id, order_id, kind, state, amount, currency, created_at,
    due_at, acquirer, acquirer_reference, lacks_cvc)
  select merchant_id, attempt_id, order_id, 'authorize', 'open', charged_amount, currency,
    created_at, due_at, acquirer, acquirer_reference, lacks_cvc
  from created
),
keys as (
  insert into idempotency (merchant_id, scope, key, fingerprint, order_id, created_at)
  select merchant_id, session_id, idempotency_key, fingerprint, order_id, created_at
  from created where idempotency_key is not null
)
select order_id from claimed`,
};

export function intentValues(intents: readonly Intent[]): unknown[] {
  return columnValues(COLUMNS, intents);
}

/** Finds which orders of a batch exist, after the connection broke before the result arrived. */
export const FIND_ORDERS: Statement = {
  name: "find-orders",
  text: `
select order_id
from unnest($1::text[], $2::text[]) as input (merchant_id, order_id)
join payment using (merchant_id, order_id)`,
};
