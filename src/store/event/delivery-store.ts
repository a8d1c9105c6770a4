import type pg from "pg";
import { MODES } from "../../domain/merchant/merchant.ts";
import type { Delivery } from "../../domain/event/delivery.ts";
import type { ClaimedDelivery, ClaimRequest, DeliveryStore } from "../../domain/event/ports.ts";
import { toIso } from "../../kernel/clock.ts";
import type { EndpointId, EventId, MerchantId } from "../../kernel/ids.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { deliveryItemId } from "../../database/mapping/packed-references.ts";
import { ENDPOINT } from "./endpoint-rows.ts";
import { endpointsWithDeliveries } from "./endpoints-with-deliveries.ts";
import { readEvent } from "./event-feed-store.ts";
import { flag, id, integer, oneOf, type Row } from "../../database/mapping/rows.ts";
import {
  hinderDelivery,
  lockEndpoint,
  recordDeliveryOutcome,
  recordEndpointOutcome,
} from "./record-delivery-outcome.ts";

/**
 * From this many failures in a row an endpoint is throttled: it gets one delivery at a time, and
 * the number of deliveries under way to all throttled endpoints is limited
 * (`ClaimRequest.throttledLimit`). An endpoint with fewer failures, but at least one, is failing
 * (`failingSince` is set) but not throttled.
 */
export const THROTTLED_FROM = 5;

/**
 * Leases due deliveries. The steps are common table expressions:
 *
 * - `busy` lists the endpoints that have undelivered events.
 * - `candidate` takes the due deliveries of each endpoint, up to its share. Of a lane (one
 *   endpoint, one payment) only the first undelivered one is a candidate, which keeps the order of
 *   events.
 * - `throttled_turn`, `turn` and `chosen` share the free slots of this process among merchants; a
 *   slot is one delivery that the process may have under way. `…_count` is the number of slots that
 *   the merchant would hold with this delivery, and `place` is the delivery's rank by that number,
 *   the smallest first. A merchant gets a slot only while more slots are free than it holds, so one
 *   merchant alone gets half of all and leaves room for the next. In the formula, `count + place <=
 *   free + 1` is the same as `count - 1 < free - (place - 1)`. Deliveries to throttled endpoints
 *   must first get one of the slots for such endpoints ($6) by the same rule; of those a merchant
 *   holds as many as it has deliveries under way to failing endpoints.
 * - `claimed` takes the lease: `due_at` becomes the end of the lease. The update compares `due_at`
 *   with the value that was read, so of two processes that chose one delivery only one gets it.
 *
 * The planner has no statistics of a backlog that has just arrived, so each look-up leaves it one
 * plan. The first delivery of a lane, and the next endpoint, are asked for in an order that only
 * one index has. `claimed` finds its rows by primary key: `due_at` is compared by `is not distinct
 * from`, because `=` would imply `due_at is not null` and admit the partial indexes with that
 * condition. The reasons are in docs/decisions/webhook-backlog.md and
 * docs/decisions/fair-shares.md.
 *
 * Parameters: $1 now, $2 end of the lease, $3 and $4 endpoints and how much of its share each of
 * them already uses, $5 free slots, $6 free slots for throttled endpoints, $7 and $8 share of an
 * endpoint and of a throttled one (deliveries under way), $9 to $11 merchants, their deliveries
 * under way, and how many of these go to failing endpoints.
 */
