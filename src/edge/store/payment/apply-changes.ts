import { toIso } from "../../../kernel/clock.ts";
import type { Change } from "../../../payment/ports.ts";
import { keepsSession } from "../../../payment/states.ts";
import { batchedPostingValues, insertBatchedPostings } from "../ledger/batched-postings.ts";
import type { Statement } from "../sql/batch-connection.ts";
import { columnValues, unnestClause, type Column } from "../sql/columns.ts";
import { rollupChange, ROLLED_UP } from "./rollup-change.ts";

const CHANGE: readonly Column<Change>[] = [
  ["merchant_id", "text", (change) => change.merchantId],
  ["order_id", "text", (change) => change.orderId],
  ["session_id", "text", (change) => change.sessionId],
  ["payment_created_at", "timestamptz", (change) => toIso(change.paymentCreatedAt)],
  ["mode", "text", (change) => change.mode],
  ["from_state", "text", (change) => change.from],
  ["to_state", "text", (change) => change.to],
  ["at", "timestamptz", (change) => toIso(change.at)],
  ["holds_session", "boolean", (change) => keepsSession(change.event)],
  ["decline_reason", "text", (change) => change.declineReason],
  ["captured_amount", "bigint", (change) => change.capturedMinor],
  ["card_fate", "text", (change) => change.cardFate],
  ["attempt_id", "text", ({ attempt }) => attempt.attemptId],
  ["attempt_state", "text", ({ attempt }) => attempt.state],
  ["bank_reference", "text", ({ attempt }) => attempt.bankReference],
  ["auth_code", "text", ({ attempt }) => attempt.authCode],
  ["bank_code", "text", ({ attempt }) => attempt.bankCode],
  ["bank_message", "text", ({ attempt }) => attempt.bankMessage],
  ["md_status", "text", ({ attempt }) => attempt.mdStatus],
  ["bank_form", "jsonb", ({ attempt }) => json(attempt.bankForm)],
  ["due_at", "timestamptz", ({ attempt }) => iso(attempt.dueAt)],
  ["event_id", "text", ({ eventData }) => eventData?.eventId],
  ["event_type", "text", ({ eventData }) => eventData?.type],
  ["event_data", "jsonb", ({ eventData }) => json(eventData?.data)],
  ["answer_key", "text", ({ answer }) => answer?.key],
  ["answer_status", "smallint", ({ answer }) => answer?.stored.status],
  ["answer_body", "text", ({ answer }) => answer?.stored.body],
];

/**
 * Applies the outcome of a payment's first request to the bank, and every later change of the
 * payment. State, attempt, postings, event, saved card and stored answer are written together, and
 * only if the payment is still in the state from which the change was planned. The result lists the
 * positions (from 1) of the applied changes in the batch.
 *
 * `(… in (select …)) is true` keeps the planner from turning the condition into a join. With hash
 * and merge joins switched off (batch-connection.ts) that join would be a nested loop, which is
 * quadratic in the size of the batch; a wrapped `in` stays a look-up in a hashed subplan.
 */
export const APPLY_CHANGES: Statement = {
  name: "apply-changes",
  text: `
with input as materialized (select * from ${unnestClause(CHANGE)}),
moved as (
  update payment
  set state = to_state, updated_at = at, decline_reason = input.decline_reason,
    captured_amount = coalesce(input.captured_amount, payment.captured_amount)
  from input
  where payment.merchant_id = input.merchant_id
    and payment.order_id = input.order_id
    and payment.created_at = input.payment_created_at
    and payment.session_id = input.session_id
    and payment.state = from_state
  returning input.ord, from_state, payment.state, payment.refunded_amount, payment.merchant_id,
    payment.mode, payment.created_at, payment.payment_type, payment.currency, payment.amount
),
rollup_changes as (${rollupChange("moved", ROLLED_UP, { ...ROLLED_UP, state: "from_state" })}
),
won as materialized (select * from input where (ord in (select ord from moved)) is true),
released as (
  update session_payment set holds_session = false
  from won
  where not won.holds_session
    and session_payment.merchant_id = won.merchant_id
    and session_payment.session_id = won.session_id
    and session_payment.order_id = won.order_id
),
attempts as (
  update attempt
  set state = attempt_state, due_at = won.due_at,
    bank_reference = coalesce(won.bank_reference, attempt.bank_reference),
    auth_code = coalesce(won.auth_code, attempt.auth_code),
    bank_code = coalesce(won.bank_code, attempt.bank_code),
    bank_message = coalesce(won.bank_message, attempt.bank_message),
    md_status = coalesce(won.md_status, attempt.md_status),
    bank_form = coalesce(won.bank_form, attempt.bank_form)
  from won
  where attempt.merchant_id = won.merchant_id
    and attempt.attempt_id = won.attempt_id
    and attempt.order_id = won.order_id
),
${insertBatchedPostings(CHANGE.length + 1, "moved").trim()},
events as (
  insert into event (merchant_id, event_id, type, mode, session_id, order_id, data, created_at)
  select merchant_id, event_id, event_type, mode, session_id, order_id, event_data, at
  from won where event_id is not null
),
drafts as (
  delete from card_draft using won
  where won.card_fate is not null
    and card_draft.merchant_id = won.merchant_id
    and card_draft.order_id = won.order_id
  returning card_draft.*, won.card_fate, won.at
),
cards as (
  update stored_card
  set card_bank = drafts.card_bank, expire_month = drafts.expire_month,
    expire_year = drafts.expire_year, holder_name = drafts.holder_name, key_id = drafts.key_id,
    wrapped_key = drafts.wrapped_key, sealed = drafts.sealed, touched_at = drafts.at
  from drafts
  where drafts.card_fate = 'kept'
    and stored_card.merchant_id = drafts.merchant_id
    and stored_card.card_token = drafts.card_token
),
answers as (
  update idempotency set status = answer_status, body = answer_body
  from won
  where idempotency.merchant_id = won.merchant_id
    and idempotency.scope = won.session_id
    and idempotency.key = won.answer_key
    and idempotency.body is null
)
select ord::int as ord from moved`,
};

export function changeValues(changes: readonly Change[]): unknown[][] {
  const posted = changes.map(({ merchantId, orderId, mode, at, attempt, postings }) => ({
    entry: { merchantId, orderId, mode, at, entryId: attempt.attemptId },
    postings,
  }));
  return [...columnValues(CHANGE, changes), ...batchedPostingValues(posted)];
}

function json(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function iso(at: Parameters<typeof toIso>[0] | undefined): string | undefined {
  return at === undefined ? undefined : toIso(at);
}
