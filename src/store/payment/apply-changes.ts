import type { Change, ChangeResult } from "../../domain/payment/ports.ts";
import {
  batchedPostingValues,
  insertBatchedPostings,
  type PostedItem,
} from "../ledger/batched-postings.ts";
import type { Call, Statement, TextRows } from "../../database/connection/statement.ts";
import { isUnpaidForSure, PAYMENT_STATES } from "../../domain/payment/states.ts";
import {
  columnsWithin,
  columnValues,
  unnestClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { quoted } from "../../database/mapping/quoted.ts";
import { BEGUN, CHANGE, PARTS, type BatchedChange, type Part } from "./change-parts.ts";
import { rollupChange, ROLLED_UP } from "./rollup-change.ts";

/**
 * The way in which a batch of changes writes the attempts: `apply` updates them, `begin` inserts
 * them, and `decide` updates them if they are still open.
 */
export type ChangeKind = "apply" | "begin" | "decide";

const INSERT_ATTEMPTS = `
  insert into attempt (merchant_id, attempt_id, order_id, kind, state, amount, currency, created_at,
    due_at, idempotency_key, acquirer, acquirer_reference, person_reason)
  select merchant_id, attempt_id, order_id, attempt_kind, attempt_state, attempt_amount,
    attempt_currency, attempt_created_at, due_at, attempt_key, acquirer, acquirer_reference,
    person_reason
  from won`;

const updateAttempts = (assignments: string): string => `
  update attempt
  set state = attempt_state, due_at = won.due_at,
    bank_reference = coalesce(won.bank_reference, attempt.bank_reference),
    auth_code = coalesce(won.auth_code, attempt.auth_code),
    bank_code = coalesce(won.bank_code, attempt.bank_code),
    bank_message = coalesce(won.bank_message, attempt.bank_message),
    md_status = coalesce(won.md_status, attempt.md_status)${assignments}
  from won
  where attempt.merchant_id = won.merchant_id
    and attempt.attempt_id = won.attempt_id
    and attempt.order_id = won.order_id`;

// Locks the attempts, and reads their states once more after waiting for the locks: of two outcomes
// of one attempt, the second finds it decided.
const OPEN_ATTEMPTS = `,
still_open as materialized (
  select input.ord from input join attempt using (merchant_id, attempt_id)
  where attempt.state in ('open', 'needs_person')
  for update of attempt
)`;

// A capture that the bank took back leaves nothing of which a refund could have been made.
const DECIDABLE = `and (input.ord in (select ord from still_open)) is true
    and payment.refunded_amount + payment.refund_reserved <= input.captured_amount`;

/** The states into which a payment may move while an undo of its charge may be on its way. */
const AFTER_UNDO = quoted(PAYMENT_STATES.filter(isUnpaidForSure));

/**
 * The statement for a batch of changes. It applies the outcome of a payment's first request to the
 * bank, and every later change of the payment. State, attempt, postings, event, saved card and
 * stored answer are written together, and only if the payment is still in the state from which the
 * change was planned. The result lists the positions (from 1) of the applied changes in the batch.
 * The statement contains only the parts that a change of the batch has.
 *
 * `(… in (select …)) is true` keeps the planner from turning the condition into a join. With hash
 * and merge joins switched off (batch-connection.ts) that join would be a nested loop, which is
 * quadratic in the size of the batch; a wrapped `in` stays a look-up in a hashed subplan.
 */
function statementOf(kind: ChangeKind, parts: readonly Part[], hasPostings: boolean): Shape {
  const columns = [
    ...CHANGE,
    ...(kind === "begin" ? BEGUN : []),
    ...columnsWithin(
      parts.flatMap((part) => part.columns),
      ({ change }: BatchedChange) => change,
    ),
  ];
  const assignments = parts.map(({ assignments: own = "" }) => own).join("");
  const ofPayment = parts.map(({ ofPayment: own = "" }) => own).join("");
  const text = `
with input as materialized (select * from ${unnestClause(columns)})${
    kind === "decide" ? OPEN_ATTEMPTS : ""
  },
moved as (
  update payment
  set state = to_state, updated_at = at, decline_reason = input.decline_reason,
    captured_amount = coalesce(input.captured_amount, payment.captured_amount)${ofPayment}
  from input
  where payment.merchant_id = input.merchant_id
    and payment.order_id = input.order_id
    and payment.created_at = input.payment_created_at
    and payment.session_id = input.session_id
    and payment.state = from_state
    and (payment.undo_sent_at is null or to_state in (${AFTER_UNDO}))
    ${kind === "decide" ? DECIDABLE : ""}
  returning input.ord, from_state, payment.state, payment.refunded_amount, payment.merchant_id,
    payment.mode, payment.created_at, payment.payment_type, payment.currency, payment.amount
),
rollup_changes as (${rollupChange("moved", ROLLED_UP, { ...ROLLED_UP, state: "from_state" })}
),
won as materialized (select * from input where (ord in (select ord from moved)) is true),
attempts as (${kind === "begin" ? INSERT_ATTEMPTS : updateAttempts(assignments)}
)${hasPostings ? `,${insertBatchedPostings(columns.length + 1, "moved")}` : ""}${parts
    .map(({ clause }) => clause)
    .join("")}
select ord::int as ord from moved`;
  const names = [kind, ...parts.map(({ name }) => name), ...(hasPostings ? ["post"] : [])];
  return { name: `change-${names.join("-")}`, text, columns, hasPostings };
}

type Shape = Statement & {
  readonly columns: readonly Column<BatchedChange>[];
  readonly hasPostings: boolean;
};

const shapes = new Map<string, Shape>();

function shapeOf(kind: ChangeKind, changes: readonly Change[]): Shape {
  const parts = PARTS.filter(({ isIn }) => changes.some(isIn));
  const hasPostings = changes.some(({ postings }) => postings.length > 0);
  const key = `${kind} ${String(hasPostings)} ${parts.map(({ name }) => name).join(" ")}`;
  const shape = shapes.get(key) ?? statementOf(kind, parts, hasPostings);
  shapes.set(key, shape);
  return shape;
}

/** The statement that writes a batch of changes, with its parameters. */
export function changeCall(kind: ChangeKind, batch: readonly BatchedChange[]): Call {
  const changes = batch.map(({ change }) => change);
  const { hasPostings, columns, name, text } = shapeOf(kind, changes);
  const values = [
    ...columnValues(columns, batch),
    ...(hasPostings ? batchedPostingValues(changes.map(postedOf)) : []),
  ];
  return { statement: { name, text }, values };
}

/** The statements of all kinds of changes, each with all of its parts. */
export function changeStatements(): readonly Statement[] {
  const kinds: readonly ChangeKind[] = ["apply", "begin", "decide"];
  return kinds.map((kind) => statementOf(kind, PARTS, true));
}

/** The results of a batch of changes, from the rows of its statement. */
export function readChanges(rows: TextRows, batch: readonly unknown[]): readonly ChangeResult[] {
  const applied = new Set(rows.map(([ord]) => Number(ord)));
  return batch.map((_, index) => ({ kind: applied.has(index + 1) ? "applied" : "superseded" }));
}

function postedOf(change: Change): PostedItem {
  const { merchantId, orderId, mode, at, attempt, postings, firstLine } = change;
  const entry = { merchantId, orderId, mode, at, entryId: attempt.attemptId };
  return { entry, postings, firstLine };
}