const CLAIM = `
with recursive busy as (${endpointsWithDeliveries("busy")}
),
candidate as (
  select due.*, failures >= ${THROTTLED_FROM} as is_throttled
  from busy
  join webhook_endpoint as endpoint using (merchant_id, endpoint_id)
  left join unnest($3::text[], $4::int[]) as taken (endpoint_id, count) using (endpoint_id)
  cross join lateral (
    select merchant_id, endpoint_id, event_id, due_at, position from webhook_delivery as delivery
    where merchant_id = busy.merchant_id and endpoint_id = busy.endpoint_id and due_at <= $1
      and position = (
        select position from webhook_delivery as first
        where first.merchant_id = busy.merchant_id and first.endpoint_id = busy.endpoint_id
          and first.lane = delivery.lane and first.due_at is not null
        order by position limit 1
      )
    order by due_at, position
    limit greatest(0,
      case when failures >= ${THROTTLED_FROM} then $8::int else $7::int end
        - coalesce(taken.count, 0))
  ) as due
  where endpoint.disabled_at is null
),
throttled_turn as (
  select candidate.*, coalesce(under_way.all_count, 0) as all_count,
    coalesce(under_way.failing_count, 0)
      + row_number() over (partition by merchant_id, is_throttled order by due_at, position)
      as throttled_count
  from candidate
  left join unnest($9::text[], $10::int[], $11::int[]) as under_way (
    merchant_id, all_count, failing_count
  ) using (merchant_id)
),
turn as (
  select ranked.*,
    all_count + row_number() over (partition by merchant_id order by is_throttled, due_at, position)
      as merchant_count
  from (
    select throttled_turn.*, row_number() over (
        partition by is_throttled order by throttled_count, due_at, position
      ) as place
    from throttled_turn
  ) as ranked
  where not is_throttled or throttled_count + place <= $6 + 1
),
chosen as materialized (
  select merchant_id, endpoint_id, event_id, due_at from (
    select merchant_id, endpoint_id, event_id, due_at, merchant_count,
      row_number() over (order by merchant_count, is_throttled, due_at, position) as place
    from turn
  ) as ranked
  where merchant_count + place <= $5 + 1
),
claimed as (
  update webhook_delivery as delivery
  -- A delivery in state sending whose lease has ended is taken over from a process that died. It
  -- keeps its attempt number, because the number decides the pause before the next attempt.
  set state = 'sending', due_at = $2, attempts = attempts + (delivery.state = 'waiting')::int
  from chosen
  where delivery.merchant_id = chosen.merchant_id
    and delivery.endpoint_id = chosen.endpoint_id
    and delivery.event_id = chosen.event_id
    and delivery.due_at is not distinct from chosen.due_at
  returning delivery.*
)
select claimed.attempts, (
    select sequence from event_feed as feed
    where feed.merchant_id = claimed.merchant_id and feed.event_id = claimed.event_id
  ), exists (
    select from failed_item
    where failed_item.merchant_id = claimed.merchant_id and kind = 'delivery'
      and item_id = claimed.endpoint_id || '/' || claimed.event_id
  ) as has_failed, event.merchant_id, event.mode, event.event_id,
  event.type, event.data, event.created_at, endpoint.endpoint_id, endpoint.url,
  endpoint.description, endpoint.event_types, endpoint.secrets, endpoint.disabled_reason,
  endpoint.disabled_at, endpoint.failing_since, endpoint.created_at as endpoint_created_at
from claimed
join webhook_endpoint as endpoint using (merchant_id, endpoint_id)
join event using (merchant_id, event_id)
order by claimed.position`;

/** Claims due deliveries for the job that sends them, and records the outcomes. */
export function createDeliveryStore(pool: pg.Pool): DeliveryStore {
  return {
    async claimDue(request) {
      const { rows } = await pool.query<Record<string, unknown>>(CLAIM, claimValues(request));
      return rows.map((row) => claimedOf(row, request));
    },

    hinder: (delivery, hindrance) => hinderDelivery(pool, delivery, hindrance),

    recordOutcome: (delivery, outcome) => {
      // In the ordinary case, a success after a success, the endpoint's row needs no update.
      const isOrdinary =
        outcome.verdict.kind === "delivered" && delivery.endpoint.failingSince === undefined;
      if (isOrdinary) return recordDeliveryOutcome(pool, delivery, outcome);
      return inTransaction(pool, async (sql) => {
        await lockEndpoint(sql, delivery.endpoint);
        await recordDeliveryOutcome(sql, delivery, outcome);
        await recordEndpointOutcome(sql, delivery, outcome);
      });
    },
  };
}

function claimValues(request: ClaimRequest): unknown[] {
  return [
    toIso(request.now),
    toIso(request.leaseUntil),
    [...request.used.keys()],
    [...request.used.values()],
    request.limit,
    request.throttledLimit,
    request.perEndpoint,
    request.perThrottledEndpoint,
    [...request.underWay.keys()],
    [...request.underWay.values()].map(({ all }) => all),
    [...request.underWay.values()].map(({ failing }) => failing),
  ];
}

function claimedOf(row: Row, request: ClaimRequest): ClaimedDelivery {
  const endpointId: EndpointId = id(row, "endpoint_id");
  const eventId: EventId = id(row, "event_id");
  const merchantId: MerchantId = id(row, "merchant_id");
  return {
    key: {
      kind: "delivery",
      merchantId,
      itemId: deliveryItemId(endpointId, eventId),
    },
    hasFailed: flag(row, "has_failed"),
    endpointId,
    eventId,
    place: { merchantId, mode: oneOf(row, "mode", MODES) },
    isFailing: row["failing_since"] !== null,
    leaseUntil: request.leaseUntil,
    read: () => readClaimed(row, request),
  };
}

function readClaimed(row: Row, { leaseUntil }: ClaimRequest): Delivery {
  return {
    event: readEvent(row),
    // In the row `created_at` is the time of the event; that of the endpoint has another name.
    endpoint: ENDPOINT.read({ ...row, created_at: row["endpoint_created_at"] }),
    attempt: integer(row, "attempts"),
    leaseUntil,
  };
}
