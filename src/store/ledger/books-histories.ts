import { EVENT_TYPES } from "../../domain/event/event.ts";
import { PAYMENT_STATUSES } from "../../domain/payment/states.ts";
import { quoted } from "../../database/mapping/quoted.ts";

// A status is packed into the last digit (base 16) of a number that sorts by the event's position
// in the feed.
const DIGITS = 16;
const STATUS_EVENTS: readonly string[] = PAYMENT_STATUSES.map((status) => `payment.${status}`);
const KNOWN = `array[${quoted(STATUS_EVENTS)}]`;
const STATUSES = `array[${quoted(PAYMENT_STATUSES)}]`;
/** Events of payments that tell no status, such as that a hold ends soon. */
const NOTICES = EVENT_TYPES.filter(
  (type) => type.startsWith("payment.") && !STATUS_EVENTS.includes(type),
);
const STEP = `event.type like 'payment.%' and event.type <> all (array[${quoted(NOTICES)}])`;
const statusOf = (placed: string): string => `(${STATUSES})[(${placed} % ${DIGITS})::int]`;

/**
 * Returns each distinct step between the events of payments once, with one payment that took it:
 * `from` and `to`, or `from` and the `state` of the payment after its last event.
 *
 * Most payments have one or two events, so their first and last number are enough. The events of
 * the others are sorted by their position in the feed; events without a position follow in the
 * order of their transactions. Payments before `$1` have lost events with a removed month.
 */
export const STEPS = `
  with placed as (
    select merchant_id, order_id,
      position * ${DIGITS} + array_position(${KNOWN}, event.type) as place
    from event left join event_feed using (merchant_id, event_id)
    where ${STEP} and order_id is not null
      and ($1::timestamptz = '-infinity' or (data ->> 'created_at')::timestamptz >= $1)
  ),
  history as materialized (
    select merchant_id, order_id, min(place) as first, max(place) as last,
      count(*) > 2 or count(*) <> count(place) as is_long
    from placed group by merchant_id, order_id
  ),
  ordered as materialized (
    select merchant_id, order_id, substr(event.type, 9) as status, lag(substr(event.type, 9)) over
      story as before, lead(event.type) over story is null as is_last
    from (select merchant_id, order_id from history where is_long) as long
    join event using (merchant_id, order_id)
    left join event_feed using (merchant_id, event_id)
    where ${STEP}
    window story as (
      partition by merchant_id, order_id
      order by event_feed.position nulls last, event.written_by, event_id
    )
  ),
  step as (
    select null as from, ${statusOf("first")} as to, min(order_id) as subject
    from history where not is_long group by 2
    union all
    select ${statusOf("first")}, ${statusOf("last")}, min(order_id)
    from history where not is_long and first <> last group by 1, 2
    union all
    select before, status, min(order_id) from ordered group by 1, 2
  ),
  final as (
    select merchant_id, order_id, ${statusOf("last")} as status from history where not is_long
    union all
    select merchant_id, order_id, status from ordered where is_last
  )
  select "from", "to", null as state, subject from step
  union all
  select status, null, state, min(order_id)
  from payment left join final using (merchant_id, order_id)
  where payment.created_at >= $1
  group by 1, 3`;
