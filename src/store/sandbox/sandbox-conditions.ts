import { isDeliveryOf } from "../../database/mapping/packed-references.ts";

/** True for a row of an order of test mode. */
const isTestOrder = (row: "attempt" | "open_hold"): string => `exists (
    select from payment
    where payment.merchant_id = ${row}.merchant_id and payment.order_id = ${row}.order_id
      and payment.mode = 'test'
  )`;
export const TEST_ORDER = isTestOrder("attempt");
export const TEST_HOLD = isTestOrder("open_hold");

export const TEST_SESSION = `exists (
    select from session
    where session.merchant_id = ending.merchant_id and session.session_id = ending.session_id
      and session.mode = 'test'
  )`;

// Attempts that are failed items are left out, because their next try is due by the real time.
export const ATTEMPT_WORKS = `not exists (
    select from failed_item
    where failed_item.merchant_id = attempt.merchant_id and kind = 'recovery'
      and item_id = attempt_id
  )`;

export const HOLD_WORKS = `not exists (
    select from failed_item
    where failed_item.merchant_id = open_hold.merchant_id and kind = 'hold_end'
      and item_id = open_hold.order_id
  )`;

// Deliveries that are failed items are left out, and so are those behind one in its lane, because
// they wait for it.
export const DELIVERY_WORKS = `not exists (
    select from failed_item join webhook_delivery as failing
      on failing.merchant_id = failed_item.merchant_id
      and ${isDeliveryOf("item_id", { endpointId: "failing.endpoint_id", eventId: "failing.event_id" })}
    where failed_item.merchant_id = delivery.merchant_id and kind = 'delivery'
      and failing.endpoint_id = delivery.endpoint_id and failing.lane = delivery.lane
      and failing.state in ('waiting', 'sending')
  )`;

export const SESSION_WORKS = `not exists (
    select from failed_item
    where failed_item.merchant_id = ending.merchant_id and kind = 'session_expiry'
      and item_id = ending.session_id
  )`;
