import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { isolate } from "../../kernel/isolate.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { isPassing } from "../../database/connection/database-error.ts";
import { addFailedItem } from "../job/failed-item-store.ts";
import { countOf, lockHead, placeStatement, freshEvents } from "./place-events.ts";
import { bigint, id, text, type Row } from "../../database/mapping/rows.ts";

type SessionKey = { readonly merchantId: MerchantId; readonly sessionId: string };

const FRESH_SESSIONS = `
  select pg_current_snapshot()::text as seen, merchant_id, session_id
  from (${freshEvents("true").replaceAll("$3", "$1")}) as fresh
  where not exists (
    select from failed_item
    where kind = 'event_place' and failed_item.merchant_id = fresh.merchant_id
      and failed_item.item_id = fresh.session_id
  )
  group by merchant_id, session_id`;

const PLACE_SOME = placeStatement(
  freshEvents("(merchant_id, session_id) in (select * from unnest($4::text[], $5::text[]))"),
  "seen",
);

const PLACE_SESSION = placeStatement(
  `select *, false as is_restored, null::bigint as place from event
   where merchant_id = $3 and session_id = $4`,
  "seen",
);

/**
 * Places all new events except those of faulty sessions, whose events make the statement fail.
 * Halves of the sessions are tried in savepoints until the faulty sessions are found. Each faulty
 * session is stored as a failed item in the same transaction that moves the feed past its events,
 * so that no event is lost. All events of a failed session wait, so that they keep their order.
 */
export async function placeBySession(sql: SqlClient, now: Instant): Promise<number> {
  const head = await lockHead(sql, "for update");
  assert(head !== undefined, "the feed has its head");
  const before = text(head, "seen");
  const { rows } = await sql.query<Row>(FRESH_SESSIONS, [before]);
  const sessions = rows.map((row): SessionKey => ({
    merchantId: id(row, "merchant_id"),
    sessionId: text(row, "session_id"),
  }));
  let events = 0;
  await isolate(sessions, {
    isPassing,
    work: (some) =>
      inSavepoint(sql, async () => {
        const merchants = some.map(({ merchantId }) => merchantId);
        const ids = some.map(({ sessionId }) => sessionId);
        const values = [await positionOf(sql), toIso(now), before, merchants, ids];
        events += countOf((await sql.query<Row>(PLACE_SOME, values)).rows).events;
      }),
    onFault: async (session, error) => {
      await addFailedItem(sql, { key: keyOf(session), error, now });
    },
  });
  const [first] = rows;
  if (first !== undefined) {
    await sql.query("update event_feed_head set seen = $1", [text(first, "seen")]);
  }
  return events;
}

/** Places due failed sessions, each in its own transaction. */
export async function placeFailedSessions(pool: pg.Pool, now: Instant): Promise<number> {
  const { rows } = await pool.query<Row>(
    "select merchant_id, item_id from failed_item where kind = 'event_place' and due_at <= $1",
    [toIso(now)],
  );
  let events = 0;
  for (const row of rows) {
    const merchantId: MerchantId = id(row, "merchant_id");
    const session = { merchantId, sessionId: text(row, "item_id") };
    try {
      events += await inTransaction(pool, (sql) => placeSession(sql, session, now));
    } catch (error) {
      if (isPassing(error)) throw error;
      await addFailedItem(pool, { key: keyOf(session), error, now });
    }
  }
  return events;
}

async function placeSession(
  sql: SqlClient,
  { merchantId, sessionId }: SessionKey,
  now: Instant,
): Promise<number> {
  await lockHead(sql, "for update");
  const values = [await positionOf(sql), toIso(now), merchantId, sessionId];
  const { rows } = await sql.query<Row>(PLACE_SESSION, values);
  await sql.query(
    `delete from failed_item where kind = 'event_place' and merchant_id = $1 and item_id = $2`,
    [merchantId, sessionId],
  );
  return countOf(rows).events;
}

function keyOf({ merchantId, sessionId }: SessionKey) {
  return { kind: "event_place", merchantId, itemId: sessionId } as const;
}

async function positionOf(sql: SqlClient): Promise<bigint> {
  const { rows } = await sql.query<Row>("select position from event_feed_head");
  assert(rows[0] !== undefined, "the feed has its head");
  return bigint(rows[0], "position");
}

async function inSavepoint(sql: SqlClient, work: () => Promise<void>): Promise<void> {
  await sql.query("savepoint session_events");
  try {
    await work();
    await sql.query("release savepoint session_events");
  } catch (error) {
    await sql.query("rollback to savepoint session_events");
    throw error;
  }
}
