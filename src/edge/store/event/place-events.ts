import { assert } from "../../../kernel/assert.ts";
import type { SqlClient } from "../sql/database.ts";
import { bigint, type Row } from "../sql/rows.ts";

/** How many events were placed; `busy` where another process is placing them. */
export type Placed =
  | { readonly kind: "placed"; readonly events: number }
  | { readonly kind: "busy" };

// How many events each lane has in the feed already, looked up by the session and by the event's id
// whatever the planner knows.
const EARLIER = `
  select session.merchant_id, told.lane, told.count
  from (select distinct merchant_id, session_id from fresh) as session
  cross join lateral (
    select coalesce(order_id, session_id) as lane, count(*) from event
    where event.merchant_id = session.merchant_id and event.session_id = session.session_id
      and (
        select position from event_feed as known
        where known.merchant_id = event.merchant_id and known.event_id = event.event_id
      ) is not null
    group by 1
  ) as told`;

/** The events that were not visible to the snapshot `$3`. */
export function freshEvents(condition: string): string {
  return `
    select *, false as is_restored, null::bigint as place from event
    where written_by >= pg_snapshot_xmax($3::pg_snapshot) and ${condition}
    union all
    select *, false, null from event
    where written_by = any (array(select pg_snapshot_xip($3::pg_snapshot))) and ${condition}`;
}

/**
 * Places what a query finds. Where that is all that is new, `seen` is the snapshot that this very
 * statement reads by. Each event goes to every endpoint that there is when it is placed.
 */
export function placing(source: string, seen: "pg_current_snapshot()" | "seen"): string {
  return `
with fresh as materialized (
  select found.*, coalesce(order_id, session_id) as lane from (${source}) as found
),
earlier as materialized (${EARLIER}),
numbered as materialized (
  select fresh.*, $1 + row_number() over whole as position,
    coalesce(earlier.count, 0) + row_number() over within_lane as sequence
  from fresh left join earlier using (merchant_id, lane)
  window whole as (order by is_restored desc, written_by, place, event_id),
    within_lane as (
      partition by merchant_id, lane order by is_restored desc, written_by, place, event_id
    )
),
placed as (
  insert into event_feed (merchant_id, mode, position, event_id, type, created_at, sequence)
  select merchant_id, mode, position, event_id, type, created_at, sequence from numbered
  on conflict do nothing
  returning merchant_id, mode, position, event_id, type, created_at
),
deliveries as (
  insert into webhook_delivery (merchant_id, endpoint_id, event_id, lane, position, state, due_at,
    created_at)
  select merchant_id, endpoint_id, event_id, lane, position, 'waiting',
    -- Behind one that waits for its next attempt, it is due when that one is.
    greatest($2::timestamptz, (
      select due_at from webhook_delivery as earlier
      where earlier.merchant_id = addressed.merchant_id
        and earlier.endpoint_id = addressed.endpoint_id and earlier.lane = addressed.lane
        and earlier.due_at is not null and earlier.state = 'waiting'
      order by earlier.position desc limit 1
    )), created_at
  from (
    select placed.*, endpoint_id, lane
    from placed
    join fresh using (merchant_id, event_id)
    cross join lateral (
      select endpoint_id from webhook_endpoint as endpoint
      where endpoint.merchant_id = placed.merchant_id and endpoint.mode = placed.mode
        and disabled_at is null and (event_types is null or placed.type = any (event_types))
      offset 0
    ) as endpoint
  ) as addressed
)
update event_feed_head
set seen = ${seen}, position = $1 + (select count(*) from fresh)
returning (select count(*) from placed) as events`;
}

/**
 * Also turns nested loops off for the transaction: the planner can't know how many events are new,
 * and would compare each with each where they are thousands.
 */
export async function lockHead(sql: SqlClient, how: string): Promise<Row | undefined> {
  const { rows } = await sql.query<Record<string, unknown>>(
    `select seen::text, position, set_config('enable_nestloop', 'off', true)
     from event_feed_head ${how}`,
  );
  return rows[0];
}

export function countOf([row]: readonly Row[]): Extract<Placed, { kind: "placed" }> {
  assert(row !== undefined, "the feed has its head");
  return { kind: "placed", events: Number(bigint(row, "events")) };
}
