import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import { HOUR, toIso, type Instant } from "../../kernel/clock.ts";
import { inTransaction, within, type SqlClient } from "./database.ts";
import { bigint, flag, text, type Row } from "./rows.ts";

/** How many events were placed; `busy` where another process is placing them. */
export type Placed =
  | { readonly kind: "placed"; readonly events: number }
  | { readonly kind: "busy" };

export type EventPlacer = {
  /** Deliveries that become of the events are due at `now`. */
  place(now: Instant): Promise<Placed>;
};

const LOOK = `
  select
    exists (select from event where written_by >= pg_snapshot_xmax(seen)) or exists (
      select from event where written_by = any (array(select pg_snapshot_xip(seen)))
    ) as has_new,
    pg_snapshot_xmax(seen) > pg_snapshot_xmax(pg_current_snapshot()) as is_restored
  from event_feed_head`;

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

// What a transaction wrote is new if it was still running when the last snapshot was taken, or
// began afterwards. Both are look-ups by index; what is not visible yet will be new next time. An
// order's events are in the order of their transactions, for each began after the one before it had
// been committed.
const PLACE_NEW = placing(
  `select *, false as is_restored, null::bigint as place from event
   where written_by >= pg_snapshot_xmax($3::pg_snapshot)
   union all
   select *, false, null from event
   where written_by = any (array(select pg_snapshot_xip($3::pg_snapshot)))`,
);

const PLACE_LOST = placing(
  `select event.*, written_by >= pg_snapshot_xmax(pg_current_snapshot()) as is_restored, place
   from event
   left join unnest($3::text[]) with ordinality as known (event_id, place) using (event_id)
   where not exists (
     select from event_feed
     where event_feed.merchant_id = event.merchant_id and event_feed.event_id = event.event_id
   )`,
);

/**
 * The snapshot that is kept is the one that this very statement reads by. Each event goes to every
 * endpoint that there is when it is placed.
 */
function placing(source: string): string {
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
set seen = pg_current_snapshot(), position = $1 + (select count(*) from fresh)
returning (select count(*) from placed) as events`;
}

/** Gives committed events their places in the feed; any number of processes may try at once. */
export function createEventPlacer(pool: pg.Pool): EventPlacer {
  return {
    async place(now) {
      // Most rounds find nothing, and must not write.
      const { rows } = await pool.query<Record<string, unknown>>(LOOK);
      const [found] = rows;
      assert(found !== undefined, "the feed has its head");
      if (flag(found, "is_restored")) {
        return inTransaction(pool, (sql) => beginAnew(sql, { now, order: [] }));
      }
      if (!flag(found, "has_new")) return { kind: "placed", events: 0 };
      return inTransaction(pool, (sql) => placeNew(sql, now));
    },
  };
}

/**
 * In a database that was restored from a dump, transactions count from a lower number than the one
 * that they were dumped at. Whatever has no place gets one, and rows that seem to be of the future
 * become old. `order` names events without a place whose transactions are not known any more.
 */
export async function beginAnew(
  sql: SqlClient,
  { now, order }: { readonly now: Instant; readonly order: readonly string[] },
): Promise<Placed> {
  await sql.query("set local statement_timeout = 0");
  const head = await lockHead(sql, "for update");
  assert(head !== undefined, "the feed has its head");
  const placed = await sql.query<Record<string, unknown>>(
    within(HOUR, PLACE_LOST, [bigint(head, "position"), toIso(now), order]),
  );
  await sql.query(
    within(
      HOUR,
      `update event set written_by = '3'
       where written_by >= pg_snapshot_xmax(pg_current_snapshot())`,
    ),
  );
  return countOf(placed.rows);
}

async function placeNew(sql: SqlClient, now: Instant): Promise<Placed> {
  const head = await lockHead(sql, "for update skip locked");
  if (head === undefined) return { kind: "busy" };
  const placed = await sql.query<Record<string, unknown>>(PLACE_NEW, [
    bigint(head, "position"),
    toIso(now),
    text(head, "seen"),
  ]);
  return countOf(placed.rows);
}

/**
 * Also turns nested loops off for the transaction: the planner can't know how many events are new,
 * and would compare each with each where they are thousands.
 */
async function lockHead(sql: SqlClient, how: string): Promise<Row | undefined> {
  const { rows } = await sql.query<Record<string, unknown>>(
    `select seen::text, position, set_config('enable_nestloop', 'off', true)
     from event_feed_head ${how}`,
  );
  return rows[0];
}

function countOf([row]: readonly Row[]): Placed {
  assert(row !== undefined, "the feed has its head");
  return { kind: "placed", events: Number(bigint(row, "events")) };
}
