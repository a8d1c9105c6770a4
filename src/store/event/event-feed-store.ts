import type pg from "pg";
import { MODES } from "../../domain/merchant/merchant.ts";
import type { Event } from "../../domain/event/event.ts";
import type {
  EventFeed,
  FeedPage,
  FeedPlace,
  FeedQuery,
  PlacedEvent,
} from "../../domain/event/ports.ts";
import { assert } from "../../kernel/assert.ts";
import { idBeforeEvents, type EventId, type MerchantId } from "../../kernel/ids.ts";
import {
  bigint,
  json,
  id,
  integer,
  moment,
  oneOf,
  optionalText,
  text,
  type Row,
} from "../../database/mapping/rows.ts";

/**
 * The most rows that are read for one page of a list that is filtered by type. If the page is not
 * full, `FeedPage.last` is the last row that was read, also if the filter left it out.
 */
const SCANNED_MAX = 5_000;

/** The event feed, which merchants read page by page. */
export function createEventFeed(pool: pg.Pool): EventFeed {
  return {
    list: (query) => list(pool, query),

    async positionOf({ merchantId, mode }, eventId) {
      if (eventId === idBeforeEvents(merchantId)) return 0n;
      const { rows } = await pool.query<Record<string, unknown>>(
        "select position from event_feed where merchant_id = $1 and mode = $2 and event_id = $3",
        [merchantId, mode, eventId],
      );
      return rows[0] === undefined ? undefined : bigint(rows[0], "position");
    },

    async placeBeforeLost({ merchantId, mode }, eventId) {
      const { rows } = await pool.query<Row>(LAST_RESTORED, [merchantId, mode, eventId]);
      return rows[0] === undefined ? undefined : placeOf(merchantId, rows[0]);
    },

    async lastPlaceOf({ merchantId, mode }) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select position, event_id from event_feed where merchant_id = $1 and mode = $2
         order by position desc limit 1`,
        [merchantId, mode],
      );
      return placeOf(merchantId, rows[0] ?? { event_id: null });
    },

    async growth() {
      const { rows } = await pool.query<Record<string, unknown>>(
        // One row, or one for each shard group of a distributed database, which has none before the
        // first events are placed; the sum only grows.
        "select coalesce(sum(position), 0)::bigint as growth from event_feed_head",
      );
      assert(rows[0] !== undefined, "a sum is one row");
      return bigint(rows[0], "growth");
    },
  };
}

/** The last event of the feed that was in the backup, if an event is not in the data at all. */
const LAST_RESTORED = `
  select last.position, last.event_id
  from (select min(restored_position) as restored from event_feed_head) as head
  left join lateral (
    select position, event_id from event_feed
    where merchant_id = $1 and mode = $2 and position <= restored
    order by position desc limit 1
  ) as last on true
  where restored is not null and not exists (
    select from event where merchant_id = $1 and event_id = $3
  )`;

/** The place of an event, or the place before all events if the row has none. */
function placeOf(merchantId: MerchantId, row: Row): FeedPlace {
  const eventId = optionalText(row, "event_id");
  return eventId === undefined
    ? { position: 0n, eventId: idBeforeEvents(merchantId) }
    : { position: bigint(row, "position"), eventId: id<EventId>(row, "event_id") };
}

async function list(pool: pg.Pool, query: FeedQuery): Promise<FeedPage> {
  const { merchantId, mode, after, order, types, limit } = query;
  const isForward = order === "asc";
  const { rows } = await pool.query<Record<string, unknown>>(
    `with scanned as materialized (
       select position, event_id, type, created_at, sequence from event_feed
       where merchant_id = $1 and mode = $2
         and ($3::bigint is null or position ${isForward ? ">" : "<"} $3)
       order by position ${order} limit $6
     ),
     matching as materialized (
       select position, event_id, created_at, sequence from scanned
       where $4::text[] is null or type = any ($4)
       order by position ${order} limit $5
     ),
     bounds as (
       select (select count(*) from scanned) as scanned,
         (select ${isForward ? "max" : "min"}(position) from scanned) as last_position,
         (select event_id from scanned order by position ${isForward ? "desc" : "asc"} limit 1)
           as last_event_id
     )
     select bounds.*, matching.position, matching.sequence, event.*
     from bounds left join matching on true
     left join event on event.merchant_id = $1 and event.event_id = matching.event_id
       and event.created_at = matching.created_at
     order by matching.position ${order}`,
    [merchantId, mode, after ?? null, types ?? null, limit, scanMax(query)],
  );
  return pageOf(rows, query);
}

/**
 * Returns the number of rows to read for a page. Without a filter this is one row more than the
 * page holds, because the extra row shows that there is a next page.
 */
function scanMax({ types, limit }: FeedQuery): number {
  return types === undefined ? limit + 1 : SCANNED_MAX;
}

function pageOf(rows: readonly Row[], query: FeedQuery): FeedPage {
  const [bounds] = rows;
  assert(bounds !== undefined, "the bounds of a page are one row at least");
  if (bigint(bounds, "scanned") === 0n) return { events: [], last: undefined, hasMore: false };
  const events = rows.filter((row) => row["position"] !== null).map(readPlaced);
  const lastScanned = {
    position: bigint(bounds, "last_position"),
    eventId: id<EventId>(bounds, "last_event_id"),
  };
  const lastShown = events.at(-1);
  if (lastShown !== undefined && events.length === query.limit) {
    const { position, event } = lastShown;
    const last = { position, eventId: event.eventId };
    return { events, last, hasMore: position !== lastScanned.position };
  }
  const hasMore = bigint(bounds, "scanned") === BigInt(scanMax(query));
  return { events, last: lastScanned, hasMore };
}

function readPlaced(row: Row): PlacedEvent {
  return { position: bigint(row, "position"), event: readEvent(row) };
}

export function readEvent(row: Row): Event {
  return {
    merchantId: id(row, "merchant_id"),
    mode: oneOf(row, "mode", MODES),
    eventId: id(row, "event_id"),
    type: text(row, "type"),
    createdAt: moment(row, "created_at"),
    sequence: integer(row, "sequence"),
    data: json(row, "data"),
  };
}
