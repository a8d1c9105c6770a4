import type pg from "pg";
import { groupsOf } from "../../kernel/groups.ts";
import { DECLINE_REASONS } from "../../domain/payment/decline.ts";
import { PAYMENT_STATES } from "../../domain/payment/states.ts";
import { REFUND_STATES } from "../../domain/refund/states.ts";
import type {
  BookedAmounts,
  PaymentTrail,
  PaymentTrails,
  StoredPayment,
  StoredRefund,
  TrailEvent,
} from "../../domain/report/payment-trail.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { readKeptMonths } from "../../database/mapping/kept-months.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import { bigint, flag, text, type Row } from "../../database/mapping/rows.ts";
import { moved } from "./books-differences.ts";

/** Number of payments that are read at a time. */
const BATCH = 500;

const PAYMENTS = `
  select order_id, session_id, state, charged_amount, captured_amount, refunded_amount,
    refund_reserved, decline_reason
  from payment where merchant_id = $1 and order_id > $2 and created_at >= $3
  order by order_id limit ${BATCH}`;

const REFUNDS = `
  select order_id, refund_id, state, amount from refund
  where merchant_id = $1 and order_id = any ($2)`;

// Events have an index by session and none by order.
const EVENTS = `
  select event.order_id, event.type, data ->> 'refund_id' as refund_id, data ->> 'code' as code,
    (data ->> 'amount')::bigint as amount
  from event left join event_feed as feed
    on feed.merchant_id = $1 and feed.event_id = event.event_id
  where event.merchant_id = $1 and event.session_id = any ($3) and event.order_id = any ($2)
  order by feed.position nulls last, event.written_by, event.event_id`;

const POSTINGS = `
  select made.order_id, kind = 'refund' as is_refund,
    ${moved("merchant_payable")}::bigint as payable, ${moved("card_holds")}::bigint as held
  from (
    select merchant_id, attempt_id, order_id, kind from attempt
    where merchant_id = $1 and order_id = any ($2)
  ) as made
  join posting on posting.merchant_id = $1 and posting.attempt_id = made.attempt_id
  group by made.order_id, is_refund`;

const PAYMENT = record<StoredPayment>({
  orderId: column.id("order_id"),
  state: column.oneOf("state", PAYMENT_STATES),
  chargedMinor: column.bigint("charged_amount"),
  capturedMinor: column.bigint("captured_amount"),
  refundedMinor: column.bigint("refunded_amount"),
  reservedMinor: column.bigint("refund_reserved"),
  declineReason: optional(column.oneOf("decline_reason", DECLINE_REASONS)),
});

const REFUND = record<StoredRefund>({
  refundId: column.id("refund_id"),
  state: column.oneOf("state", REFUND_STATES),
  amountMinor: column.bigint("amount"),
});

const EVENT = record<TrailEvent>({
  type: column.text("type"),
  refundId: optional(column.id("refund_id")),
  code: optional(column.text("code")),
  amountMinor: column.bigint("amount"),
});

/** A payment whose events were removed with their month is left out. */
export function createPaymentTrails(pool: pg.Pool): PaymentTrails {
  return {
    async *read() {
      const { from } = await readKeptMonths(pool);
      const { rows } = await pool.query<Row>(
        "select merchant_id from merchant order by merchant_id",
      );
      for (const merchant of rows) {
        yield* trailsOf(pool, text(merchant, "merchant_id"), from.event);
      }
    },
  };
}

async function* trailsOf(
  pool: pg.Pool,
  merchantId: string,
  from: string,
): AsyncGenerator<PaymentTrail> {
  let last = "";
  for (;;) {
    const trails = await readBatch(pool, [merchantId, last, from]);
    yield* trails;
    if (trails.length < BATCH) return;
    last = trails.at(-1)?.payment.orderId ?? last;
  }
}

/** Reads all parts of the next payments in one snapshot, because the service may be running. */
function readBatch(
  pool: pg.Pool,
  place: readonly [merchantId: string, last: string, from: string],
): Promise<PaymentTrail[]> {
  const [merchantId] = place;
  return inTransaction(pool, async (sql) => {
    await sql.query("set transaction isolation level repeatable read, read only");
    const payments = (await sql.query<Row>(PAYMENTS, [...place])).rows;
    const orders = payments.map((row) => text(row, "order_id"));
    const sessions = payments.map((row) => text(row, "session_id"));
    const refunds = await byOrder(sql, REFUNDS, [merchantId, orders]);
    const events = await byOrder(sql, EVENTS, [merchantId, orders, sessions]);
    const postings = await byOrder(sql, POSTINGS, [merchantId, orders]);
    return payments.map((row) => {
      const order = text(row, "order_id");
      return {
        payment: PAYMENT.read(row),
        refunds: (refunds.get(order) ?? []).map(REFUND.read),
        events: (events.get(order) ?? []).map(EVENT.read),
        booked: bookedOf(postings.get(order) ?? []),
      };
    });
  });
}

async function byOrder(
  sql: SqlClient,
  query: string,
  values: readonly (string | readonly string[])[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const { rows } = await sql.query<Row>(query, [...values]);
  return groupsOf(rows.map((row) => [text(row, "order_id"), row]));
}

function sumOf(name: string, rows: readonly Row[]): bigint {
  return rows.reduce((sum, row) => sum + bigint(row, name), 0n);
}

function bookedOf(rows: readonly Row[]): BookedAmounts {
  const refunds = rows.filter((row) => flag(row, "is_refund"));
  const others = rows.filter((row) => !flag(row, "is_refund"));
  return {
    heldMinor: sumOf("held", rows),
    capturedMinor: -sumOf("payable", others),
    refundedMinor: sumOf("payable", refunds),
  };
}
