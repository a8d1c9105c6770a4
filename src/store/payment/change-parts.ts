import type { Attempt } from "../../domain/payment/payment.ts";
import type { Change } from "../../domain/payment/ports.ts";
import { keepsSession } from "../../domain/payment/states.ts";
import { columnsWithin, type Column } from "../../database/mapping/columns.ts";

/** An attempt that a change inserts, because the change begins a capture or void. */
export type NewAttempt = { readonly attempt: Attempt; readonly idempotencyKey: string | undefined };

/** One change of a batch; `begun` is given in batches of the kind `begin` only. */
export type BatchedChange = { readonly change: Change; readonly begun?: NewAttempt };

/** The columns of every change. */
export const CHANGE = columnsWithin<BatchedChange, Change>(
  [
    ["merchant_id", "text", (change) => change.merchantId],
    ["order_id", "text", (change) => change.orderId],
    ["session_id", "text", (change) => change.sessionId],
    ["payment_created_at", "timestamptz", (change) => change.paymentCreatedAt],
    ["from_state", "text", (change) => change.from],
    ["to_state", "text", (change) => change.to],
    ["at", "timestamptz", (change) => change.at],
    ["decline_reason", "text", (change) => change.declineReason],
    ["captured_amount", "bigint", (change) => change.capturedMinor],
    ["attempt_id", "text", ({ attempt }) => attempt.attemptId],
    ["attempt_state", "text", ({ attempt }) => attempt.state],
    ["bank_reference", "text", ({ attempt }) => attempt.bankReference],
    ["auth_code", "text", ({ attempt }) => attempt.authCode],
    ["bank_code", "text", ({ attempt }) => attempt.bankCode],
    ["bank_message", "text", ({ attempt }) => attempt.bankMessage],
    ["md_status", "text", ({ attempt }) => attempt.mdStatus],
    ["due_at", "timestamptz", ({ attempt }) => attempt.dueAt],
  ],
  ({ change }) => change,
);

/** The columns of the attempts that a batch of the kind `begin` inserts. */
export const BEGUN: readonly Column<BatchedChange>[] = [
  ["attempt_kind", "text", ({ begun }) => begun?.attempt.kind],
  ["attempt_amount", "bigint", ({ begun }) => begun?.attempt.amount.minor],
  ["attempt_currency", "text", ({ begun }) => begun?.attempt.amount.currency],
  ["attempt_created_at", "timestamptz", ({ begun }) => begun?.attempt.createdAt],
  ["attempt_key", "text", ({ begun }) => begun?.idempotencyKey],
  ["acquirer", "text", ({ begun }) => begun?.attempt.acquirer],
  ["acquirer_reference", "text", ({ begun }) => begun?.attempt.acquirerReference],
  ["person_reason", "text", ({ begun }) => begun?.attempt.personReason],
];

/** A part of the statement that a batch needs only if one of its changes has it. */
export type Part = {
  readonly name: string;
  readonly isIn: (change: Change) => boolean;
  readonly columns: readonly Column<Change>[];
  /** Common table expressions over the changes that were applied (`won`). */
  readonly clause: string;
  /** Further assignments of the attempts' update, each after a comma. */
  readonly assignments?: string;
  /** Further assignments of the payments' update, each after a comma. */
  readonly ofPayment?: string;
};

export const PARTS: readonly Part[] = [
  {
    name: "release",
    isIn: ({ event }) => !keepsSession(event),
    columns: [["holds_session", "boolean", ({ event }) => keepsSession(event)]],
    clause: `,
released as (
  update session_payment set holds_session = false
  from won
  where not won.holds_session
    and session_payment.merchant_id = won.merchant_id
    and session_payment.session_id = won.session_id
    and session_payment.order_id = won.order_id
)`,
  },
  {
    // A bank's form or page is stored only while its payment is `challenged`; who charges stays.
    name: "form",
    isIn: ({ from, to }) => from === "challenged" || to === "challenged",
    columns: [
      ["bank_form", "jsonb", ({ attempt }) => json(attempt.bankForm)],
      ["challenge_document", "text", ({ attempt }) => attempt.newDocument?.take()],
      ["charge_inside", "boolean", ({ attempt }) => attempt.chargesInside],
    ],
    clause: "",
    assignments: `,
    bank_form = case when to_state = 'challenged' then won.bank_form end,
    charge_inside = coalesce(won.charge_inside, attempt.charge_inside),
    challenge_document = case when to_state = 'challenged' then won.challenge_document end`,
  },
  {
    // Values of real banks; the test bank has none of them.
    name: "acquirer",
    isIn: ({ attempt: { newState, bookedAt, approvedMinor } }) =>
      newState !== undefined || bookedAt !== undefined || approvedMinor !== undefined,
    columns: [
      ["acquirer_state", "text", ({ attempt }) => attempt.newState?.take()],
      ["booked_at", "timestamptz", ({ attempt }) => attempt.bookedAt],
      ["approved_minor", "bigint", ({ attempt }) => attempt.approvedMinor],
    ],
    clause: "",
    assignments: `,
    acquirer_state = coalesce(won.acquirer_state, attempt.acquirer_state),
    booked_at = coalesce(won.booked_at, attempt.booked_at),
    approved_minor = coalesce(won.approved_minor, attempt.approved_minor)`,
  },
  {
    name: "hold",
    isIn: ({ hold }) => hold !== undefined,
    columns: [
      ["capture_before", "timestamptz", ({ hold }) => hold?.captureBefore],
      ["look_at", "timestamptz", ({ hold }) => hold?.lookAt],
    ],
    ofPayment: `,
    capture_before = coalesce(input.capture_before, payment.capture_before)`,
    clause: `,
holds as (
  insert into open_hold (merchant_id, order_id, due_at)
  select merchant_id, order_id, look_at from won where look_at is not null
  on conflict (merchant_id, order_id) do nothing
)`,
  },
  {
    name: "event",
    isIn: ({ eventData }) => eventData !== undefined,
    columns: [
      ["mode", "text", (change) => change.mode],
      ["event_id", "text", ({ eventData }) => eventData?.eventId],
      ["event_type", "text", ({ eventData }) => eventData?.type],
      ["event_data", "jsonb", ({ eventData }) => json(eventData?.data)],
    ],
    clause: `,
events as (
  insert into event (merchant_id, event_id, type, mode, session_id, order_id, data, created_at)
  select merchant_id, event_id, event_type, mode, session_id, order_id, event_data, at
  from won where event_id is not null
)`,
  },
  {
    name: "card",
    isIn: ({ cardFate }) => cardFate !== undefined,
    columns: [["card_fate", "text", (change) => change.cardFate]],
    clause: `,
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
)`,
  },
  {
    name: "answer",
    isIn: ({ answer }) => answer !== undefined,
    columns: [
      ["answer_key", "text", ({ answer }) => answer?.key],
      ["answer_status", "smallint", ({ answer }) => answer?.stored.status],
      ["answer_body", "text", ({ answer }) => answer?.stored.body],
    ],
    clause: `,
answers as (
  update idempotency set status = answer_status, body = answer_body
  from won
  where idempotency.merchant_id = won.merchant_id
    and idempotency.scope = won.session_id
    and idempotency.key = won.answer_key
    and idempotency.body is null
)`,
  },
];

function json(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
