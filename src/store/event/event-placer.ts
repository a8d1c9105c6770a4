import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import { HOUR, toIso, type Instant } from "../../kernel/clock.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { within } from "../../database/connection/timed-query.ts";
import { isPassing } from "../../database/connection/database-error.ts";
import { placeBySession, placeFailedSessions } from "./place-by-session.ts";
import {
  countOf,
  freshEvents,
  lockHead,
  placeStatement,
  type PlacementRound,
} from "./place-events.ts";
import { bigint, flag, text } from "../../database/mapping/rows.ts";

export type EventPlacer = {
  /** Gives all new events their positions in the feed; their deliveries are due at `now`. */
  place(now: Instant): Promise<PlacementRound>;
};

/** True if there are events that the last round of the placer could not see. */
export const HAS_NEW_EVENTS = `(
  (select written_by from event order by written_by desc limit 1) >= pg_snapshot_xmax(seen)
    or exists (select from event where written_by = any (array(select pg_snapshot_xip(seen))))
)`;

// Checks without a write for new events, due failed sessions and a restored database. The newest
// event is at the end of an index.
const CHECK = `
  select
    ${HAS_NEW_EVENTS} as has_new,
    exists (
      select from failed_item where kind = 'event_place' and due_at <= $1
    ) as has_failed_sessions,
    pg_snapshot_xmax(seen) > pg_snapshot_xmax(pg_current_snapshot()) as is_restored
  from event_feed_head`;

// The feed's head keeps the snapshot of the last round. An event is new if its transaction was
// still running at that snapshot or began later. An event that this round can't see yet is found by
// a later round in the same way. New events are ordered by their transactions. An order's events
// are thereby in the order in which they happened, because each of its transactions began after the
// one before it had committed. Sessions in `failed_item` are left out: `placeFailedSessions` places
// them.
const PLACE_NEW = placeStatement(
  freshEvents(`not exists (
    select from failed_item
    where kind = 'event_place' and failed_item.merchant_id = event.merchant_id
      and failed_item.item_id = event.session_id
  )`),
  "pg_current_snapshot()",
);

// Places all events that have no position after a restore. The transaction numbers of restored rows
// give no order, so $3 lists the ids of these events in the order of the backup, if it is known.
const PLACE_LOST = placeStatement(
  `select event.*, written_by >= pg_snapshot_xmax(pg_current_snapshot()) as is_restored, place
   from event
   left join unnest($3::text[]) with ordinality as known (event_id, place) using (event_id)
   where not exists (
     select from event_feed
     where event_feed.merchant_id = event.merchant_id and event_feed.event_id = event.event_id
   )`,
  "pg_current_snapshot()",
);

/**
 * Gives committed events their positions in the feed. Each process runs a placer; the lock on the
 * feed's head lets one at a time work. The reasons are in docs/decisions/event-feed.md.
 */
export function createEventPlacer(pool: pg.Pool): EventPlacer {
  return {
    async place(now) {
      // Most rounds find no event and must not write.
      const { rows } = await pool.query<Record<string, unknown>>(CHECK, [toIso(now)]);
      const [found] = rows;
      assert(found !== undefined, "the feed has its head");
      if (flag(found, "is_restored")) {
        return inTransaction(pool, (sql) => placeAfterRestore(sql, { now, order: [] }));
      }
      const events = flag(found, "has_failed_sessions") ? await placeFailedSessions(pool, now) : 0;
      if (found["has_new"] !== true) return { kind: "placed", events, hasDeliveries: events > 0 };
      return placeNewOrBySession(pool, now);
    },
  };
}

/** Places all new events in one statement, or session by session if that statement fails. */
async function placeNewOrBySession(pool: pg.Pool, now: Instant): Promise<PlacementRound> {
  try {
    return await inTransaction(pool, (sql) => placeNew(sql, now));
  } catch (error) {
    if (isPassing(error)) throw error;
    const events = await inTransaction(pool, (sql) => placeBySession(sql, now));
    // Placing by session does not count deliveries. A needless look for deliveries costs little.
    return { kind: "placed", events, hasDeliveries: events > 0 };
  }
}

/**
 * Repairs the feed after a logical restore. In a restored database the transaction numbers begin
 * below those in the rows, so every stored `written_by` would seem to lie in the future. This
 * function places all events that have no position, and sets the numbers that lie in the future to
 * 3, which is always in the past. `order` names the unplaced events in their order, if the caller
 * knows it.
 */
export async function placeAfterRestore(
  sql: SqlClient,
  { now, order }: { readonly now: Instant; readonly order: readonly string[] },
): Promise<PlacementRound> {
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

async function placeNew(sql: SqlClient, now: Instant): Promise<PlacementRound> {
  const head = await lockHead(sql, "for update skip locked");
  if (head === undefined) return { kind: "busy" };
  const placed = await sql.query<Record<string, unknown>>(PLACE_NEW, [
    bigint(head, "position"),
    toIso(now),
    text(head, "seen"),
  ]);
  return countOf(placed.rows);
}
