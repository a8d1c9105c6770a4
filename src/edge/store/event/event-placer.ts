import type pg from "pg";
import { assert } from "../../../kernel/assert.ts";
import { HOUR, toIso, type Instant } from "../../../kernel/clock.ts";
import { inTransaction, within, type SqlClient } from "../sql/database.ts";
import { isPassing } from "../sql/database-error.ts";
import { placeApart, placeApartAgain } from "./place-apart.ts";
import { countOf, freshEvents, lockHead, placing, type Placed } from "./place-events.ts";
import { bigint, flag, text } from "../sql/rows.ts";

export type EventPlacer = {
  /** Deliveries that become of the events are due at `now`. */
  place(now: Instant): Promise<Placed>;
};

const LOOK = `
  select
    exists (select from event where written_by >= pg_snapshot_xmax(seen)) or exists (
      select from event where written_by = any (array(select pg_snapshot_xip(seen)))
    ) as has_new,
    exists (
      select from failed_item where kind = 'event_place' and due_at <= $1
    ) as has_apart,
    pg_snapshot_xmax(seen) > pg_snapshot_xmax(pg_current_snapshot()) as is_restored
  from event_feed_head`;

// What a transaction wrote is new if it was still running when the last snapshot was taken, or
// began afterwards. Both are look-ups by index; what is not visible yet will be new next time. An
// order's events are in the order of their transactions, for each began after the one before it had
// been committed.
const PLACE_NEW = placing(
  freshEvents(`not exists (
    select from failed_item
    where kind = 'event_place' and failed_item.merchant_id = event.merchant_id
      and failed_item.item_id = event.session_id
  )`),
  "pg_current_snapshot()",
);

const PLACE_LOST = placing(
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
 * Gives committed events their places in the feed; any number of processes may try at once.
 * The reasons are in docs/decisions/event-feed.md.
 */
export function createEventPlacer(pool: pg.Pool): EventPlacer {
  return {
    async place(now) {
      // Most rounds find nothing, and must not write.
      const { rows } = await pool.query<Record<string, unknown>>(LOOK, [toIso(now)]);
      const [found] = rows;
      assert(found !== undefined, "the feed has its head");
      if (flag(found, "is_restored")) {
        return inTransaction(pool, (sql) => beginAnew(sql, { now, order: [] }));
      }
      const apart = flag(found, "has_apart") ? await placeApartAgain(pool, now) : 0;
      if (!flag(found, "has_new")) return { kind: "placed", events: apart };
      return placeNewOrApart(pool, now);
    },
  };
}

/** Where events can't be placed all at once, those of each session are placed by themselves. */
async function placeNewOrApart(pool: pg.Pool, now: Instant): Promise<Placed> {
  try {
    return await inTransaction(pool, (sql) => placeNew(sql, now));
  } catch (error) {
    if (isPassing(error)) throw error;
    const events = await inTransaction(pool, (sql) => placeApart(sql, now));
    return { kind: "placed", events };
  }
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
