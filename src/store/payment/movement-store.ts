import type pg from "pg";
import { DAY, later, toIso, type Instant } from "../../kernel/clock.ts";
import { groupsOf } from "../../kernel/groups.ts";
import { leastAttemptId, type MerchantId } from "../../kernel/ids.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import type { Movement } from "../../domain/payment/acquirer.ts";
import {
  ATTEMPT_KINDS,
  type DueSource,
  type MovementStore,
} from "../../domain/payment/movement/movement.ts";
import {
  type Column,
  columnValues,
  rowValues,
  unnestClause,
  valuesClause,
} from "../../database/mapping/columns.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import { text, type Row } from "../../database/mapping/rows.ts";
import { ATTEMPT } from "./payment-rows.ts";
import { UNKNOWN } from "./unknown-movements.ts";

const SOURCE = record<DueSource>({
  merchantId: column.id("merchant_id"),
  acquirer: column.text("acquirer"),
  mode: column.oneOf("mode", MODES),
  daysComparedAt: optional(column.instant("days_compared_at")),
  listedTo: optional(column.instant("listed_to")),
});

/**
 * Merchants whose sandbox has had no payment for this time have nothing to compare, unless it was
 * not compared since a restore.
 */
const SANDBOX_MS = 4 * DAY;

// Of several processes only the one that moves `due_at` gets the connection.
const claimOf = (isOwn: string): string => `
  with source as (
    select merchant_id, connection_id as acquirer, mode from acquirer_connection
    union all
    select merchant_id, 'sandbox', 'test' from merchant
    where exists (
      select from payment
      where payment.merchant_id = merchant.merchant_id and mode = 'test' and created_at >= $4
    ) or exists (
      select from movement_check as last
      where last.merchant_id = merchant.merchant_id and acquirer = 'sandbox'
        and (compared_at is null or compared_at < $5::timestamptz)
    )
  ), due as (
    select source.*, days_compared_at, listed_to
    from source left join movement_check using (merchant_id, acquirer)
    where (due_at is null or due_at <= $1 or due_at > $2) and ${isOwn}
    order by due_at nulls first, merchant_id, acquirer limit $3
  ), claimed as (
    insert into movement_check (merchant_id, acquirer, due_at)
    select merchant_id, acquirer, $2 from due
    on conflict (merchant_id, acquirer) do update set due_at = excluded.due_at
    where movement_check.due_at <= $1 or movement_check.due_at > $2
    returning merchant_id, acquirer
  )
  select due.* from due join claimed using (merchant_id, acquirer)`;

/** The attempt that a movement is, if the bank lists it as it was approved. */
const LISTED: readonly Column<Movement>[] = [
  ["reference", "text", ({ reference }) => reference],
  ["kind", "text", ({ kind }) => ATTEMPT_KINDS[kind]],
  ["amount", "bigint", ({ amount }) => amount.minor],
  ["bank_reference", "text", ({ bankReference }) => bankReference],
];

// An index answers the scalar subquery for each row. For `not exists` the planner could choose a
// hash join, which reads the whole table while its statistics are out of date.
const UNMATCHED = `
  select ord from ${unnestClause(LISTED, 3)}
  where (
    select true from attempt
    where attempt.merchant_id = $1 and attempt.bank_reference = input.bank_reference
      and attempt.kind = input.kind and attempt.amount = input.amount
      and attempt.state = 'approved' and (
        attempt.attempt_id = input.reference
        or attempt.acquirer = $2 and attempt.acquirer_reference = input.reference
      )
    limit 1
  ) is null`;

const NAMED = `
  with named as (
    select acquirer_reference as reference, order_id from attempt
    where merchant_id = $1 and acquirer = $2 and acquirer_reference = any ($3)
    union
    select attempt_id, order_id from attempt where merchant_id = $1 and attempt_id = any ($3)
  )
  select attempt.*, named.reference as named_by
  from named join attempt on attempt.merchant_id = $1 and attempt.order_id = named.order_id`;

const APPROVED = `
  select * from attempt
  where merchant_id = $1 and attempt_id >= $2 and attempt_id < $3
    and acquirer = $4 and kind in ('capture', 'refund') and state = 'approved'`;

