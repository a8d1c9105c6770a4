import { assert } from "../../kernel/assert.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { bigint, flag, type Row } from "../../database/mapping/rows.ts";

/** The result of a round, or `busy` if another process holds the lock on the feed's head. */
export type PlacementRound =
  | {
      readonly kind: "placed";
      readonly events: number;
      /** True if deliveries of these events wait. */
      readonly hasDeliveries: boolean;
    }
  | { readonly kind: "busy" };

// The events of the found sessions that have a position already. The events are read by session,
// and the scalar subquery forces a look-up of each event in the feed by its key: written as a join
// or as `exists`, the planner could turn it into a scan of the feed.
const KNOWN = `
  select session.merchant_id, event_id, lane, sequence
  from (select distinct merchant_id, session_id from found) as session
  cross join lateral (
    select event_id, coalesce(order_id, session_id) as lane, (
      select sequence from event_feed as known
      where known.merchant_id = event.merchant_id and known.event_id = event.event_id
    ) as sequence
    from event
    where event.merchant_id = session.merchant_id and event.session_id = session.session_id
    offset 0
  ) as placed_before
  where sequence is not null`;

/** The part of a session's id that holds the time of its creation. */
const SESSION_TIME = "substr(fresh.session_id, 13, 9)";

// An order that is older than a restore may have had events that the data lack. Those of the backup
// itself, which had no number yet, are numbered as they were. The head is read by subqueries: if it
// were joined, its expected size would multiply that of the events.
const FLOOR = `
  case when fresh.is_restored or fresh.written_by = '3' then 0
    when earlier.last is not null
      or ${SESSION_TIME} <= (select floor_until from event_feed_head)
      then (select sequence_floor from event_feed_head)
    else 0 end`;

// True for every event. For a condition on a value that it doesn't know, the planner expects a
// third of the table, and then makes hash tables for as many rows, partly in files: among a million
// events this takes far longer than the work on the few new ones. It expects one row where a unique
// column equals an expression; hash tables grow by themselves where there are more.
const FEW_EXPECTED = "event_id = event_id || ''";

/**
 * Returns a query for the events that the snapshot `$3` did not see: those of transactions that
 * began after it (`xmax` and above), and those of transactions that were running at that moment
 * (`xip`). Each half is a look-up by the index on `written_by`.
 */
export function freshEvents(condition: string): string {
  const all = `${FEW_EXPECTED} and ${condition}`;
  return `
    select *, false as is_restored, null::bigint as place from event
    where written_by >= pg_snapshot_xmax($3::pg_snapshot) and ${all}
    union all
    select *, false, null from event
    where written_by = any (array(select pg_snapshot_xip($3::pg_snapshot))) and ${all}`;
}

/** A waiting delivery of each placed event for each endpoint that wants it. */
const DELIVERIES = `
  insert into webhook_delivery (merchant_id, endpoint_id, event_id, lane, position, state, due_at,
    created_at)
  select merchant_id, endpoint_id, event_id, lane, position, 'waiting',
    -- Behind a delivery of its lane that waits for a retry, a new one is due at the same time.
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
  ) as addressed`;

/**
 * Returns the statement that places the events of `source`. It gives each event the next position
 * of the feed and its number within its lane, creates a delivery for each endpoint that wants it,
 * and moves the feed's head. All of this is one statement, so the events, the deliveries and the
 * head belong to one snapshot.
 *
 * `seen` becomes the head's snapshot. If `source` is all new events, it must be
 * `pg_current_snapshot()`, the snapshot of this statement: an event that commits while the
 * statement runs is not visible to it and is therefore new for the next round.
 *
 * An event that already has a position is left out: a later round finds the events of a session
 * that was placed by itself once more. `on conflict do nothing` would say the same, but its inserts
 * cost half of the statement. The lock on the feed's head makes the look-up safe.
 *
 * `materialized` keeps the planner from evaluating a common table expression again for each row.
 * `offset 0` forbids PostgreSQL to merge a subquery into the outer query, so that it looks events
 * up by session and endpoints by merchant, instead of joining two tables whose size it can't
 * estimate.
 * The parameters are $1 the head's position, $2 the time at which deliveries are due.
 * See docs/decisions/event-feed.md and docs/decisions/webhook-backlog.md.
 */
export function placeStatement(source: string, seen: "pg_current_snapshot()" | "seen"): string {
  return `
with found as materialized (
  select source.*, coalesce(order_id, session_id) as lane from (${source}) as source
),
known as materialized (${KNOWN}),
fresh as materialized (
  select found.* from found left join known using (merchant_id, event_id)
  where known.event_id is null
),
earlier as (select merchant_id, lane, max(sequence) as last from known group by 1, 2),
numbered as materialized (
  select fresh.*, $1 + row_number() over whole as position,
    greatest(coalesce(earlier.last, 0), ${FLOOR}) + row_number() over within_lane as sequence
  from fresh left join earlier using (merchant_id, lane)
  window whole as (order by is_restored desc, written_by, place, event_id),
    within_lane as (
      partition by merchant_id, lane order by is_restored desc, written_by, place, event_id
    )
),
placed as (
  insert into event_feed (merchant_id, mode, position, event_id, type, created_at, sequence)
  select merchant_id, mode, position, event_id, type, created_at, sequence from numbered
  returning merchant_id, mode, position, event_id, type, created_at
),
deliveries as (${DELIVERIES}
  returning 1
)
update event_feed_head
set seen = ${seen}, position = $1 + (select count(*) from fresh)
returning (select count(*) from placed) as events,
  exists (select from deliveries) as has_deliveries`;
}

/**
 * Locks the feed's head, so that one process places events at a time. It also turns nested loops
 * off for the transaction: the planner can't estimate the number of new events, and would choose a
 * plan that compares each event with each, which takes minutes for thousands of them. Nested loops
 * remain possible for the `lateral` look-ups, which have no other plan.
 */
export async function lockHead(sql: SqlClient, how: string): Promise<Row | undefined> {
  const { rows } = await sql.query<Record<string, unknown>>(
    `select seen::text, position, set_config('enable_nestloop', 'off', true)
     from event_feed_head ${how}`,
  );
  return rows[0];
}

export function countOf([row]: readonly Row[]): Extract<PlacementRound, { kind: "placed" }> {
  assert(row !== undefined, "the feed has its head");
  const events = Number(bigint(row, "events"));
  return { kind: "placed", events, hasDeliveries: flag(row, "has_deliveries") };
}
