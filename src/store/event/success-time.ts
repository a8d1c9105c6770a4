import type pg from "pg";
import { later, MINUTE, toIso, type Instant } from "../../kernel/clock.ts";
import { leastEventId } from "../../kernel/ids.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { SUCCESS_EVENTS } from "../../domain/payment/status-event.ts";
import { moment, type Row } from "../../database/mapping/rows.ts";

/**
 * The offset in ms, from the creation or success of a payment, at which the search for its success
 * event begins. It is negative because the clocks of two processes may differ, by less than a
 * minute.
 */
const BEFORE_MS = -MINUTE;

/** The time at which a payment succeeded; a later capture or refund does not change it. */
export async function succeededAt(pool: pg.Pool, payment: Payment): Promise<Instant> {
  const { merchantId, sessionId, orderId, createdAt } = payment;
  const { rows } = await pool.query<Row>(
    `select created_at from event
     where merchant_id = $1 and session_id = $2 and order_id = $3 and type = any($4)
       and created_at >= $5
     order by created_at limit 1`,
    [merchantId, sessionId, orderId, SUCCESS_EVENTS, toIso(later(createdAt, BEFORE_MS))],
  );
  return rows[0] === undefined ? createdAt : moment(rows[0], "created_at");
}

/**
 * True if every working endpoint that wants the success event has received it, or if there is none.
 * An endpoint that is disabled, or whose last attempt failed, does not count.
 */
export async function wasNotified(
  pool: pg.Pool,
  { merchantId, orderId, mode }: Payment,
  succeeded: Instant,
): Promise<boolean> {
  const since = later(succeeded, BEFORE_MS);
  const { rows } = await pool.query(
    `select from webhook_endpoint as endpoint
     where merchant_id = $1 and mode = $2 and disabled_reason is null and failing_since is null
       and (event_types is null or event_types && $3)
       and not exists (
         select from webhook_delivery as delivery
         join event using (merchant_id, event_id)
         where delivery.merchant_id = $1 and delivery.endpoint_id = endpoint.endpoint_id
           and delivery.event_id >= $4 and delivery.lane = $5
           and delivery.state = 'delivered' and event.type = any($3)
       )
     limit 1`,
    [merchantId, mode, SUCCESS_EVENTS, leastEventId(merchantId, since), orderId],
  );
  return rows.length === 0;
}
