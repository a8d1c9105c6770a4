import type { JobKind } from "../../domain/job/failed-item.ts";
import { isDeliveryOf, LINE_REFERENCE } from "../../database/mapping/packed-references.ts";
import { IS_UNFINISHED } from "../../database/connection/unfinished-request.ts";

const DELIVERY = { endpointId: "delivery.endpoint_id", eventId: "delivery.event_id" };
const IS_GIVEN_DELIVERY = isDeliveryOf("$3", { endpointId: "endpoint_id", eventId: "event_id" });

const ownedBy = (kind: JobKind, owner: string): string =>
  `delete from failed_item where kind = '${kind}' and not exists (select from ${owner})`;

/**
 * Statements that delete the items whose work has ended in another way, such as by the customer's
 * return.
 */
export const ENDED: readonly string[] = [
  ownedBy(
    "recovery",
    `attempt where attempt.merchant_id = failed_item.merchant_id
       and attempt.attempt_id = failed_item.item_id and attempt.due_at is not null`,
  ),
  ownedBy(
    "hold_end",
    `open_hold where open_hold.merchant_id = failed_item.merchant_id
       and open_hold.order_id = failed_item.item_id`,
  ),
  ownedBy(
    "delivery",
    `webhook_delivery as delivery where delivery.merchant_id = failed_item.merchant_id
       and ${isDeliveryOf("failed_item.item_id", DELIVERY)} and state <> 'delivered'`,
  ),
  ownedBy(
    "session_expiry",
    `session_watch as watch where watch.merchant_id = failed_item.merchant_id
       and watch.session_id = failed_item.item_id`,
  ),
  ownedBy(
    "refund_request",
    `refund_request as request where request.merchant_id = failed_item.merchant_id
       and request.request_id = failed_item.item_id
       and ${IS_UNFINISHED}`,
  ),
  // Not correlated, because on a distributed database the lines are on another server.
  `delete from failed_item where kind = 'transfer_line' and item_id not in (
     select ${LINE_REFERENCE} from statement_line where state = 'new'
     union all
     select ${LINE_REFERENCE} from line_assignment where not is_applied
   )`,
];

/**
 * For each kind of work whose own table has a due time: the statement that makes the work of one
 * failed item due at `$4`.
 */
export const MADE_DUE: Partial<Record<JobKind, string>> = {
  recovery: `
    update attempt set due_at = $4
    where $2 = 'recovery' and merchant_id = $1 and attempt_id = $3 and due_at is not null`,
  hold_end: `
    update open_hold set due_at = $4
    where $2 = 'hold_end' and merchant_id = $1 and order_id = $3`,
  delivery: `
    update webhook_delivery set state = 'waiting', attempts = 0, due_at = $4, settled_at = null
    where $2 = 'delivery' and merchant_id = $1 and ${IS_GIVEN_DELIVERY}
      and state in ('waiting', 'failed')`,
  session_expiry: `
    update session_watch set due_at = $4
    where $2 = 'session_expiry' and merchant_id = $1 and session_id = $3`,
};

/** Statements that end the work of an item that a person gives up on. */
export const GIVEN_UP: Partial<Record<JobKind, string>> = {
  delivery: `
    update webhook_delivery set state = 'failed', due_at = null, settled_at = clock_timestamp()
    where $2 = 'delivery' and merchant_id = $1 and ${IS_GIVEN_DELIVERY}
      and state = 'waiting'`,
  session_expiry: `
    delete from session_watch
    where $2 = 'session_expiry' and merchant_id = $1 and session_id = $3`,
};
