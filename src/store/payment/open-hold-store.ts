import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import type { OpenHold, OpenHolds } from "../../domain/payment/hold/end-holds.ts";
import { column, record } from "../../database/mapping/mapping.ts";
import { flag, id, text, type Row } from "../../database/mapping/rows.ts";

const OPEN_HOLD = record<OpenHold>({
  merchantId: column.id("merchant_id"),
  orderId: column.id("order_id"),
  isAnnounced: column.flag("announced"),
});

/**
 * Leases due holds, in turns among merchants, as recovery leases attempts (payment-store.ts); the
 * holds that wait are few, so every merchant with one is looked at.
 */
const CLAIM_DUE = `
  with due as materialized (
    select merchant_id, order_id, due_at from (
      select open_hold.*, row_number() over (partition by merchant_id order by due_at) as turn
      from open_hold where due_at <= $1
    ) as in_turn
    order by turn, due_at limit $3
  )
  update open_hold set due_at = $2, leased_until = $2
  from due
  where open_hold.merchant_id = due.merchant_id
    and open_hold.order_id = due.order_id
    and open_hold.due_at = due.due_at
  returning open_hold.*, exists (
    select from failed_item
    where failed_item.merchant_id = open_hold.merchant_id and kind = 'hold_end'
      and item_id = open_hold.order_id
  ) as has_failed`;

// The share lock keeps the payment held until the event is committed, so no event of a later state
// comes before it.
const ANNOUNCE = `
  with held as materialized (
    select merchant_id, order_id from payment
    where merchant_id = $1 and order_id = $2 and created_at = $3 and state = 'authorized'
    for share
  ),
  told as (
    update open_hold set announced = true, due_at = $4, leased_until = null
    from held
    where open_hold.merchant_id = $1 and open_hold.order_id = $2 and not announced
      and held.merchant_id = open_hold.merchant_id and held.order_id = open_hold.order_id
    returning open_hold.merchant_id, open_hold.order_id
  )
  insert into event (merchant_id, event_id, type, mode, session_id, order_id, data, created_at)
  select merchant_id, $5::text, $6::text, $7::text, $8::text, order_id, $9::jsonb, $10::timestamptz
  from told`;

/** The holds that wait for their end. */
export function createOpenHolds(pool: pg.Pool, jobPool: pg.Pool): OpenHolds {
  const lookAt = async (merchantId: string, orderId: string, at: string): Promise<void> => {
    await pool.query(
      `update open_hold set due_at = $3, leased_until = null
       where merchant_id = $1 and order_id = $2`,
      [merchantId, orderId, at],
    );
  };
  return {
    async claimDue(now, leaseUntil, limit) {
      const values = [toIso(now), toIso(leaseUntil), limit];
      const { rows } = await jobPool.query<Row>(CLAIM_DUE, values);
      return rows.map((row) => ({
        key: {
          kind: "hold_end",
          merchantId: id(row, "merchant_id"),
          itemId: text(row, "order_id"),
        },
        hasFailed: flag(row, "has_failed"),
        read: () => OPEN_HOLD.read(row),
      }));
    },

    async announce({ merchantId, orderId, createdAt, mode, sessionId }, notice) {
      const { event, at, lookAt: next } = notice;
      const payment = [merchantId, orderId, toIso(createdAt), toIso(next)];
      const told = [event.eventId, event.type, mode, sessionId, JSON.stringify(event.data)];
      await pool.query(ANNOUNCE, [...payment, ...told, toIso(at)]);
    },

    lookAgain: ({ merchantId, orderId }, at) => lookAt(merchantId, orderId, toIso(at)),

    putOff: ({ merchantId, itemId }, dueAt) => lookAt(merchantId, itemId, toIso(dueAt)),

    async remove({ merchantId, orderId }) {
      await pool.query("delete from open_hold where merchant_id = $1 and order_id = $2", [
        merchantId,
        orderId,
      ]);
    },
  };
}
