import type pg from "pg";
import type { Delivery } from "../../../event/delivery.ts";
import type { ClaimedDelivery, ClaimRequest, DeliveryStore } from "../../../event/ports.ts";
import { toIso } from "../../../kernel/clock.ts";
import type { EndpointId, EventId, MerchantId } from "../../../kernel/ids.ts";
import { inTransaction } from "../sql/database.ts";
import { readEndpoint } from "./endpoint-rows.ts";
import { readEvent } from "./event-feed-store.ts";
import { flag, integer, trusted, type Row } from "../sql/rows.ts";
import {
  hinderDelivery,
  recordDeliveryOutcome,
  recordEndpointOutcome,
} from "./record-delivery-outcome.ts";

/** Fewer may be bad luck. */
const FAILING_FROM = 5;

/**
 * Goes from endpoint to endpoint that has anything undelivered, by the index of what is due, and
 * takes of each no more than its share; so a backlog of one is never walked through for another.
 * Merchants take turns then: whose deliveries hold fewest places comes first, and a merchant gets
 * another place only while more are free than it holds, those that fail in places of their own.
 * The lease is an update that only succeeds while the due time is still the one that was read.
 *
 * The planner may know nothing yet of a backlog that has just come, and must not choose: the first
 * of a lane, and the next endpoint, are asked for in an order that one index alone has; what is
 * updated is found by its key, for no partial index is implied by `is not distinct from`.
 * The reasons are in docs/decisions/webhook-backlog.md.
 */
const CLAIM = `
with recursive busy as (
  (select merchant_id, endpoint_id from webhook_delivery where due_at is not null
   order by merchant_id, endpoint_id, due_at limit 1)
  union all
  select next.merchant_id, next.endpoint_id from busy cross join lateral (
    select merchant_id, endpoint_id from webhook_delivery
    where due_at is not null
      and (merchant_id, endpoint_id) > (busy.merchant_id, busy.endpoint_id)
    order by merchant_id, endpoint_id, due_at limit 1
  ) as next
),
candidate as (
  select due.*, failures >= ${FAILING_FROM} as is_failing
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
      case when failures >= ${FAILING_FROM} then $8::int else $7::int end
        - coalesce(taken.count, 0))
  ) as due
  where endpoint.disabled_at is null
),
failing_turn as (
  select candidate.*, coalesce(held.all_held, 0) as all_held, coalesce(held.failing, 0)
      + row_number() over (partition by merchant_id, is_failing order by due_at, position) as own
  from candidate
  left join unnest($9::text[], $10::int[], $11::int[]) as held (merchant_id, all_held, failing)
    using (merchant_id)
),
turn as (
  select admitted.*,
    all_held + row_number() over (partition by merchant_id order by is_failing, due_at, position)
      as own_of_all
  from (
    select failing_turn.*,
      row_number() over (partition by is_failing order by own, due_at, position) as place
    from failing_turn
  ) as admitted
  where not is_failing or own + place <= $6 + 1
),
chosen as materialized (
  select merchant_id, endpoint_id, event_id, due_at from (
    select turn.*, row_number() over (order by own_of_all, is_failing, due_at, position) as seat
    from turn
  ) as seated
  where own_of_all + seat <= $5 + 1
),
claimed as (
  update webhook_delivery as delivery
  -- One whose process died before it told what came of it is not a further attempt: the next
  -- failure would be followed by a longer pause than the receiver has earned.
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

/** Deliveries as the job works through them. */
export function createDeliveryStore(pool: pg.Pool): DeliveryStore {
  return {
    async claimDue(request) {
      const { rows } = await pool.query<Record<string, unknown>>(CLAIM, claimValues(request));
      return rows.map((row) => claimedOf(row, request));
    },

    hinder: (delivery, hindrance) => hinderDelivery(pool, delivery, hindrance),

    recordOutcome: (delivery, outcome) => {
      // The ordinary case is one statement: it arrived, and so did the one before it.
      const isOrdinary =
        outcome.verdict.kind === "delivered" && delivery.endpoint.failingSince === undefined;
      if (isOrdinary) return recordDeliveryOutcome(pool, delivery, outcome);
      return inTransaction(pool, async (sql) => {
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
    request.failingLimit,
    request.perEndpoint,
    request.perFailingEndpoint,
    [...request.underWay.keys()],
    [...request.underWay.values()].map(({ all }) => all),
    [...request.underWay.values()].map(({ failing }) => failing),
  ];
}

function claimedOf(row: Row, request: ClaimRequest): ClaimedDelivery {
  const endpointId: EndpointId = trusted(row, "endpoint_id");
  const eventId: EventId = trusted(row, "event_id");
  const merchantId: MerchantId = trusted(row, "merchant_id");
  return {
    key: {
      kind: "delivery",
      merchantId,
      itemId: `${endpointId}/${eventId}`,
    },
    hasFailed: flag(row, "has_failed"),
    endpointId,
    eventId,
    place: { merchantId, mode: trusted(row, "mode") },
    isFailing: row["failing_since"] !== null,
    leaseUntil: request.leaseUntil,
    read: () => readClaimed(row, request),
  };
}

function readClaimed(row: Row, { leaseUntil }: ClaimRequest): Delivery {
  const createdAt = trusted<number>(row, "endpoint_created_at");
  return {
    event: readEvent(row),
    endpoint: readEndpoint({ ...row, created_at: createdAt }),
    attempt: integer(row, "attempts"),
    leaseUntil,
  };
}