// A captured hold stands as its capture.
const STANDING = `
  select coalesce(acquirer_reference, attempt_id) as reference
  from attempt join payment using (merchant_id, order_id)
  where merchant_id = $1 and attempt_id >= $2 and attempt_id < $3
    and attempt.acquirer = $4 and kind = 'authorize' and attempt.state = 'approved'
    and payment.created_at >= $5 and refunded_amount = 0 and refund_reserved = 0
    and (payment.state = 'authorized' or payment.state = 'completed' and capture_method = 'automatic')`;

const UNEXPLAINED = `
  select * from attempt
  where merchant_id = $1 and kind = 'authorize' and state = 'approved' and (
    acquirer = $2 and acquirer_reference = any ($3)
    or attempt_id = any ($3) and acquirer_reference is null
  ) and not exists (
    select from unknown_movement as movement
    where movement.merchant_id = attempt.merchant_id and movement.acquirer = $2
      and movement.order_id = attempt.order_id
  )`;

const NOTE_COMPARED = `
  update movement_check set compared_at = $3, has_list = $4,
    days_compared_at = coalesce($5, days_compared_at), listed_to = $6
  where merchant_id = $1 and acquirer = $2`;

/**
 * Reads attempts for the comparison with the banks' lists, and keeps what nothing explains.
 *
 * @param isOwn the condition, on `source.merchant_id`, that a merchant's rows are in the database.
 */
export function createMovementStore(pool: pg.Pool, isOwn = "true"): MovementStore {
  const claim = claimOf(isOwn);
  return {
    async claim({ now, nextAt, limit, restoredAt }) {
      const since = toIso(later(now, -SANDBOX_MS));
      const restored = restoredAt === undefined ? null : toIso(restoredAt);
      const values = [toIso(now), toIso(nextAt), limit, since, restored];
      return (await pool.query<Row>(claim, values)).rows.map(SOURCE.read);
    },

    async unmatched({ merchantId, acquirer }, movements) {
      const values = [merchantId, acquirer, ...columnValues(LISTED, movements)];
      const { rows } = await pool.query<Row>(UNMATCHED, values);
      return rows.flatMap((row) => movements[Number(row["ord"]) - 1] ?? []);
    },

    async named({ merchantId, acquirer }, references) {
      const { rows } = await pool.query<Row>(NAMED, [merchantId, acquirer, references]);
      return groupsOf(rows.map((row) => [text(row, "named_by"), ATTEMPT.read(row)]));
    },

    async approved({ merchantId, acquirer }, { from, until }) {
      const { rows } = await pool.query<Row>(APPROVED, [
        merchantId,
        ...boundsOf(merchantId, from, until),
        acquirer,
      ]);
      return rows.map(ATTEMPT.read);
    },

    ...charges(pool),

    async noteCompared({ merchantId, acquirer }, { at, hasList, daysAt, listedTo }) {
      const times = [daysAt && toIso(daysAt), listedTo && toIso(listedTo)];
      await pool.query(NOTE_COMPARED, [merchantId, acquirer, toIso(at), hasList, ...times]);
    },

    async keep(movement) {
      const { rowCount } = await pool.query(
        `insert into unknown_movement ${valuesClause(UNKNOWN.columns)}
         on conflict (merchant_id, acquirer, reference, kind, bank_reference) do nothing`,
        rowValues(UNKNOWN.columns, movement),
      );
      return rowCount === 1;
    },
  };
}

type Charges = Pick<MovementStore, "standingCharges" | "unexplained" | "noteNotFound">;

/** The charges and holds of the books, which the banks' lists have too. */
function charges(pool: pg.Pool): Charges {
  return {
    async standingCharges({ merchantId, acquirer }, { from, until }) {
      const { rows } = await pool.query<Row>(STANDING, [
        merchantId,
        ...boundsOf(merchantId, from, until),
        acquirer,
        toIso(later(from, -DAY)),
      ]);
      return rows.map((row) => text(row, "reference"));
    },

    async unexplained({ merchantId, acquirer }, references) {
      if (references.length === 0) return [];
      const { rows } = await pool.query<Row>(UNEXPLAINED, [merchantId, acquirer, references]);
      return rows.map(ATTEMPT.read);
    },

    async noteNotFound({ merchantId, attemptId }, at) {
      await pool.query(
        `update attempt set not_found_at = $3
         where merchant_id = $1 and attempt_id = $2 and state = 'approved'`,
        [merchantId, attemptId, at && toIso(at)],
      );
    },
  };
}

function boundsOf(merchantId: MerchantId, from: Instant, until: Instant): readonly string[] {
  return [leastAttemptId(merchantId, from), leastAttemptId(merchantId, until)];
}
